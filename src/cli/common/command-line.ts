// Reads the arguments of one command by its usage. Reports all mistakes at once, each with the name that was probably meant.

import { shown } from '../../catalog/model/refusal.ts';
import { type FlagShapes, readFlagWords } from '../../settings/flags.ts';
import { problemLine } from '../../settings/problem.ts';
import { excerpt } from '../../shared/text/excerpt.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { type CommandUsage, misused, type ParsedArgs } from './command.ts';

/** Letter → flag. A letter means the same flag in every command. `-p` is the port, as in other servers; the plugins folder is `-d`, a directory. */
export const SHORT_FLAGS: Readonly<Record<string, string>> = Object.freeze({
  c: 'config',
  d: 'plugins',
  h: 'help',
  j: 'json',
  k: 'key',
  o: 'out',
  p: 'port',
  t: 'template',
  u: 'url',
  y: 'yes',
});

const LETTERS = new Map(Object.entries(SHORT_FLAGS).map(([letter, flag]) => [flag, letter]));

/** The letter of a flag, if it has one. */
export const letterOf = (flag: string): string | undefined => LETTERS.get(flag);

/** Reads the arguments. Throws `CommandFailed` with every problem, for exit code 2. */
export const parseArgs = (name: string, usage: CommandUsage, args: readonly string[]): ParsedArgs => {
  const { values, words, problems } = readFlagWords(args, shapesOf(usage));
  const lines = [...problems.map(problemLine), ...wordProblems(words, usage, problems.length > 0)];
  if (lines.length > 0) throw misused(...lines, `"toolcell ${name} --help" shows its arguments and flags.`);
  return {
    word: (place) => words[place],
    value: (flag) => {
      const value = values.get(checked(flag, usage));
      return typeof value === 'string' ? value : undefined;
    },
    has: (flag) => values.has(checked(flag, usage)),
  };
};

const shapesOf = ({ flags = {} }: CommandUsage): FlagShapes =>
  Object.fromEntries(
    Object.entries(flags).map(([flag, { argument, isOptional = false }]) => {
      const short = letterOf(flag);
      return [flag, { isOptional, ...(argument !== undefined && { argument }), ...(short !== undefined && { short }) }];
    }),
  );

/** Throws if a command reads a flag that its usage does not list: the flag could never be given. */
const checked = (flag: string, { flags = {} }: CommandUsage): string => {
  if (!Object.hasOwn(flags, flag)) throw new Error(`the command reads --${flag}, which its usage does not list`);
  return flag;
};

const wordProblems = (
  found: readonly string[],
  { words = [] }: CommandUsage,
  hasOthers: boolean,
): readonly string[] => {
  const extra = found.slice(words.length).map((word) => `${excerpt(JSON.stringify(word))}: unexpected argument`);
  const missing = words.slice(found.length).filter(({ isOptional }) => !isOptional);
  if (hasOthers) return extra;
  return [...extra, ...missing.map(({ name, meaning }) => `${name} is missing: ${meaning}`)];
};

/** Refuses flags that the action would not heed. `actionsOf`: flag → its actions; a flag that is not named is for all. Throws `CommandFailed`. */
export const refuseOtherFlags = <Action extends string>(
  args: ParsedArgs,
  action: Action,
  actionsOf: Readonly<Record<string, readonly Action[]>>,
): void => {
  const unheeded = Object.entries(actionsOf).filter(([flag, actions]) => args.has(flag) && !actions.includes(action));
  if (unheeded.length > 0)
    throw misused(
      ...unheeded.map(([flag, actions]) => `--${flag}: is for ${actions.join(', ')}, and not for ${action}`),
    );
};

/** The argument `ACTION` of a command that has several. Throws `CommandFailed` for any other word, for exit code 2. */
export const actionIn = <Action extends string>(args: ParsedArgs, actions: readonly Action[]): Action => {
  const word = args.word(0) ?? '';
  const action = actions.find((one) => one === word);
  if (action !== undefined) return action;
  const [near] = nearest(word, actions);
  const hint = near === undefined ? actions.join(', ') : `did you mean ${near}?`;
  throw misused(`ACTION: ${shown(JSON.stringify(word))} is none → ${hint}`);
};
