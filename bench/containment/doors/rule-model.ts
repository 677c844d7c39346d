// A model of the access rules that walks all of them, and rule sets to compare a server with it.

import fc from 'fast-check';
import { clientName, ORGS, type Person, SCOPES, TOOLS } from './people.ts';

/** A rule as the configuration has it. */
export interface ModelRule {
  readonly effect: 'allow' | 'deny';
  readonly clients?: readonly string[];
  readonly orgs?: readonly string[];
  readonly scopes?: readonly string[];
  readonly tools?: readonly string[];
}

/** A whole set of rules: `access.rules` and `access.default`. */
export interface RuleSet {
  readonly rules: Readonly<Record<string, ModelRule>>;
  readonly default: 'allow' | 'deny';
}

const fits = (glob: string, name: string): boolean =>
  new RegExp(`^${glob.split('*').map(RegExp.escape).join('.*')}$`, 's').test(name);

const fitsAny = (globs: readonly string[] | undefined, name: string): boolean =>
  globs === undefined || globs.some((glob) => fits(glob, name));

/** True if the rules let the person call the tool. A rule that denies wins; without any that matches, the default decides. */
export const isAllowed = (set: RuleSet, person: Person, toolName: string): boolean => {
  const effects = Object.values(set.rules)
    .filter(
      ({ clients, orgs, scopes, tools }) =>
        fitsAny(clients, person.client) &&
        fitsAny(orgs, person.org) &&
        (scopes ?? []).every((scope) => person.scopes.includes(scope)) &&
        fitsAny(tools, toolName),
    )
    .map(({ effect }) => effect);
  if (effects.includes('deny')) return false;
  return effects.includes('allow') || set.default === 'allow';
};

const someOf = (values: readonly string[], most: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most });

const ruleSets = (clients: number): fc.Arbitrary<RuleSet> => {
  const names = Array.from({ length: clients }, (_, at) => clientName(at));
  const rule: fc.Arbitrary<ModelRule> = fc.record(
    {
      effect: fc.constantFrom('allow', 'allow', 'deny'),
      clients: someOf([...names, 'client-1*', 'client-*7', 'client-*'], 20),
      orgs: someOf([...ORGS, 'org-*'], 3),
      scopes: someOf(SCOPES, 2),
      tools: someOf([...TOOLS, 'get_*', 'set_*', '*'], 4),
    },
    { requiredKeys: ['effect', 'tools'] },
  );
  return fc.record({
    rules: fc
      .array(rule, { minLength: 1, maxLength: 40 })
      .map((rules) => Object.fromEntries(rules.map((each, at) => [`rule-${at}`, each]))),
    default: fc.constantFrom('allow', 'deny'),
  });
};

/** `count` rule sets for that many clients, the same ones for the same `seed`. */
export const sampleRuleSets = (count: number, clients: number, seed: number): readonly RuleSet[] =>
  fc.sample(ruleSets(clients), { numRuns: count, seed });
