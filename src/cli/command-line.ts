// Reads the words of one command by its usage: every slip at once, each with what was probably meant.

import { parseArgs } from 'node:util';
import { nearest } from '../config/nearest.ts';
import { shown } from '../config/problem.ts';
import { type CommandUsage, type Given, misused } from './command.ts';
import { flagNamed, letterOf } from './short-flags.ts';

type Token = ReturnType<typeof tokensOf>[number];

/** What the words say. Throws `CommandFailed` with every problem, for exit code 2. */
export const readGiven = (name: string, usage: CommandUsage, words: readonly string[]): Given => {
  const flags = usage.flags ?? {};
  const values = new Map<string, string | true>();
  const found: string[] = [];
  const problems: string[] = [];
  let isAfterUnknown = false;
  for (const token of tokensOf(words, usage)) {
    if (token.kind === 'option') {
      const problem = problemWith(token, usage);
      // What follows an unknown flag may be its value: it is not complained of a second time.
      isAfterUnknown = !Object.hasOwn(flags, token.name) && token.value === undefined;
      if (problem === undefined) values.set(token.name, token.value ?? true);
      else problems.push(problem);
    } else if (token.kind === 'positional') {
      if (!isAfterUnknown) found.push(token.value);
      isAfterUnknown = false;
    }
  }
  problems.push(...wordProblems(found, usage, problems.length > 0));
  if (problems.length > 0) throw misused(...problems, `"toolcell ${name} --help" shows what it takes.`);
  return {
    word: (place) => found[place],
    value: (flag) => {
      const value = values.get(checked(flag, usage));
      return typeof value === 'string' ? value : undefined;
    },
    has: (flag) => values.has(checked(flag, usage)),
  };
};

/** A command that asks for a flag it does not list would never get it. */
const checked = (flag: string, { flags = {} }: CommandUsage): string => {
  if (!Object.hasOwn(flags, flag)) throw new Error(`the command asks for --${flag}, which its usage does not list`);
  return flag;
};

/** Not strict: that mode throws at the first slip, and a person wants to hear of all of them. */
const tokensOf = (words: readonly string[], { flags = {} }: CommandUsage) =>
  parseArgs({
    args: words.map((word, index) => (isForgotten(word, words[index + 1], flags) ? `--${flagNamed(word)}=` : word)),
    options: Object.fromEntries(
      Object.entries(flags).map(([flag, { argument }]) => [
        flag,
        {
          type: argument === undefined ? ('boolean' as const) : ('string' as const),
          ...(letterOf(flag) !== undefined && { short: letterOf(flag) as string }),
        },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;

/** `--out --json` has forgotten a value, and must not take the next flag for one. */
const isForgotten = (word: string, next: string | undefined, flags: NonNullable<CommandUsage['flags']>): boolean => {
  const name = flagNamed(word);
  if (name === undefined || !Object.hasOwn(flags, name) || flags[name]?.argument === undefined) return false;
  return next === undefined || /^-\D/.test(next);
};

const problemWith = (token: Token & { kind: 'option' }, { flags = {} }: CommandUsage): string | undefined => {
  const { name, rawName, value } = token;
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (flag === undefined) {
    const [near] = nearest(name, [...Object.keys(flags), 'help']);
    const known = Object.keys(flags).map((each) => `--${each}`);
    const hint = near === undefined ? `it takes ${known.join(', ') || 'no flags'}` : `did you mean --${near}?`;
    return `${shown(rawName)}: there is no such flag → ${hint}`;
  }
  if (flag.argument === undefined) return value === undefined ? undefined : `--${name}: it takes no value`;
  return value ? undefined : `--${name}: it has no value → write --${name} ${flag.argument}`;
};

const wordProblems = (
  found: readonly string[],
  { words = [] }: CommandUsage,
  hasOthers: boolean,
): readonly string[] => {
  const extra = found.slice(words.length).map((word) => `${shown(JSON.stringify(word))}: unexpected argument`);
  const missing = words.slice(found.length).filter(({ isOptional }) => !isOptional);
  if (hasOthers) return extra;
  return [...extra, ...missing.map(({ name, meaning }) => `${name} is missing: ${meaning}`)];
};
