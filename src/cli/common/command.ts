// The types of a command of `toolcell` and of its context. Commands read no globals, so that a test can run one in its own process.

import type { Readable, Writable } from 'node:stream';
import type { Work } from '../../server/progress.ts';

export const EXIT = Object.freeze({
  done: 0,
  /** The plugin, or the thing asked about, is at fault. */
  fault: 1,
  /** A wrong flag, word or configuration. */
  usage: 2,
  /** The host failed, or cannot run here. */
  host: 3,
  /** Ended by Ctrl-C. */
  interrupted: 130,
});

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface WordUsage {
  /** As help shows it, in capitals. */
  readonly name: string;
  readonly meaning: string;
  readonly isOptional?: boolean;
  /** The allowed words, if they are few. Shells complete them. */
  readonly values?: readonly string[];
}

export interface FlagUsage {
  /** Name of its value in help. A flag without one is a switch. */
  readonly argument?: string;
  /** True: the value may be left out, and is written after an equals sign. */
  readonly isOptional?: boolean;
  readonly meaning: string;
  /** The allowed values, if they are few. Shells complete them. */
  readonly values?: readonly string[];
}

/** The arguments and flags of a command. `--help` prints them. Others are refused, with the nearest name. */
export interface CommandUsage {
  readonly words?: readonly WordUsage[];
  /** Name without dashes → flag. */
  readonly flags?: Readonly<Record<string, FlagUsage>>;
  /** More about the command, if its summary says too little: lines of about 100 characters. */
  readonly about?: readonly string[];
  readonly examples?: readonly string[];
}

/** The arguments and flags of a command line, read by the command's usage. */
export interface ParsedArgs {
  /** The word at this place, from 0. */
  word(place: number): string | undefined;
  /** The value of a flag, or undefined if it was not given. Throws for a flag that the usage does not list. */
  value(flag: string): string | undefined;
  /** True if the flag was given. Throws for a flag that the usage does not list. */
  has(flag: string): boolean;
}

export interface Command {
  readonly usage: CommandUsage;
  /** Resolves with the exit code. Throws {@link CommandFailed}, BundleRefused or StartRefused, whose text the caller prints. */
  run(context: CommandContext): Promise<number>;
}

export interface CommandEntry {
  readonly name: string;
  /** The heading that help lists it under. */
  readonly group: string;
  readonly summary: string;
  load(): Promise<{ readonly command: Command }>;
}

/** The process that the command line runs in, or a test's replacement for it. */
export interface Surroundings {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder that only this user can write to. It keeps the runner's image between commands. Without it every command builds the image. */
  readonly cacheFolder?: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Replaces this process by Node with these arguments. If the platform cannot, runs Node as a child and resolves with its exit code. */
  readonly becomeNode?: (words: readonly string[]) => Promise<number>;
}

/** Colours text for one stream. Returns it unchanged if the stream has no colour. */
export type Style = Readonly<Record<'good' | 'bad' | 'warning' | 'strong' | 'faint', (text: string) => string>>;

/** The arguments of a command, and the means to answer. */
export interface CommandContext extends Surroundings {
  readonly args: ParsedArgs;
  /** True if standard input and output are a terminal, so that commands may ask. */
  readonly isInteractive: boolean;
  readonly style: { readonly stdout: Style; readonly stderr: Style };
  /** All commands, for the one that lists them to a shell. */
  readonly commands: readonly CommandEntry[];
  /** Characters in a line of standard output: the terminal's, or 100. */
  readonly columns: number;
  /** Writes lines to standard output, each with a newline. Unprintable characters become escapes of JSON. */
  print(...lines: readonly string[]): void;
  /** Writes lines to standard error in the same way. */
  printError(...lines: readonly string[]): void;
  /** Prints the command's answer: `report` as JSON if `--json` was given, or else `lines`. Returns `EXIT.done`. */
  answer(report: object, ...lines: readonly string[]): typeof EXIT.done;
  /** Shows `activity` and its progress on standard error until `work` is done; see progress.ts. */
  withProgress<Result>(activity: string, work: Work<Result>): Promise<Result>;
}

/** Ends a command with an exit code, and with lines that say what was wrong and what to do. */
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

/** A {@link CommandFailed} for wrong arguments, flags or configuration: exit code 2. */
export const misused = (...lines: readonly string[]): CommandFailed => new CommandFailed(EXIT.usage, ...lines);

export const JSON_FLAG: Readonly<Record<'json', FlagUsage>> = Object.freeze({
  json: { meaning: 'write the answer as JSON, for a script' },
});

/** `--trust`, for a command that runs the compiler in a plugin's folder. */
export const TRUST_FLAG: Readonly<Record<'trust', FlagUsage>> = Object.freeze({
  trust: { meaning: "if there is no box: run the folder's own TypeScript without one, with all your permissions" },
});

export const CONFIG_FLAG: Readonly<Record<'config', FlagUsage>> = Object.freeze({
  config: {
    argument: 'FILE',
    meaning:
      "the operator's configuration; default: sandbox.config.json of the current directory, or else of the plugin's folder",
  },
});
