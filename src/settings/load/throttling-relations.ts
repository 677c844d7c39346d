// Checks that the settings of `throttling` fit together. Front process and command line.

import type { Config } from '../config.ts';
import type { Found } from '../file/check-file.ts';
import { type Problem, under } from '../problem.ts';

const LIMITS = ['calls', 'concurrentCalls', 'cpuMs', 'egressRequests', 'egressBytes'] as const;

/** Refuses quotas that limit nothing. */
export function checkThrottling(
  { throttling }: Pick<Config, 'throttling'>,
  found: ReadonlyMap<string, Found>,
  refused: ReadonlySet<string>,
): readonly Problem[] {
  const problem = (setting: string, wrong: string, fix: string): readonly Problem[] =>
    [...refused].some((path) => path === setting || path.startsWith(`${setting}.`))
      ? []
      : [{ where: placeOf(setting, found), setting, wrong, fix }];
  return Object.entries(throttling.quotas).flatMap(([name, quota]) => {
    const setting = under('throttling.quotas', name);
    if (LIMITS.every((limit) => quota[limit] === undefined))
      return problem(setting, 'the quota names no amount, so it limits nothing', `add one of ${LIMITS.join(', ')}`);
    if (quota.burst !== undefined && quota.calls === undefined)
      return problem(`${setting}.burst`, 'it says how many of `calls` may come at once', 'add calls');
    return [];
  });
}

/** The place of a setting, or of the first setting inside it. */
const placeOf = (setting: string, found: ReadonlyMap<string, Found>): string => {
  const inner = [...found.keys()].find((path) => path === setting || path.startsWith(`${setting}.`));
  return (inner === undefined ? undefined : found.get(inner)?.source) ?? 'default';
};
