// What a command of `toolcell` is, and what it is given. Commands read no globals, so that a test can run one in its own process.

import type { Readable, Writable } from 'node:stream';
import type { Work } from './progress.ts';

/** What an exit code means, for every command alike. */
export const EXIT = Object.freeze({
  done: 0,
  /** The plugin, or the thing asked about, is at fault. */
  fault: 1,
  /** A wrong flag, word or configuration. */
  usage: 2,
  /** The host failed, or cannot run here. */
  host: 3,
  /** Somebody pressed Ctrl-C. */
  interrupted: 130,
});

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A word that a command takes, in its order. */
export interface WordUsage {
  /** As help shows it, in capitals. */
  readonly name: string;
  readonly meaning: string;
  readonly isOptional?: boolean;
  /** The words that it may be, if these are few; for shells to complete. */
  readonly values?: readonly string[];
}

/** A flag of a command. */
export interface FlagUsage {
  /** Stands for its value in help; a flag without one is a switch. */
  readonly argument?: string;
  readonly meaning: string;
  /** The values that it takes, if these are few; for shells to complete. */
  readonly values?: readonly string[];
}

/** All that a command takes; `--help` is made of it, and what is not in it is refused with the nearest name. */
export interface CommandUsage {
  readonly words?: readonly WordUsage[];
  /** Name without dashes → flag. */
  readonly flags?: Readonly<Record<string, FlagUsage>>;
  /** What the command does, where its summary says too little: lines of at most 100 characters. */
  readonly about?: readonly string[];
  readonly examples?: readonly string[];
}

/** What stands on the command line, once it has been read by the command's usage. */
export interface Given {
  /** The word at this place, from 0. */
  word(place: number): string | undefined;
  /** A flag's value. */
  value(flag: string): string | undefined;
  /** True where the switch is there. */
  has(flag: string): boolean;
}

/** A command of the command line. */
export interface Command {
  readonly name: string;
  /** One sentence, for the list of commands. */
  readonly summary: string;
  readonly usage: CommandUsage;
  /** Resolves with the exit code. Throws {@link CommandFailed}, BundleRefused or StartRefused for what is then shown. */
  run(context: CommandContext): Promise<number>;
}

/** The surroundings of the command line: what the process has, or what a test puts in its place. */
export interface Surroundings {
  /** The words after `toolcell`. */
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder of this user alone that keeps the runner's image between commands; without it every command builds the image. */
  readonly cacheFolder?: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Runs Node with these words in this process's place; resolves with its exit code where it returns at all. */
  readonly becomeNode?: (words: readonly string[]) => Promise<number>;
}

/** Paints text for one stream; hands it back as it is where colour has no place. */
export interface Paint {
  good(text: string): string;
  bad(text: string): string;
  warning(text: string): string;
  strong(text: string): string;
  faint(text: string): string;
}

export interface CommandContext extends Surroundings {
  readonly given: Given;
  /** Both ends are a terminal: somebody is there to be asked. */
  readonly isInteractive: boolean;
  readonly paint: { readonly stdout: Paint; readonly stderr: Paint };
  /** Characters in a line of standard output: the terminal's, or 100. */
  readonly columns: number;
  /** Writes lines to standard output, a newline behind each, and what is unprintable as escapes of JSON. */
  print(...lines: readonly string[]): void;
  /** Writes lines to standard error, likewise. */
  complain(...lines: readonly string[]): void;
  /** Says on standard error what is being done, and how far it is, until it is done; see progress.ts. */
  during<Result>(what: string, work: Work<Result>): Promise<Result>;
}

/** Ends a command with an exit code and lines that say what was wrong and what to do. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
  readonly exitCode: ExitCode;
  readonly lines: readonly string[];

  constructor(exitCode: ExitCode, ...lines: readonly string[]) {
    super(lines.join('\n'));
    this.exitCode = exitCode;
    this.lines = lines;
  }
}

/** A {@link CommandFailed} for what was asked in a wrong way. */
export const misused = (...lines: readonly string[]): CommandFailed => new CommandFailed(EXIT.usage, ...lines);

/** `--json`, for a command that a script may want to read. */
export const JSON_FLAG: Readonly<Record<'json', FlagUsage>> = Object.freeze({
  json: { meaning: 'write the answer as JSON, for a script' },
});

/** `--trust`, for a command that runs the compiler that came with a folder. */
export const TRUST_FLAG: Readonly<Record<'trust', FlagUsage>> = Object.freeze({
  trust: { meaning: "where there is no box: run the folder's own TypeScript all the same, with all that you may do" },
});

/** `--config FILE`, for a command that works under an operator's settings. */
export const CONFIG_FLAG: Readonly<Record<'config', FlagUsage>> = Object.freeze({
  config: {
    argument: 'FILE',
    meaning:
      "the operator's configuration; default: sandbox.config.json of the current directory, or else of the plugin's folder",
  },
});
