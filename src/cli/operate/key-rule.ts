// The access rules that go with a new key: what its client may call, written before there is a key.

import { shown } from '../../catalog/model/refusal.ts';
import { listInstalled } from '../../catalog/operate/list-installed.ts';
import type { Config } from '../../settings/config.ts';
import type { TextChange } from '../../settings/file/edit-text.ts';
import { idleRules } from '../../settings/rules/idle-rules.ts';
import { isExcluding, withoutMark } from '../../settings/rules/pattern.ts';
import { Policy, type SeenCaller } from '../../settings/rules/policy.ts';
import { type Rule, ruledTools } from '../../settings/rules/rule.ts';
import { PLUGIN_PATTERN, TOOL_PATTERN } from '../../settings/table/forms.ts';
import type { ToolFilter } from '../../shared/protocol/selection.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { type CommandContext, type FlagUsage, misused } from '../common/command.ts';

export const RULE_FLAGS: Readonly<Record<RuleFlag, FlagUsage>> = Object.freeze({
  tools: { argument: 'LIST', meaning: 'for create: the tools that the client may call, separated by commas' },
  plugins: { argument: 'LIST', meaning: 'for create: the plugins whose tools the client may call' },
  set: { argument: 'NAME', meaning: 'for create: the toolset of discovery.toolsets whose tools the client may call' },
});
const FLAGS = ['tools', 'plugins', 'set'] as const;
const FORMS = { tools: TOOL_PATTERN, plugins: PLUGIN_PATTERN } as const;
type RuleFlag = (typeof FLAGS)[number];

/** Rules to write, and what they mean in words. */
export interface KeyRules {
  readonly summary: readonly string[];
  readonly changes: readonly TextChange[];
}

/**
 * The rules that `--tools`, `--plugins` or `--set` asks for; undefined without them. If everyone may call everything unless a rule denies it, the rules
 * deny all but these. Throws `CommandFailed` for names of a wrong form, for an unknown toolset, or if there is a rule of this name.
 */
export const keyRulesOf = async (
  { args }: Pick<CommandContext, 'args'>,
  { access, plugins, discovery, scripts }: Pick<Config, 'access' | 'plugins' | 'discovery' | 'scripts'>,
  caller: SeenCaller & { readonly client: string },
): Promise<KeyRules | undefined> => {
  const flags = FLAGS.filter((flag) => args.has(flag));
  const [flag] = flags;
  if (flag === undefined) return undefined;
  if (flags.length > 1) throw misused('--tools, --plugins and --set: give one of the three');
  const text = args.value(flag) ?? '';
  const filter = flag === 'set' ? toolsetIn(discovery.toolsets, text) : { [flag]: namesIn(flag, text) };
  const { client } = caller;
  const allows = access.default === 'deny';
  const wanted: readonly Rule[] = allows
    ? [{ clients: [client], ...filter }]
    : allBut(filter).map((each) => ({ effect: 'deny', clients: [client], ...each }));
  const named = wanted.map((rule, at): [string, Rule] => [ruleName(client, at), rule]);
  const taken = named.find(([name]) => Object.hasOwn(access.rules, name));
  if (taken)
    throw misused(`There is a rule access.rules.${taken[0]} already. Change that one, and leave out --${flag}.`);
  const rules = { ...access.rules, ...Object.fromEntries(named) };
  const installed = await listInstalled(plugins.folder, { plugins }).catch(() => undefined);
  const manifests = installed?.plugins.flatMap(({ bundles }) => bundles.map(({ manifest }) => manifest)) ?? [];
  const slips = idleRules({ ...access, rules }, ruledTools(manifests, scripts)).filter((line) =>
    named.some(([name]) => new RegExp(`^access\\.rules\\.${name}[.:]`).test(line)),
  );
  const others = allows ? new Policy(access).rulesFor(caller).filter(({ isDeny }) => !isDeny) : [];
  const besides = others.length === 0 ? ' only' : `, and what ${others.map((each) => each.name).join(', ')} allows it`;
  return {
    summary: [`${client} could call ${wordsFor(flag, text)}${besides}, with each of its keys.`, ...slips],
    changes: named.map(([name, value]) => ({ path: ['access', 'rules', name], value })),
  };
};

const wordsFor = (flag: RuleFlag, text: string): string => {
  if (flag === 'set') return `what the toolset ${text} has today`;
  return `${flag === 'tools' ? '' : 'the tools of '}${text.split(',').join(', ')}`;
};

/** The client's name, and a number from the second rule on. */
const ruleName = (client: string, at: number): string =>
  `${client.replaceAll(/[^a-zA-Z0-9_-]/g, '-').slice(0, 60)}${at === 0 ? '' : `-${at + 1}`}`;

/** Filters that together match each tool that this one does not match. */
const allBut = ({ plugins, tools, annotations = [] }: ToolFilter): readonly ToolFilter[] => [
  ...outside(plugins).map((list) => ({ plugins: list })),
  ...outside(tools).map((list) => ({ tools: list })),
  ...annotations.map((wanted) => ({ annotations: [isExcluding(wanted) ? withoutMark(wanted) : `!${wanted}`] })),
];

/** Lists of names that together match what this list does not match. */
const outside = (texts: readonly string[] = []): readonly (readonly string[])[] => {
  const included = texts.filter((text) => !isExcluding(text)).map((text) => `!${text}`);
  const excluded = texts.filter(isExcluding).map(withoutMark);
  return [included, excluded].filter((list) => list.length > 0);
};

const toolsetIn = (toolsets: Config['discovery']['toolsets'], name: string): ToolFilter => {
  const toolset = Object.hasOwn(toolsets, name) ? toolsets[name] : undefined;
  const shownName = shown(JSON.stringify(name));
  if (toolset === undefined)
    throw misused(`--set: discovery.toolsets has no ${shownName}${didYouMean(name, Object.keys(toolsets))}`);
  if (Object.values(toolset).some((list) => list.length === 0))
    throw misused(`--set: ${shownName} has an empty list, so no tool → name some in it first`);
  if (Object.keys(toolset).length === 0) throw misused(`--set: ${shownName} has every tool → leave out --set`);
  return toolset;
};

const didYouMean = (name: string, names: readonly string[]): string => {
  const [near] = nearest(name, names);
  return near === undefined ? ' → add it there first' : ` → did you mean "${near}"?`;
};

const namesIn = (flag: keyof typeof FORMS, list: string): readonly string[] => {
  const names = [...new Set(list.split(','))];
  const form = FORMS[flag];
  const wrong = names.filter((name) => isExcluding(name) || !new RegExp(form.pattern, 'u').test(name));
  if (wrong.length > 0)
    throw misused(`--${flag}: ${wrong.map((name) => JSON.stringify(name)).join(', ')} → ${form.words}`);
  return names;
};
