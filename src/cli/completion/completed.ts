// The commands in the form that shells complete: names, flags, and the kind of value of each flag.

import type { CommandEntry } from '../common/command.ts';
import { letterOf } from '../common/command-line.ts';

/** Kind of a value: a file name, a folder, one of some words, or anything, which is not completed. */
export type Completed = 'files' | 'folders' | 'nothing' | readonly string[];

export interface CompletedFlag {
  readonly name: string;
  readonly letter: string | undefined;
  readonly meaning: string;
  /** Absent for a switch, and for a flag whose value may be left out: the next word is not its value. */
  readonly value?: Completed;
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** Kinds of its words, in their order. */
  readonly words: readonly Completed[];
}

const KINDS: Readonly<Record<string, Completed>> = {
  DIR: 'folders',
  FILE: 'files',
  FOLDER: 'files',
  KEY: 'files',
  PATH: 'files',
};

const kindOf = (name: string, values: readonly string[] | undefined): Completed =>
  values ?? (Object.hasOwn(KINDS, name) ? (KINDS[name] as Completed) : 'nothing');

/** The commands of a list. Loads every command's module to read its usage. */
export const completedCommands = (entries: readonly CommandEntry[]): Promise<readonly CompletedCommand[]> =>
  Promise.all(
    entries.map(async ({ name, summary, load }) => {
      const { flags = {}, words = [] } = (await load()).command.usage;
      const listed = Object.entries(flags).map(([flag, { argument, isOptional, meaning, values }]) => ({
        name: flag,
        letter: letterOf(flag),
        meaning,
        ...(argument !== undefined && !isOptional && { value: kindOf(argument, values) }),
      }));
      const help = { name: 'help', letter: letterOf('help'), meaning: 'show the arguments and flags of the command' };
      return { name, summary, flags: [...listed, help], words: words.map((word) => kindOf(word.name, word.values)) };
    }),
  );

/** The spellings of a flag, such as `--out` and `-o`. */
export const spellings = ({ name, letter }: CompletedFlag): readonly string[] => [
  `--${name}`,
  ...(letter === undefined ? [] : [`-${letter}`]),
];
