// Reads texts that the configuration names: from the environment, a file or a command. Synchronous. No message has a text in it. Front process
// and command line.

import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import type { SecretBinding } from '../config.ts';
import { readConfigFile } from '../file/config-file.ts';
import type { Fault } from '../problem.ts';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that commands run in. */
  readonly cwd: string;
  /** How long a command may take; 10 s if absent. */
  readonly commandMs?: number;
}

const COMMAND_MS = 10_000;
const COMMAND_BYTES = 16_384;
const OTHERS_MAY_READ = 0o004;

/** A text, or what is wrong and what to do. */
export type Read = { readonly text: string; readonly warning?: string } | Fault;

const withoutLastNewline = (text: string): string => text.replace(/\r?\n$/, '');

const isReadByAll = (path: string): boolean =>
  process.platform !== 'win32' && ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS_MAY_READ) !== 0;

/** The text of a file, without a newline at its end. */
export const readFile = (path: string): Read => {
  const read = readConfigFile(path);
  if (read.kind === 'missing') return { wrong: `there is no file ${path}`, fix: 'write it, or correct the path' };
  if (read.kind === 'bad') return { wrong: `${path}: ${read.wrong}`, fix: read.fix };
  return { text: withoutLastNewline(read.text) };
};

const readSecretFile = (path: string): Read => {
  const read = readFile(path);
  if (!('text' in read) || !isReadByAll(path)) return read;
  return { ...read, warning: `every user of this machine may read ${path} → chmod o-r it` };
};

/** The value of an environment variable. An empty one counts as not set. */
export const readVariable = (name: string, env: Surroundings['env']): Read => {
  const text = env[name];
  return text === undefined || text === ''
    ? { wrong: `the environment has no ${name}`, fix: 'set that variable for the server' }
    : { text };
};

const runCommand = (command: string, { cwd, env, commandMs = COMMAND_MS }: Surroundings): Read => {
  const { status, signal, stdout, error } = spawnSync(command, {
    shell: true,
    cwd,
    env: { ...env },
    encoding: 'utf8',
    timeout: commandMs,
    killSignal: 'SIGKILL',
    maxBuffer: COMMAND_BYTES,
    // Its errors are for the operator who starts the server.
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const code = error && 'code' in error ? error.code : undefined;
  if (code === 'ETIMEDOUT')
    return { wrong: `the command took longer than ${commandMs / 1_000} s`, fix: 'run it by hand to see why' };
  if (code === 'ENOBUFS') return { wrong: 'the command writes too much', fix: 'let it write only the value' };
  if (error) return { wrong: `the command cannot be run (${String(code)})`, fix: 'run it by hand to see why' };
  if (status !== 0) {
    const ended = status === null ? `by ${signal}` : `with exit code ${status}`;
    return { wrong: `the command ended ${ended}`, fix: 'run it by hand to see why' };
  }
  return { text: withoutLastNewline(stdout) };
};

/** Reads the variable, file or command of a binding. */
export const readBound = ({ env, file, command }: SecretBinding, surroundings: Surroundings): Read => {
  if (env !== undefined) return readVariable(env, surroundings.env);
  return file === undefined ? runCommand(command ?? '', surroundings) : readSecretFile(file);
};
