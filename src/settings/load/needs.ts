// Checks that a setting has those that its row says it needs. Front process and command line.

import type { Problem } from '../problem.ts';
import { SETTING_BY_PATH } from '../settings.ts';
import type { Checked } from './report.ts';

/** The first missing need of each setting that is set. A setting is set if it differs from its default. */
export function* needProblems({ found, refused, report }: Checked): Generator<Problem> {
  const isSet = (path: string): boolean =>
    JSON.stringify(found.get(path)?.value) !== JSON.stringify(SETTING_BY_PATH.get(path)?.default);
  for (const [path, { needs = [] }] of SETTING_BY_PATH) {
    if (needs.length === 0 || !isSet(path)) continue;
    const missing = needs.find((need) => !need.split(' or ').some((other) => refused.has(other) || isSet(other)));
    if (missing !== undefined) yield* report(path, `it needs ${missing}, which is not set`, `set ${missing}, too`);
  }
}
