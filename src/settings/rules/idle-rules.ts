// Finds access rules that can never match or decide nothing. Most are slips, and they matter: a rule that denies a misspelt tool denies nothing.
// Front process and command line; pure.

import { nearest } from '../../shared/text/nearest.ts';
import { isExcluding, isPattern, matcherOf, withoutMark } from './pattern.ts';
import { Policy, type ReadyRule } from './policy.ts';
import type { AccessSettings, Rule, Tool } from './rule.ts';

const LISTS = ['clients', 'orgs', 'users', 'scopes', 'plugins', 'tools', 'annotations'] as const;

/** One line for each finding: the setting, what is wrong, what to do. `tools` are all that are in the folder. */
export const idleRules = (settings: AccessSettings, tools: readonly Tool[]): readonly string[] => {
  const policy = new Policy(settings);
  const denying = policy.rules.filter(({ isDeny }) => isDeny);
  const found = policy.rules.flatMap((ready) => {
    for (const find of [() => neverMatching(ready), () => unknownNames(ready, tools)]) {
      const lines = find();
      if (lines.length > 0) return lines;
    }
    return withoutEffect(ready, settings, denying);
  });
  const nobody = policy.rules.every(({ isDeny }) => isDeny) && settings.default === 'deny';
  return nobody
    ? [...found, line('access.default', 'it denies every call, and no rule allows one', 'add a rule that allows calls')]
    : found;
};

const line = (setting: string, wrong: string, fix: string): string => `${setting}: ${wrong} → ${fix}`;

const neverMatching = ({ name, rule }: ReadyRule): readonly string[] => {
  const setting = `access.rules.${name}`;
  const empty = LISTS.filter((list) => rule[list]?.length === 0 && list !== 'scopes' && list !== 'annotations');
  const opposed = (rule.annotations ?? []).filter((wanted) => rule.annotations?.includes(`!${wanted}`));
  return [
    ...empty.map((list) =>
      line(`${setting}.${list}`, 'the list is empty, so the rule matches nothing', 'name something, or remove it'),
    ),
    ...opposed.map((wanted) =>
      line(`${setting}.annotations`, `no tool has ${wanted} and lacks it, too`, 'keep one of the two'),
    ),
  ];
};

const unknownNames = (ready: ReadyRule, tools: readonly Tool[]): readonly string[] => {
  if (tools.length === 0) return [];
  const { name, rule } = ready;
  const setting = `access.rules.${name}`;
  const plugins = [...new Set(tools.map(({ pluginName }) => pluginName))];
  const ofPlugins = tools.filter((tool) => rule.plugins === undefined || matcherOf(rule.plugins)(tool.pluginName));
  const unknown = [
    ...missingIn(`${setting}.plugins`, 'plugin', rule.plugins, plugins),
    ...missingIn(
      `${setting}.tools`,
      'tool',
      rule.tools,
      ofPlugins.map(({ toolName }) => toolName),
    ),
  ];
  if (unknown.length > 0 || tools.some(ready.matchesTool)) return unknown;
  return [line(setting, 'it matches no tool that is in the plugins folder', 'correct it, or remove it')];
};

/** A line for each text that no name matches. */
const missingIn = (
  setting: string,
  word: string,
  texts: readonly string[] | undefined,
  names: readonly string[],
): readonly string[] =>
  (texts ?? [])
    .map(withoutMark)
    .filter((text) => !names.some(matcherOf([text])))
    .map((text) => {
      const [near] = isPattern(text) ? [] : nearest(text, names);
      const fix = near === undefined ? 'correct it, or remove it' : `did you mean "${near}"?`;
      return line(setting, `no ${word} ${isPattern(text) ? 'matches' : 'has the name'} "${text}"`, fix);
    });

