// The command line: finds the command, reads its arguments, runs it, and turns errors into lines and an exit code. Runs in the command's process.

import { styleText } from 'node:util';
import { withProgress } from '../server/progress.ts';
import { excerpt } from '../shared/text/excerpt.ts';
import { nearest } from '../shared/text/nearest.ts';
import { printable } from '../shared/text/printable.ts';
import { COMMANDS } from './command-list.ts';
import { type CommandContext, EXIT, type Style, type Surroundings } from './common/command.ts';
import { parseArgs } from './common/command-line.ts';
import { errorReportOf } from './common/error-report.ts';
import { helpOf, overview } from './help.ts';

const HELP_WORDS: readonly (string | undefined)[] = ['--help', '-h', 'help'];
const COLUMNS = 100;

/** Runs the command that the arguments name. Resolves with its exit code; never rejects. */
export const runCommandLine = async (surroundings: Surroundings): Promise<number> => {
  const { words, stdout, stderr } = surroundings;
  // A reader such as `head` may close the pipe: the command then ends without an error.
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe);
  const [first, ...rest] = words;
  if (first === '--version' || first === '-v') {
    const { default: own } = await import('../../package.json', { with: { type: 'json' } });
    stdout.write(`${own.version}\n`);
    return EXIT.done;
  }
  if (HELP_WORDS.includes(first)) return runCommandLine({ ...surroundings, words: helpWords(rest) });
  if (first === undefined) {
    stdout.write(overview(COMMANDS));
    return EXIT.done;
  }
  return runCommand(first, rest, surroundings);
};

/** `help pack` means `pack --help`, and `help` alone means the list of commands. */
const helpWords = ([name]: readonly string[]): readonly string[] =>
  name === undefined || name.startsWith('-') ? [] : [name, '--help'];

const ignoreClosedPipe = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error;
};

const runCommand = async (name: string, words: readonly string[], surroundings: Surroundings): Promise<number> => {
  const { stdout, stderr } = surroundings;
  const entry = COMMANDS.find((each) => each.name === name);
  if (entry === undefined) {
    stderr.write(unknownCommand(name));
    return EXIT.usage;
  }
  const { command } = await entry.load();
  if (words.includes('--help') || words.includes('-h')) {
    stdout.write(helpOf(entry, command.usage));
    return EXIT.done;
  }
  const isJson = words.includes('--json') && command.usage.flags?.json !== undefined;
  try {
    return await command.run(contextFor(surroundings, parseArgs(name, command.usage, words)));
  } catch (error) {
    const { exitCode, lines, json } = errorReportOf(error, styleFor(stderr, surroundings.env));
    if (isJson && exitCode !== EXIT.usage) stdout.write(written([JSON.stringify(json, null, 2)]));
    else stderr.write(written(lines));
    return exitCode;
  }
};

/** Escapes unprintable characters of every line, since lines contain texts of plugins and servers. The value of JSON stays the same. */
const written = (lines: readonly string[]): string => lines.map((line) => `${printable(line)}\n`).join('');

const unknownCommand = (name: string): string => {
  const [near] = nearest(
    name,
    COMMANDS.map((each) => each.name),
  );
  const hint = near === undefined ? '"toolcell --help" lists all commands.' : `Did you mean "toolcell ${near}"?`;
  return `There is no command ${excerpt(JSON.stringify(name))}. ${hint}\n`;
};

const contextFor = (surroundings: Surroundings, args: CommandContext['args']): CommandContext => {
  const { stdin, stdout, stderr, env } = surroundings;
  const print = (...lines: readonly string[]): void => void stdout.write(written(lines));
  return {
    ...surroundings,
    args,
    commands: COMMANDS,
    isInteractive: stdin.isTTY === true && stdout.isTTY === true,
    style: { stdout: styleFor(stdout, env), stderr: styleFor(stderr, env) },
    columns: stdout.columns ?? COLUMNS,
    print,
    printError: (...lines) => void stderr.write(written(lines)),
    answer: (report, ...lines) => {
      print(...(args.has('json') ? [JSON.stringify(report, null, 2)] : lines));
      return EXIT.done;
    },
    withProgress: (activity, work) => withProgress(surroundings, activity, work),
  };
};

type Format = Parameters<typeof styleText>[0];

const plain = (text: string): string => text;

/** The style of a stream. `NO_COLOR` with any value, or `TERM=dumb`, turns colour off (https://no-color.org). */
export const styleFor = (
  { isTTY }: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Style => {
  const isColoured = isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const styled = (format: Format) =>
    isColoured ? (text: string): string => styleText(format, text, { validateStream: false }) : plain;
  return {
    good: styled('green'),
    bad: styled('red'),
    warning: styled('yellow'),
    strong: styled('bold'),
    faint: styled('dim'),
  };
};
