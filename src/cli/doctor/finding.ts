// What `toolcell doctor` finds: one line for each thing it looked at, and what to do about those that are not as they should be.

import type { Paint } from '../command.ts';

export interface Finding {
  /** What was looked at, one or two words. */
  readonly check: string;
  /** `bad`: calls cannot work, or the server does not start. `warning`: it works, but less well or less safely. */
  readonly level: 'good' | 'warning' | 'bad';
  readonly found: string;
  readonly advice?: string;
}

export const good = (check: string, found: string): Finding => ({ check, level: 'good', found });
export const warning = (check: string, found: string, advice: string): Finding => ({
  check,
  level: 'warning',
  found,
  advice,
});
export const bad = (check: string, found: string, advice: string): Finding => ({ check, level: 'bad', found, advice });

const SIGNS = { good: '✓', warning: '!', bad: '✗' } as const;

/** Lines for a person. */
export const findingLines = (findings: readonly Finding[], paint: Paint): readonly string[] => {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings.flatMap(({ check, level, found, advice }) => [
    `${paint[level](SIGNS[level])} ${check.padEnd(width)}  ${found}`,
    ...(advice === undefined ? [] : [`    → ${advice}`]),
  ]);
};
