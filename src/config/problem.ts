// What is wrong with a configuration, and how it is said: where, which setting, what is wrong, what to do.

/** One thing to put right. */
export interface Problem {
  /** `sandbox.config.json:12:18`, `TOOLCELL_PORT`, `--port`. */
  readonly where: string;
  /** Path of the setting, where the problem is with one. */
  readonly setting?: string;
  readonly wrong: string;
  readonly fix: string;
}

/** Problems that are told in full; of the others only the number. */
export const MAX_TOLD = 100;

const MAX_SHOWN = 60;

/** The problem as one line: `sandbox.config.json:12:18 limits.memoryMb: 4 is below 16 → set it to 16 or more`. */
export const problemLine = ({ where, setting, wrong, fix }: Problem): string =>
  `${where}${setting === undefined ? '' : ` ${setting}`}: ${wrong} → ${fix}`;

/** All problems as lines; past the first 100 only their number, so that a file of garbage does not flood a terminal. */
export function problemLines(problems: readonly Problem[]): string[] {
  const lines = problems.slice(0, MAX_TOLD).map(problemLine);
  const more = problems.length - lines.length;
  return more === 0 ? lines : [...lines, `… and ${more} more`];
}

/** `text` on one line of at most 60 characters, with control characters escaped, for use inside a message. */
export function shown(text: string): string {
  const oneLine = text
    .slice(0, MAX_SHOWN * 4)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`);
  const characters = [...oneLine];
  return characters.length <= MAX_SHOWN && text.length <= MAX_SHOWN * 4
    ? oneLine
    : `${characters.slice(0, MAX_SHOWN - 1).join('')}…`;
}

/** The path of `name` under `path`; a name with other than plain characters is quoted: `plugins.overrides["a.b"]`. */
export function under(path: string, name: string): string {
  if (!/^[\w$-]{1,64}$/.test(name)) return `${path}[${shown(JSON.stringify(name))}]`;
  return path === '' ? name : `${path}.${name}`;
}
