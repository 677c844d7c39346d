// `toolcell access`: explains what a caller may call, and which rule of the configuration says so.

import { shown } from '../../catalog/model/refusal.ts';
import { knownBy } from '../../catalog/operate/idle-settings.ts';
import { listInstalled } from '../../catalog/operate/list-installed.ts';
import { hasExpired, type KeyRecord } from '../../front/doors/key-record.ts';
import { Access } from '../../front/gates/access/access.ts';
import { unnameableCallers } from '../../server/nameable.ts';
import { idleRules, unusedScopes } from '../../settings/rules/idle-rules.ts';
import type { Tool } from '../../settings/rules/rule.ts';
import { ruledTools } from '../../settings/rules/rule.ts';
import type { Verdict } from '../../settings/rules/verdict.ts';
import type { Caller } from '../../shared/protocol/caller.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { byCodePoint } from '../../shared/text/order.ts';
import { CONFIG_FLAG, type Command, type CommandContext, EXIT, JSON_FLAG, misused } from '../common/command.ts';
import { type Settings, settingsFor } from '../common/settings.ts';
import { tableLines } from '../common/table.ts';
import { keyPlaceOf } from '../operate/key-place.ts';
import { operate } from '../operate/plugins-folder.ts';

const HEADER = ['TOOL', 'PLUGIN', 'VERDICT', 'BY', 'WHERE'];

export const command: Command = {
  usage: {
    words: [{ name: 'TOOL', meaning: 'the tool to ask about; default: all tools', isOptional: true }],
    flags: {
      as: { argument: 'CLIENT', meaning: 'the client that calls; default: a caller without a key' },
      org: { argument: 'NAME', meaning: 'its organisation; default: that of its newest key' },
      user: { argument: 'NAME', meaning: 'the person for whom it acts' },
      scope: { argument: 'LIST', meaning: 'its scopes, separated by commas; default: those of its newest key' },
      ...CONFIG_FLAG,
      ...JSON_FLAG,
    },
    about: [
      'Decides as a running server does, by access.rules and the plugins in the folder, and changes nothing.',
      `Exit code ${EXIT.fault} if the caller may not call TOOL, or no tool at all. Warns of rules that can never match.`,
    ],
    examples: [
      'toolcell access --as ada',
      'toolcell access --as ada deleteNote',
      'toolcell access --scope write --json',
    ],
  },
  async run(context) {
    const settings = settingsFor(context);
    const keys = await keysOf(settings, context);
    const caller = callerFrom(context, keys);
    const tools = await toolsIn(settings);
    const asked = toolAsked(context.args.word(0), tools);
    const access = new Access({
      settings: () => settings.config.access,
      tools: () => new Map(tools.map((tool) => [tool.toolName, tool])),
    });
    const decided = asked.map((tool) => decisionOn(tool, caller, access, settings));
    warn(settings, tools, keys, context);
    const { name, ...who } = caller;
    context.answer({ caller: who, tools: decided }, ...linesOf(decided, context.args.word(0) !== undefined, name));
    return decided.some(({ isAllowed }) => isAllowed) ? EXIT.done : EXIT.fault;
  },
};

/** One tool, and why the caller may call it or not. */
interface Decision {
  readonly toolName: string;
  readonly pluginName: string;
  readonly isAllowed: boolean;
  /** The setting that decided: a rule, `access.default`, or nothing if there are no rules. */
  readonly by?: string;
  /** Place of that setting: a file with line and column, or `default`. */
  readonly where?: string;
  /** Scopes with which the caller could call the tool. */
  readonly missingScopes?: readonly string[];
  /** Limits that are lower for the caller, each with its rule. */
  readonly limits?: Readonly<Record<string, { readonly value: number; readonly by: string }>>;
}

const decisionOn = (tool: Tool, caller: Caller, access: Access, settings: Settings): Decision => {
  const { toolName, pluginName } = tool;
  const verdict = access.viewOf(caller)?.verdictOf(toolName);
  if (verdict === undefined) return { toolName, pluginName, isAllowed: true };
  const { isAllowed, rule } = verdict;
  const by = rule === undefined ? 'access.default' : `access.rules.${rule}`;
  const missing = isAllowed ? [] : access.scopesFor(caller, toolName);
  return {
    ...{ toolName, pluginName, isAllowed, by, where: placeOf(by, settings) },
    ...(missing.length > 0 && { missingScopes: missing }),
    ...limitsOf(verdict),
  };
};

