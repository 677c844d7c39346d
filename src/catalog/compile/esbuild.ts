// Runs esbuild's native binary over untrusted text, in a process of its own. Front process.
//
// In transform mode, without an entry point and without `--bundle`, esbuild opens no file, whatever the text imports. Its JavaScript API would
// use one process for all texts. Here a text that runs or grows without end costs only its own process, which SIGKILL ends.

import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, parse } from 'node:path';
import { OWN_SESSION, ownChild } from '../../shared/lifetime/belongings.ts';
import { cpuMsOf } from '../../shared/machine/cpu-time.ts';
import { FIRST_TO_GO } from '../../shared/machine/out-of-memory.ts';

export interface TransformOptions {
  readonly loader: 'js' | 'ts';
  readonly format: 'esm' | 'iife';
  /** The file name for errors. */
  readonly fileName: string;
  /** Milliseconds until the process is killed: see {@link runEsbuild}. */
  readonly timeoutMs: number;
  /** The variable for the exports, if the format is `iife`. */
  readonly globalName?: string;
}

export type Transformed =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly why: 'timeout' | 'memory' | 'output' }
  | { readonly ok: false; readonly why: 'errors'; readonly errors: readonly SourceError[] };

export interface SourceError {
  readonly message: string;
  /** Line and column, both from 1, as `3:9`; absent if esbuild names no place. */
  readonly place?: string;
}

const OUTPUT_BYTES = 32 * 1024 * 1024;
const ERROR_BYTES = 64 * 1024;
/** Resident memory of the process: deeply nested text makes esbuild's stack grow without end. */
const MEMORY_BYTES = 768 * 1024 * 1024;
const MEMORY_POLL_MS = 20;
/** Threads of the process that may run at the same time. */
const THREADS = 2;
const PAGE_BYTES = 4096;
/** How many times `timeoutMs` is given to a process that waits for a core for most of it. */
const MOST_TIMES = 8;

/** Resolves from the esbuild package, because the binaries are its dependencies. */
const require = createRequire(createRequire(import.meta.url).resolve('esbuild'));

/** Path of the binary for this machine. Throws if the optional package for the platform is not installed. */
const binaryPath = (): string => {
  const folder = dirname(require.resolve(`@esbuild/${process.platform}-${process.arch}/package.json`));
  return process.platform === 'win32' ? `${folder}\\esbuild.exe` : `${folder}/bin/esbuild`;
};

export const COMMON_ARGUMENTS: readonly string[] = [
  '--target=es2024',
  // A dynamic import becomes a require, which the guest refuses with a message. The engine might do worse.
  '--supported:dynamic-import=false',
  '--tsconfig-raw={}',
  '--charset=utf8',
  '--legal-comments=none',
  '--log-level=error',
  '--log-limit=10',
  '--color=false',
];

export interface EsbuildRun {
  readonly args: readonly string[];
  /** Standard input. */
  readonly input: string;
  readonly timeoutMs: number;
  /** True: up to eight times `timeoutMs` if the machine was busy and gave the process too little CPU time. For work that nobody does again. */
  readonly isPatient?: boolean;
  /** Working folder. Default: the root of the file system. */
  readonly folder?: string;
  /** Bytes of one file that it may write, in steps of 512. Default: it may write none. */
  readonly fileBytes?: number;
}

type Ran =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly why: 'timeout' | 'memory' | 'output' }
  | { readonly ok: false; readonly why: 'errors'; readonly text: string };

/**
 * Starts the binary with an empty environment. A shell sets limits in the kernel first: the size of files, and CPU seconds, which end a spinning
 * process even if this process has crashed. If memory runs out, the binary is ended before the server. There is no shell on Windows.
 */
const start = ({ args, timeoutMs, folder, fileBytes = 0 }: EsbuildRun): ChildProcessWithoutNullStreams => {
  const path = binaryPath();
  const settings = { env: { GOMAXPROCS: String(THREADS) }, cwd: folder ?? parse(path).root, ...OWN_SESSION };
  if (process.platform === 'win32') return ownChild(spawn(path, args, settings));
  const cpuSeconds = String(THREADS * Math.ceil(timeoutMs / 1000) + 1);
  const blocks = String(Math.ceil(fileBytes / 512));
  const limited = `${FIRST_TO_GO}; ulimit -c 0; ulimit -f "$1" || exit; ulimit -t "$2" || exit; shift 2; exec "$@"`;
  return ownChild(spawn('/bin/sh', ['-c', limited, 'esbuild', blocks, cpuSeconds, path, ...args], settings));
};

