// Runs `toolcell` for tests: the real bin as a child process, or the command in this process with streams in place of a terminal.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../src/cli/toolcell.ts';
import { CACHE_ENV, SHARED_CACHE } from '../support/cache.ts';

export const BIN = fileURLToPath(new URL('../../src/toolcell.js', import.meta.url));

/** The output and the exit code of a command. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** True: standard input and output look like a terminal. In this process only. */
  readonly isTerminal?: boolean;
}

/** The environment of a command: from this process only the path, the temporary folder and the cache of the tests. */
export const environmentOf = (cwd: string, env: RunOptions['env'] = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: cwd,
  ...(process.env.TMPDIR !== undefined && { TMPDIR: process.env.TMPDIR }),
  ...CACHE_ENV,
  ...env,
});

/** Runs the real bin as a child process. */
export const runBin = (words: readonly string[], { cwd, input = '', env = {} }: RunOptions): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BIN, ...words], { cwd, env: environmentOf(cwd, env) });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (part) => (stdout += part));
    child.stderr.on('data', (part) => (stderr += part));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });

/** Lines one after the other, as a person types them. */
async function* typedLines(input: string): AsyncGenerator<string> {
  for (const line of input.split(/(?<=\n)/)) {
    if (line !== '') yield line;
    await setTimeout(20);
  }
}

/** Runs a command in this process. */
export const runHere = async (
  words: readonly string[],
  { cwd, input = '', env = {}, isTerminal = false }: RunOptions,
): Promise<Ran> => {
  const stdin = Object.assign(Readable.from(typedLines(input)), { isTTY: isTerminal });
  const stdout = sink(isTerminal);
  const stderr = sink(isTerminal);
  const surroundings = { words, cwd, env: { PATH: process.env.PATH, ...env }, stdin, ...SHARED_CACHE };
  const code = await runCommandLine({ ...surroundings, stdout: stdout.stream, stderr: stderr.stream });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
};

const sink = (isTTY: boolean) => {
  let text = '';
  const write = (part: Buffer, _encoding: string, done: () => void): void => {
    text += part;
    done();
  };
  return { stream: Object.assign(new Writable({ write }), { isTTY }), text: () => text };
};

/** A new temporary folder, and a function that removes it. */
export const temporaryFolder = (): { readonly path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), 'toolcell-cli-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};
