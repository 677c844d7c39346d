// The access rule that goes with a new key: what its client may call, written before there is a key.

import { listInstalled } from '../../catalog/operate/list-installed.ts';
import type { Config } from '../../settings/config.ts';
import type { TextChange } from '../../settings/file/edit-text.ts';
import { idleRules } from '../../settings/rules/idle-rules.ts';
import { Policy, type SeenCaller } from '../../settings/rules/policy.ts';
import { type Rule, toolsOf } from '../../settings/rules/rule.ts';
import { PLUGIN_PATTERN, TOOL_PATTERN } from '../../settings/table/forms.ts';
import { type CommandContext, type FlagUsage, misused } from '../common/command.ts';

export const RULE_FLAGS: Readonly<Record<'tools' | 'plugins', FlagUsage>> = Object.freeze({
  tools: { argument: 'LIST', meaning: 'for create: the tools that the client may call, separated by commas' },
  plugins: { argument: 'LIST', meaning: 'for create: the plugins whose tools the client may call' },
});
const FORMS = { tools: TOOL_PATTERN, plugins: PLUGIN_PATTERN } as const;
type RuleFlag = keyof typeof FORMS;

/** A rule to write, and what it means in words. */
export interface KeyRule {
  readonly summary: readonly string[];
  readonly change: TextChange;
}

/**
 * The rule that `--tools` or `--plugins` asks for; undefined without them. If everyone may call everything unless a rule denies it, the rule denies all
 * but these. Throws `CommandFailed` for names of a wrong form, or if there is a rule of this name.
 */
export const keyRuleOf = async (
  { args }: Pick<CommandContext, 'args'>,
  { access, plugins }: Pick<Config, 'access' | 'plugins'>,
  caller: SeenCaller & { readonly client: string },
): Promise<KeyRule | undefined> => {
  const flags = (['tools', 'plugins'] as const).filter((flag) => args.has(flag));
  const [flag] = flags;
  if (flag === undefined) return undefined;
  if (flags.length > 1) throw misused('--tools and --plugins: give one of the two');
  const names = namesIn(flag, args.value(flag) ?? '');
  const { client } = caller;
  const name = client.replaceAll(/[^a-zA-Z0-9_-]/g, '-').slice(0, 64);
  if (Object.hasOwn(access.rules, name))
    throw misused(`There is a rule access.rules.${name} already. Change that one, and leave out --${flag}.`);
  const allows = access.default === 'deny';
  const rule: Rule = allows
    ? { clients: [client], [flag]: names }
    : { effect: 'deny', clients: [client], [flag]: names.map((each) => `!${each}`) };
  const rules = { ...access.rules, [name]: rule };
  const installed = await listInstalled(plugins.folder, { plugins }).catch(() => undefined);
  const manifests = installed?.plugins.flatMap(({ bundles }) => bundles.map(({ manifest }) => manifest)) ?? [];
  const slips = idleRules({ ...access, rules }, toolsOf(manifests)).filter((line) =>
    line.startsWith(`access.rules.${name}`),
  );
  const others = allows ? new Policy(access).rulesFor(caller).filter(({ isDeny }) => !isDeny) : [];
  const besides = others.length === 0 ? '' : `, and what ${others.map((each) => each.name).join(', ')} allows it`;
  const of = flag === 'tools' ? names.join(', ') : `the tools of ${names.join(', ')}`;
  return {
    summary: [`${client} could call ${of}${besides === '' ? ' only' : besides}, with each of its keys.`, ...slips],
    change: { path: ['access', 'rules', name], value: rule },
  };
};

const namesIn = (flag: RuleFlag, list: string): readonly string[] => {
  const names = [...new Set(list.split(','))];
  const form = FORMS[flag];
  const wrong = names.filter((name) => name.startsWith('!') || !new RegExp(form.pattern, 'u').test(name));
  if (wrong.length > 0)
    throw misused(`--${flag}: ${wrong.map((name) => JSON.stringify(name)).join(', ')} → ${form.words}`);
  return names;
};
