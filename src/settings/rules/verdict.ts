// Decides whether a call is allowed by the rules that match its caller, and which limits are lower for it. Front process and command line; pure.

import type { Caller } from '../../shared/protocol/caller.ts';
import { compositeKey } from '../../shared/text/composite-key.ts';
import { missingScopes, type Policy, type ReadyRule } from './policy.ts';
import { RULE_LIMITS, type RuleLimits, SCRIPT_RULE_LIMITS, SCRIPTS_PLUGIN, type Tool } from './rule.ts';

export interface LoweredLimits {
  /** The same for equal values. */
  readonly key: string;
  readonly values: RuleLimits;
  /** Limit → name of the rule that sets it. */
  readonly rules: Readonly<Record<string, string>>;
}

/** The decision about a tool. `rule` is the name of the rule that made it; absent if `access.default` did. */
export type Verdict =
  | { readonly isAllowed: true; readonly rule?: string; readonly limits?: LoweredLimits }
  | { readonly isAllowed: false; readonly rule?: string };

/** Decides by the rules that match the caller. A rule that denies wins; the lowest of several limits holds. */
export const judge = (policy: Policy, rules: readonly ReadyRule[], tool: Tool): Verdict => {
  const matching = rules.filter((ready) => ready.matchesTool(tool));
  const denying = matching.find(({ isDeny }) => isDeny);
  if (denying !== undefined) return { isAllowed: false, rule: denying.name };
  const [allowing] = matching;
  if (allowing === undefined) return { isAllowed: policy.settings.default === 'allow' };
  const limits = lowestOf(matching, tool.pluginName === SCRIPTS_PLUGIN ? SCRIPT_RULE_LIMITS : RULE_LIMITS);
  return { isAllowed: true, rule: allowing.name, ...(limits && { limits }) };
};

const lowestOf = (
  rules: readonly ReadyRule[],
  limitNames: readonly (keyof RuleLimits)[],
): LoweredLimits | undefined => {
  const values: Record<string, number> = {};
  const names: Record<string, string> = {};
  for (const { name, rule } of rules)
    for (const limit of limitNames) {
      const value = rule.limits?.[limit];
      if (value === undefined || value >= (values[limit] ?? Infinity)) continue;
      values[limit] = value;
      names[limit] = name;
    }
  if (Object.keys(names).length === 0) return undefined;
  const key = compositeKey(...limitNames.map((limit) => values[limit] ?? null));
  return Object.freeze({ key, values: Object.freeze(values), rules: Object.freeze(names) });
};

/**
 * Scopes with which the caller could call the tool: those that it lacks for the first rule that would allow the call. Empty if no scope helps,
 * because a rule denies the call or none allows it.
 */
export const helpfulScopes = (policy: Policy, caller: Caller, tool: Tool): readonly string[] => {
  const rules = policy.rulesFor(caller, true).filter((ready) => ready.matchesTool(tool));
  if (rules.some((ready) => ready.isDeny && missingScopes(ready, caller).length === 0)) return [];
  const helpful = rules.find((ready) => !ready.isDeny && missingScopes(ready, caller).length > 0);
  return helpful === undefined ? [] : missingScopes(helpful, caller);
};
