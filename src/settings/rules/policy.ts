// The access rules of a configuration, made ready to be looked up: finds the rules that match a caller without trying all of them. Front process
// and command line; pure.

import type { Caller } from '../../shared/protocol/caller.ts';
import { compositeKey } from '../../shared/text/composite-key.ts';
import { isPattern, type Matcher, matcherOf } from './pattern.ts';
import { type AccessSettings, hasAnnotation, type Rule, type Tool } from './rule.ts';

/** The members of a caller that rules see: the same rules match callers who share them. */
export const SEEN_BY_RULES = ['client', 'org', 'user', 'scopes'] as const;

/** A caller as rules see it. */
export type SeenCaller = Pick<Caller, (typeof SEEN_BY_RULES)[number]>;

/** A rule that can be matched. */
export interface ReadyRule {
  readonly name: string;
  /** Its place among the rules. */
  readonly at: number;
  readonly isDeny: boolean;
  readonly rule: Rule;
  /** True if the rule is about this caller, whatever its scopes. */
  readonly matchesCaller: (caller: SeenCaller) => boolean;
  readonly scopes: readonly string[];
  readonly matchesTool: (tool: Tool) => boolean;
}

/** The members of a caller by which rules are found. Each has one value but `scopes`. */
const INDEXED = ['clients', 'users', 'orgs', 'scopes'] as const;

export class Policy {
  readonly settings: AccessSettings;
  readonly rules: readonly ReadyRule[];
  /** False if everyone may call everything, with all limits as they are. */
  readonly isActive: boolean;
  /** Member and value → the rules that need exactly one of these values. */
  readonly #byValue = new Map<string, ReadyRule[]>();
  /** Rules that any caller may match. */
  readonly #others: ReadyRule[] = [];

  constructor(settings: AccessSettings) {
    this.settings = settings;
    this.rules = Object.entries(settings.rules).map(([name, rule], at) => readyRule(name, rule, at));
    this.isActive = this.rules.length > 0 || settings.default === 'deny';
    for (const ready of this.rules) this.#index(ready);
  }

  /** The rules that match the caller, in their order. With `despiteScopes`, also those for which only scopes are missing. */
  rulesFor(caller: SeenCaller, despiteScopes = false): readonly ReadyRule[] {
    const candidates = despiteScopes ? this.rules : this.#candidatesFor(caller);
    return candidates
      .filter((ready) => ready.matchesCaller(caller) && (despiteScopes || missingScopes(ready, caller).length === 0))
      .toSorted((one, other) => one.at - other.at);
  }

  #index(ready: ReadyRule): void {
    const { rule } = ready;
    const member = INDEXED.find((each) => rule[each] !== undefined && !rule[each].some(isPatternIn(each)));
    if (member === undefined) return void this.#others.push(ready);
    // A caller needs all scopes, so the first one finds the rule.
    const values = member === 'scopes' ? (rule.scopes ?? []).slice(0, 1) : (rule[member] ?? []);
    if (member === 'scopes' && values.length === 0) return void this.#others.push(ready);
    for (const value of new Set(values)) {
      const key = compositeKey(member, value);
      this.#byValue.set(key, [...(this.#byValue.get(key) ?? []), ready]);
    }
  }

  #candidatesFor({ client, user, org, scopes }: SeenCaller): readonly ReadyRule[] {
    const found = new Set(this.#others);
    const add = (member: (typeof INDEXED)[number], value: string | undefined): void => {
      for (const ready of value === undefined ? [] : (this.#byValue.get(compositeKey(member, value)) ?? []))
        found.add(ready);
    };
    add('clients', client);
    add('users', user);
    add('orgs', org);
    for (const scope of scopes) add('scopes', scope);
    return [...found];
  }
}

/** Scopes are compared as they are. */
const isPatternIn = (member: (typeof INDEXED)[number]) => (value: string) => member !== 'scopes' && isPattern(value);

/** Scopes that the rule needs and the caller does not have. */
export const missingScopes = ({ scopes }: ReadyRule, caller: SeenCaller): readonly string[] =>
  scopes.filter((scope) => !caller.scopes.includes(scope));

const readyRule = (name: string, rule: Rule, at: number): ReadyRule => {
  const clients = nameMatcher(rule.clients);
  const orgs = nameMatcher(rule.orgs);
  const users = nameMatcher(rule.users);
  const plugins = nameMatcher(rule.plugins);
  const tools = nameMatcher(rule.tools);
  return {
    name,
    at,
    isDeny: rule.effect === 'deny',
    rule,
    scopes: rule.scopes ?? [],
    matchesCaller: (caller) => clients(caller.client) && orgs(caller.org) && users(caller.user),
    matchesTool: (tool) =>
      plugins(tool.pluginName) &&
      tools(tool.toolName) &&
      (rule.annotations ?? []).every((wanted) => hasAnnotation(tool, wanted)),
  };
};

/** Everything matches a list that is absent. Nobody without a name matches one that is there. */
const nameMatcher = (texts: readonly string[] | undefined): ((name: string | undefined) => boolean) => {
  if (texts === undefined) return () => true;
  const matches: Matcher = matcherOf(texts);
  return (name) => name !== undefined && matches(name);
};
