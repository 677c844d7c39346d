// The commands as shells complete them: names, flags, and what kind of value each takes.

import type { CommandEntry } from '../command-list.ts';
import { letterOf } from '../short-flags.ts';

/** What is completed in a place: file names, folders, some words, or nothing. */
export type Completed = 'files' | 'folders' | 'nothing' | readonly string[];

export interface CompletedFlag {
  readonly name: string;
  readonly letter: string | undefined;
  readonly meaning: string;
  /** Absent for a switch. */
  readonly value?: Completed;
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** What its words are, in their order. */
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

/** Loads every command, for what its usage says. */
export const completedCommands = (entries: readonly CommandEntry[]): Promise<readonly CompletedCommand[]> =>
  Promise.all(
    entries.map(async ({ name, summary, load }) => {
      const { flags = {}, words = [] } = (await load()).command.usage;
      const listed = Object.entries(flags).map(([flag, { argument, meaning, values }]) => ({
        name: flag,
        letter: letterOf(flag),
        meaning,
        ...(argument !== undefined && { value: kindOf(argument, values) }),
      }));
      const help = { name: 'help', letter: letterOf('help'), meaning: 'what the command takes' };
      return { name, summary, flags: [...listed, help], words: words.map((word) => kindOf(word.name, word.values)) };
    }),
  );

/** `--out` and `-o`. */
export const spellings = ({ name, letter }: CompletedFlag): readonly string[] => [
  `--${name}`,
  ...(letter === undefined ? [] : [`-${letter}`]),
];