/** Reads the errors that esbuild prints: a line with the message, then an indented line with `file:line:column:`. */
export const errorsIn = (text: string): readonly SourceError[] => {
  const found = [...text.matchAll(/\[ERROR\] (.+)\n(?:\n {4}.+:(\d+):(\d+):\n)?/g)];
  return found.map(([, message = '', line, column]) =>
    line === undefined ? { message } : { message, place: `${line}:${Number(column) + 1}` },
  );
};

/** Calls `onOver` if the process has too much memory. Only on Linux; elsewhere only the time limit holds. */
const watchMemory = (child: ChildProcess, onOver: () => void): NodeJS.Timeout =>
  setInterval(async () => {
    const statm = await readFile(`/proc/${child.pid}/statm`, 'latin1').catch(() => '');
    if (Number(statm.split(' ')[1]) * PAGE_BYTES > MEMORY_BYTES) onOver();
  }, MEMORY_POLL_MS);

/** Calls `onOver` when the time of the process is up. */
const watchTime = (
  child: ChildProcess,
  { timeoutMs, isPatient = false }: EsbuildRun,
  onOver: () => void,
): (() => void) => {
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const wait = (times: number, beforeMs: number): void => {
    timer = setTimeout(async () => {
      const cpuMs = isPatient && child.pid !== undefined ? await cpuMsOf(child.pid) : undefined;
      if (isStopped) return;
      const isStarved = cpuMs !== undefined && cpuMs - beforeMs < timeoutMs / 2;
      if (isStarved && times < MOST_TIMES) wait(times + 1, cpuMs);
      else onOver();
    }, timeoutMs);
  };
  wait(1, 0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
};

/**
 * Runs esbuild once. Rejects if it cannot be started.
 * Limits: `timeoutMs`, more if it is patient, 32 MB out, 768 MB of memory (polled every 20 ms, on Linux); each ends the process with SIGKILL.
 */
export const runEsbuild = (run: EsbuildRun): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = start(run);
    let killedFor: 'timeout' | 'memory' | 'output' | undefined;
    const kill = (why: typeof killedFor): void => {
      killedFor ??= why;
      child.kill('SIGKILL');
    };
    const gather = (stream: NodeJS.ReadableStream, maxBytes: number): Buffer[] => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) kill('output');
        else chunks.push(chunk);
      });
      return chunks;
    };
    const out = gather(child.stdout, OUTPUT_BYTES);
    const err = gather(child.stderr, ERROR_BYTES);
    const stopTime = watchTime(child, run, () => kill('timeout'));
    const memory = watchMemory(child, () => kill('memory'));
    const stop = (): void => {
      stopTime();
      clearInterval(memory);
    };
    child.once('error', (error) => {
      stop();
      reject(error);
    });
    child.once('close', (exitCode) => {
      stop();
      if (killedFor) resolve({ ok: false, why: killedFor });
      else if (exitCode === 0) resolve({ ok: true, output: Buffer.concat(out).toString('utf8') });
      else resolve({ ok: false, why: 'errors', text: Buffer.concat(err).toString('utf8') });
    });
    // A process that has ended reads no more. Its exit code has the reason.
    child.stdin.on('error', () => undefined);
    child.stdin.end(run.input);
  });

/** Transforms one text. Rejects if esbuild cannot be started. Limits: those of {@link runEsbuild}. */
export const transform = async (source: string, options: TransformOptions): Promise<Transformed> => {
  const { loader, format, fileName, globalName, timeoutMs } = options;
  const args = [
    `--loader=${loader}`,
    `--format=${format}`,
    `--sourcefile=${fileName}`,
    ...(globalName === undefined ? [] : [`--global-name=${globalName}`]),
    ...COMMON_ARGUMENTS,
  ];
  const ran = await runEsbuild({ args, input: source, timeoutMs, isPatient: true });
  if (ran.ok) return { ok: true, code: ran.output };
  return ran.why === 'errors' ? { ok: false, why: 'errors', errors: errorsIn(ran.text) } : ran;
};
