// Starts a server as a process of its own without a terminal, for tests of how it ends.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { withoutNpm } from './terminal.ts';

export interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  /** Its standard output and error so far. */
  output(): string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** Starts a server and waits until it has printed its address and its layers. Rejects with its output if it ends before. */
export const startServed = async (
  [program = '', ...words]: readonly string[],
  { cwd, env = process.env }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Served> => {
  const child = spawn(program, words, {
    cwd,
    env: withoutNpm(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let text = '';
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  const url = await new Promise<string>((resolve, reject) => {
    const take = (part: unknown): void => {
      text += part;
      const found = /serves on (\S+)/.exec(text)?.[1];
      if (found && text.includes('memory watch')) resolve(found);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    void ended.then((how) => reject(new Error(`it ended with ${how}:\n${text}`)));
  });
  return { child, url, ended, output: () => text };
};

/** True if a process listens on the port of `url`. */
export const isTaken = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
