// Problems of a configuration: where, which setting, what is wrong, and what to do. Front process and command line.

import { excerpt } from '../shared/text/excerpt.ts';

/** One thing to correct. */
export interface Problem {
  /** `sandbox.config.json:12:18`, `TOOLCELL_PORT`, `--port`. */
  readonly where: string;
  /** Path of the setting, if the problem has one. */
  readonly setting?: string;
  readonly wrong: string;
  readonly fix: string;
}

/** The text of a problem without its place. */
export type Fault = Pick<Problem, 'wrong' | 'fix'>;

/** Most problems that are listed. The others are only counted. */
export const MAX_LISTED = 100;

/** The problem as one line: `sandbox.config.json:12:18 limits.memoryMb: 4 is below 16 → set it to 16 or more`. */
export const problemLine = ({ where, setting, wrong, fix }: Problem): string =>
  `${where}${setting === undefined ? '' : ` ${setting}`}: ${wrong} → ${fix}`;

/** The first 100 problems as lines, and the number of the others, so that a file of garbage does not flood a terminal. */
export function problemLines(problems: readonly Problem[]): string[] {
  const lines = problems.slice(0, MAX_LISTED).map(problemLine);
  const more = problems.length - lines.length;
  return more === 0 ? lines : [...lines, `… and ${more} more`];
}

/** The path of `name` below `path`. Names with special characters are quoted: `plugins.overrides["a.b"]`. */
export function under(path: string, name: string): string {
  if (!/^[\w$-]{1,64}$/.test(name)) return `${path}[${excerpt(JSON.stringify(name))}]`;
  return path === '' ? name : `${path}.${name}`;
}
