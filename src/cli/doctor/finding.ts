// The findings of `toolcell doctor`: one for each thing that it checks, with advice if something is wrong.

import type { Style } from '../common/command.ts';

export interface Finding {
  /** Name of the check, one or two words. */
  readonly check: string;
  /** `bad`: calls cannot work, or the server does not start. `warning`: it works, but less well or less safely. */
  readonly level: 'good' | 'warning' | 'bad';
  readonly found: string;
  /** What to do. Absent if `level` is `good`. */
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

export const findingLines = (findings: readonly Finding[], style: Style): readonly string[] => {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings.flatMap(({ check, level, found, advice }) => [
    `${style[level](SIGNS[level])} ${check.padEnd(width)}  ${found}`,
    ...(advice === undefined ? [] : [`    → ${advice}`]),
  ]);
};