const limitsOf = (verdict: Verdict): Pick<Decision, 'limits'> => {
  if (!verdict.isAllowed || verdict.limits === undefined) return {};
  const { values, rules } = verdict.limits;
  return {
    limits: Object.fromEntries(
      Object.entries(values).map(([limit, value]) => [limit, { value, by: `access.rules.${rules[limit]}` }]),
    ),
  };
};

/** The place of a setting, or of the first setting inside it. */
const placeOf = (path: string, { sources }: Settings): string => {
  const inner = Object.keys(sources).find((each) => each.startsWith(`${path}.`));
  return sources[path] ?? (inner === undefined ? 'default' : (sources[inner] ?? 'default'));
};

const keysOf = async (settings: Settings, context: CommandContext): Promise<readonly KeyRecord[]> => {
  const place = keyPlaceOf(settings, context);
  return place === undefined ? [] : operate(place.read().finally(() => place.close()));
};

const callerFrom = ({ args, printError }: CommandContext, keys: readonly KeyRecord[]): Caller => {
  const client = args.value('as');
  const user = args.value('user');
  const ofClient = keys.filter((key) => key.client === client && !hasExpired(key, Date.now()));
  const [newest] = ofClient.toSorted((one, other) => byCodePoint(other.createdAt, one.createdAt));
  if (client !== undefined && newest === undefined && keys.length > 0) printError(`No key in force is for ${client}.`);
  const org = args.value('org') ?? newest?.org;
  const scopes = args.value('scope')?.split(',').filter(Boolean) ?? newest?.scopes ?? [];
  return {
    name: client ?? 'a caller without a key',
    ...(client !== undefined && { client }),
    ...(org !== undefined && { org }),
    ...(user !== undefined && { user }),
    scopes,
  };
};

/** The tools in the folder. The highest version of each plugin counts. */
const toolsIn = async ({ config }: Settings): Promise<readonly Tool[]> => {
  const { manifests } = knownBy(await operate(listInstalled(config.plugins.folder, config)));
  return ruledTools(manifests, config.scripts).toSorted((one, other) => byCodePoint(one.toolName, other.toolName));
};

const toolAsked = (toolName: string | undefined, tools: readonly Tool[]): readonly Tool[] => {
  if (toolName === undefined) return tools;
  const found = tools.filter((tool) => tool.toolName === toolName);
  if (found.length > 0) return found;
  const [near] = nearest(
    toolName,
    tools.map((tool) => tool.toolName),
  );
  const hint = near === undefined ? '"toolcell list" lists the plugins' : `did you mean ${near}?`;
  throw misused(`TOOL: no plugin in the folder has a tool ${shown(JSON.stringify(toolName))} → ${hint}`);
};

const warn = (
  { config }: Settings,
  tools: readonly Tool[],
  keys: readonly KeyRecord[],
  { style, printError }: CommandContext,
): void => {
  const unused = unusedScopes(config.access, keys);
  printError(
    ...[...idleRules(config.access, tools), ...unnameableCallers(config, keys)].map(
      (finding) => `${style.stderr.warning('!')} ${shown(finding, 500)}`,
    ),
    ...(unused.length === 0
      ? []
      : [`${style.stderr.warning('!')} no rule asks for ${shown(unused.join(', '), 300)}, which keys have as scopes`]),
  );
};

const linesOf = (decided: readonly Decision[], isOne: boolean, name: string): readonly string[] => {
  if (decided.length === 0) return ['The plugins folder has no tool.'];
  if (isOne) return decided.flatMap((decision) => sentencesOn(decision, name));
  const rows = decided.map(({ toolName, pluginName, isAllowed, by = '-', where = '-' }) => [
    ...[toolName, pluginName, isAllowed ? 'allowed' : 'denied', by, where],
  ]);
  return tableLines([HEADER, ...rows]);
};

const sentencesOn = (decision: Decision, name: string): readonly string[] => {
  const { toolName, pluginName, isAllowed, by, where, missingScopes, limits = {} } = decision;
  const why = by === undefined ? 'There are no rules: everyone may call everything.' : `Decided by ${by} (${where}).`;
  return [
    `${name} ${isAllowed ? 'may' : 'may not'} call ${toolName} of ${pluginName}. ${why}`,
    ...(missingScopes === undefined ? [] : [`  Missing scopes: ${missingScopes.join(', ')}`]),
    ...Object.entries(limits).map(([limit, { value, by: rule }]) => `  ${limit}: at most ${value}, by ${rule}`),
  ];
};
