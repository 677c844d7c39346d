// The command line: finds the command, reads its words, runs it, and turns whatever it throws into lines and an exit code.

import { nearest } from '../config/nearest.ts';
import { shown } from '../config/problem.ts';
import { printable } from '../protocol/printable.ts';
import { type CommandContext, EXIT, type Surroundings } from './command.ts';
import { readGiven } from './command-line.ts';
import { COMMANDS } from './command-list.ts';
import { complaintOf } from './complaint.ts';
import { helpOf, overview } from './help.ts';
import { paintFor } from './paint.ts';
import { during } from './progress.ts';

const HELP_WORDS: readonly (string | undefined)[] = ['--help', '-h', 'help'];
const COLUMNS = 100;

/** Runs the command that the words name. Resolves with its exit code; never rejects. */
export const runCommandLine = async (surroundings: Surroundings): Promise<number> => {
  const { words, stdout, stderr } = surroundings;
  // Whoever reads may stop, as `head` does: then there is nobody left to tell.
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

/** `help pack` and `pack --help` are the same; `help` alone is the list. */
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
    stdout.write(helpOf(command));
    return EXIT.done;
  }
  const isJson = words.includes('--json') && command.usage.flags?.json !== undefined;
  try {
    return await command.run(contextFor(surroundings, readGiven(name, command.usage, words)));
  } catch (error) {
    const { exitCode, lines, json } = complaintOf(error, paintFor(stderr, surroundings.env));
    if (isJson && exitCode !== EXIT.usage) stdout.write(written([JSON.stringify(json, null, 2)]));
    else stderr.write(written(lines));
    return exitCode;
  }
};

/** Whatever a plugin or a server wrote is in these lines: no command has to think of it, and JSON keeps its value. */
const written = (lines: readonly string[]): string => lines.map((line) => `${printable(line)}\n`).join('');

const unknownCommand = (name: string): string => {
  const [near] = nearest(
    name,
    COMMANDS.map((each) => each.name),
  );
  const hint = near === undefined ? '"toolcell --help" lists all commands.' : `Did you mean "toolcell ${near}"?`;
  return `There is no command ${shown(JSON.stringify(name))}. ${hint}\n`;
};

const contextFor = (surroundings: Surroundings, given: CommandContext['given']): CommandContext => {
  const { stdin, stdout, stderr, env } = surroundings;
  return {
    ...surroundings,
    given,
    isInteractive: stdin.isTTY === true && stdout.isTTY === true,
    paint: { stdout: paintFor(stdout, env), stderr: paintFor(stderr, env) },
    columns: stdout.columns ?? COLUMNS,
    print: (...lines) => void stdout.write(written(lines)),
    complain: (...lines) => void stderr.write(written(lines)),
    during: (what, work) => during(surroundings, what, work),
  };
};