const withoutEffect = (
  ready: ReadyRule,
  settings: AccessSettings,
  denying: readonly ReadyRule[],
): readonly string[] => {
  const setting = `access.rules.${ready.name}`;
  if (ready.isDeny) return [];
  const covering = denying.find(({ rule }) => covers(rule, ready.rule));
  if (covering !== undefined) {
    const wrong = `access.rules.${covering.name} denies everything that it allows, and what denies wins`;
    return [line(setting, wrong, 'narrow that rule, or remove this one')];
  }
  if (settings.default === 'deny' || ready.rule.limits !== undefined) return [];
  return [
    line(
      setting,
      'it allows what everyone may do already, because access.default is "allow"',
      'set access.default to "deny", or remove the rule',
    ),
  ];
};

/** True if `wide` surely matches whatever `narrow` matches. */
const covers = (wide: Rule, narrow: Rule): boolean =>
  (['clients', 'orgs', 'users', 'plugins', 'tools'] as const).every((list) => coversNames(wide[list], narrow[list])) &&
  (['scopes', 'annotations'] as const).every((list) =>
    (wide[list] ?? []).every((wanted) => narrow[list]?.includes(wanted) === true),
  );

const coversNames = (wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean => {
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  const matches = matcherOf(wide);
  const excludes = wide.some(isExcluding);
  // All but some names: only what matches everything surely matches these.
  if (narrow.length > 0 && narrow.every(isExcluding)) return !excludes && wide.includes('*');
  const isCovered = (text: string): boolean => !excludes && (wide.includes('*') || wide.includes(text));
  return narrow
    .filter((text) => !isExcluding(text))
    .every((text) => isCovered(text) || (!isPattern(text) && matches(text)));
};

/** The scopes of keys that no rule asks for, each once. Empty if there are no rules. */
export const unusedScopes = (
  { rules }: AccessSettings,
  keys: readonly { readonly scopes: readonly string[] }[],
): readonly string[] => {
  if (Object.keys(rules).length === 0) return [];
  const used = new Set(Object.values(rules).flatMap(({ scopes = [] }) => scopes));
  return [...new Set(keys.flatMap(({ scopes }) => scopes))].filter((scope) => !used.has(scope));
};

/** Whom the door of a server can name. */
export interface Nameable {
  readonly clients: readonly string[];
  readonly orgs: readonly string[];
  /** Begins the name of each client of a token; undefined if the server takes no tokens. Those of users and organisations may be any. */
  readonly tokenClients: string | undefined;
}

type Naming = Partial<Pick<Rule, 'clients' | 'orgs' | 'users'>>;

/** One line for each name or pattern of callers but `*`, in rules or quotas, that no key, certificate or token can name. `settings`: setting → what it names. */
export const unnameable = (settings: Readonly<Record<string, Naming>>, nameable: Nameable): readonly string[] => {
  const { clients, orgs, tokenClients } = nameable;
  const lines = (setting: string, texts: readonly string[] | undefined, isNamed: (text: string) => boolean) =>
    (texts ?? [])
      .map(withoutMark)
      .filter((text) => !isNamed(text))
      .map((text) =>
        line(setting, `no key, certificate or token can name "${text}"`, fixFor(text, [...clients, ...orgs])),
      );
  const isKnown = (names: readonly string[]) => (text: string) => text === '*' || names.some(matcherOf([text]));
  const hasTokens = tokenClients !== undefined;
  return Object.entries(settings).flatMap(([setting, naming]) => [
    ...lines(
      `${setting}.clients`,
      naming.clients,
      (text) => isKnown(clients)(text) || (hasTokens && mayBegin(text, tokenClients)),
    ),
    ...lines(`${setting}.orgs`, naming.orgs, (text) => isKnown(orgs)(text) || hasTokens),
    ...lines(`${setting}.users`, naming.users, () => hasTokens),
  ]);
};

const fixFor = (text: string, names: readonly string[]): string => {
  const [near] = isPattern(text) ? [] : nearest(text, names);
  return near === undefined ? 'correct it, or make a key: toolcell key create' : `did you mean "${near}"?`;
};

/** True if a name that begins so may match the text, which is a name or a pattern. */
const mayBegin = (text: string, beginning: string): boolean => {
  const [first = ''] = text.split('*');
  return first.startsWith(beginning) || (isPattern(text) && beginning.startsWith(first));
};
