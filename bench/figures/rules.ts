// Measures what access rules cost a call: a thousand rules, ten thousand clients, any tool.

import fc from 'fast-check';
import { Access, type Tools } from '../../src/front/gates/access/access.ts';
import type { AccessSettings, Rule } from '../../src/settings/rules/rule.ts';
import type { Caller } from '../../src/shared/protocol/caller.ts';
import { median } from '../measure/statistics.ts';
import type { Part } from './part.ts';

const CLIENTS = 10_000;
const RULES = 1_000;
const TOOLS = 100;
const CALLS = 200_000;
const SEED = 13;

/** The median of the rounds. The callers are new objects, as those of requests are. */
export const measureRules: Part = async ({ rounds, onProgress }) => {
  const settings = settingsOf();
  const tools: Tools = new Map(Array.from({ length: TOOLS }, (_, at) => [`tool_${at}`, toolAt(at)]));
  const callers = Array.from({ length: CLIENTS }, (_, at) => callerAt(at));
  const eachUs: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    onProgress(`rules: round ${round} of ${rounds}`);
    const access = new Access({ settings: () => settings, tools: () => tools });
    const startMs = performance.now();
    for (let call = 0; call < CALLS; call += 1)
      access.viewOf({ ...(callers[(call * 7_919) % CLIENTS] as Caller) })?.allows(`tool_${(call * 31) % TOOLS}`);
    // Round 0 warms up. Each round begins with empty memory, so the first call of each client is in it.
    if (round > 0) eachUs.push(((performance.now() - startMs) * 1_000) / CALLS);
  }
  return [
    {
      name: `access rules: the verdict on a call, ${RULES} rules and ${CLIENTS} clients`,
      reached: median(eachUs),
      unit: 'µs',
      goal: { atMost: 5 },
    },
  ];
};

const toolAt = (at: number) => ({ toolName: `tool_${at}`, pluginName: `plugin-${at % 10}`, annotations: {} });

const callerAt = (at: number): Caller => ({
  name: `client:client-${at}`,
  client: `client-${at}`,
  org: `org-${at % 100}`,
  scopes: [`scope-${at % 50}`, 'tools:call'],
});

/** Rules of all kinds: most name clients, organisations or scopes, some have patterns. */
const settingsOf = (): AccessSettings => {
  const number = (most: number) => fc.integer({ min: 0, max: most - 1 });
  const listOf = (make: fc.Arbitrary<string>) => fc.uniqueArray(make, { minLength: 1, maxLength: 5 });
  const whom = fc.oneof(
    { weight: 6, arbitrary: fc.record({ clients: listOf(number(CLIENTS).map((at) => `client-${at}`)) }) },
    { weight: 2, arbitrary: fc.record({ orgs: listOf(number(100).map((at) => `org-${at}`)) }) },
    { weight: 1, arbitrary: fc.record({ scopes: listOf(number(50).map((at) => `scope-${at}`)) }) },
    { weight: 1, arbitrary: fc.record({ clients: listOf(number(100).map((at) => `client-${at}*`)) }) },
  );
  const rule: fc.Arbitrary<Rule> = fc
    .tuple(whom, fc.constantFrom<'allow' | 'deny'>('allow', 'deny'), listOf(number(TOOLS).map((at) => `tool_${at}`)))
    .map(([who, effect, tools]) => ({ ...who, effect, tools }));
  const rules = fc.sample(rule, { numRuns: RULES, seed: SEED });
  return {
    rules: Object.fromEntries(rules.map((each, at) => [`rule-${at}`, each])),
    default: 'deny',
    unlisted: 'hidden',
  };
};
