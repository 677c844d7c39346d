// Runs a command of `toolcell` for the server, in a process of its own: with an environment that has nothing of the server's, and with limits. The process
// reads what strangers wrote; npm, the bundler and the sandbox are further processes of it, in their own boxes. Front process, main thread.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { OWN_SESSION, ownChild } from '../../shared/lifetime/belongings.ts';
import { FIRST_TO_GO } from '../../shared/machine/out-of-memory.ts';
import type { CallSignal } from '../../shared/protocol/call.ts';

export interface CommandRun {
  /** The command and its arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly runMs: number;
  /** Ends it. */
  readonly signal: CallSignal;
  /** Hears each line that it writes on standard error. */
  readonly onLine: (line: string) => void;
}

/** Exit code and what it wrote; or which limit ended it. */
export type CommandEnd =
  | { readonly state: 'ended'; readonly exitCode: number; readonly output: string; readonly errors: string }
  | { readonly state: 'stopped'; readonly why: 'time' | 'memory' | 'output' | 'caller' | 'lost' };

const COMMAND = fileURLToPath(new URL('../../toolcell.js', import.meta.url));

const OUTPUT_BYTES = 8_000_000;
const ERROR_CHARACTERS = 16_000;
/** Of the process itself. Documents of ten megabytes fit. */
const HEAP_MB = 1_024;
const MEMORY_BYTES = 1_536 * 1024 * 1024;
const MEMORY_POLL_MS = 50;
const PAGE_BYTES = 4096;
/** CPU seconds of each process, which end one that spins even if the server has crashed. */
const CPU_SECONDS = 900;
/** In blocks of 512 bytes: more than any file that an import writes. */
const FILE_BLOCKS = 1_000_000;
/** How long a process that is told to end may take to end its own children. */
const END_MS = 3_000;
/** A third of the weight of other processes: calls of tools go before. */
const PRIORITY = 5;

/** A shell sets the limits of the kernel, which all processes of the command inherit. There is no shell on Windows. */
const startWords = (words: readonly string[]): readonly [string, readonly string[]] => {
  const own = [process.execPath, `--max-old-space-size=${HEAP_MB}`, COMMAND, ...words];
  if (process.platform === 'win32') return [process.execPath, own.slice(1)];
  const limited = `${FIRST_TO_GO}; ulimit -c 0; ulimit -f ${FILE_BLOCKS} || exit; ulimit -t ${CPU_SECONDS} || exit; exec "$@"`;
  return ['/bin/sh', ['-c', limited, 'toolcell', ...own]];
};

/** Calls `onLine` with every whole line. */
const lineReader = (onLine: (line: string) => void): ((part: string) => void) => {
  let rest = '';
  return (part) => {
    const lines = (rest + part).split('\n');
    rest = (lines.pop() ?? '').slice(-ERROR_CHARACTERS);
    for (const line of lines) onLine(line);
  };
};

/** Runs it until it ends, or until it passes a limit. Never rejects. */
export const runCommand = ({ words, cwd, env, runMs, signal, onLine }: CommandRun): Promise<CommandEnd> =>
  new Promise((resolve) => {
    const [file, args] = startWords(words);
    const child = ownChild(spawn(file, args, { ...OWN_SESSION, cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));
    let why: 'time' | 'memory' | 'output' | 'caller' | undefined;
    let killer: NodeJS.Timeout | undefined;
    const end = (reason: NonNullable<typeof why>): void => {
      if (why !== undefined) return;
      why = reason;
      // It ends its own children at this signal. One that has no memory left may not come to it.
      child.kill('SIGTERM');
      killer = setTimeout(() => child.kill('SIGKILL'), END_MS);
    };
    const onAbort = (): void => end('caller');
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
    const timer = setTimeout(() => end('time'), runMs);
    const poll = setInterval(async () => {
      const statm = await readFile(`/proc/${child.pid}/statm`, 'latin1').catch(() => '');
      if (Number(statm.split(' ')[1]) * PAGE_BYTES > MEMORY_BYTES) end('memory');
    }, MEMORY_POLL_MS);
    const parts: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes <= OUTPUT_BYTES) parts.push(part);
      else end('output');
    });
    let errors = '';
    const readLines = lineReader(onLine);
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      errors = (errors + part).slice(-ERROR_CHARACTERS);
      readLines(part);
    });
    const settle = (ended: CommandEnd): void => {
      signal.removeEventListener('abort', onAbort);
      clearTimeout(timer);
      clearTimeout(killer);
      clearInterval(poll);
      resolve(ended);
    };
    child.once('spawn', () => lower(child.pid));
    child.once('error', () => settle({ state: 'stopped', why: 'lost' }));
    child.once('close', (exitCode) => {
      if (why !== undefined) settle({ state: 'stopped', why });
      else if (exitCode === null) settle({ state: 'stopped', why: 'lost' });
      else settle({ state: 'ended', exitCode, output: Buffer.concat(parts).toString('utf8'), errors });
    });
  });

const lower = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // It has ended already, or may not.
  }
};
