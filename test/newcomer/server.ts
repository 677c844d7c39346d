// Runs the server exactly as the README says, in a process of its own, and finds out where it listens.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROJECT_FOLDER = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 120_000;

/** The first shell block under a heading of the README. */
export const readmeCommand = (heading: string): string => {
  const readme = readFileSync(join(PROJECT_FOLDER, 'README.md'), 'utf8');
  const [, section = ''] = readme.split(`\n${heading}\n`);
  const [, block = ''] = /```sh\n([^`]+)```/.exec(section) ?? [];
  return block.trim();
};

/** A server that was started by a command. */
export interface StartedServer {
  readonly url: string;
  /** Everything it wrote so far. */
  readonly output: () => string;
  /** Ends the command with SIGTERM, as a service manager does, and finds out whether the server ended too. */
  readonly stop: () => Promise<'ended' | 'still answers'>;
}

/** Starts `command` in the project's folder with a free port and this process's environment. Rejects with the output if it does not listen. */
export const startServer = async (command: string): Promise<StartedServer> => {
  let output = '';
  const child: ChildProcess = spawn('sh', ['-c', `exec ${command}`], {
    cwd: PROJECT_FOLDER,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TOOLCELL_PORT: '0' },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const url = await listeningUrl(child, () => output);
  const stop = async (): Promise<'ended' | 'still answers'> => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    return fetch(`${url}/healthz`).then(
      () => 'still answers' as const,
      () => 'ended' as const,
    );
  };
  return { url, output: () => output, stop };
};

const listeningUrl = (child: ChildProcess, output: () => string): Promise<string> =>
  new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      clearInterval(look);
      clearTimeout(late);
      child.kill('SIGKILL');
      reject(new Error(`${why}. Its output:\n${output()}`));
    };
    const late = setTimeout(() => fail('The server did not listen in time'), START_TIMEOUT_MS);
    const look = setInterval(() => {
      const [, url] = /serves on (http:\/\/\S+)/.exec(output()) ?? [];
      if (url === undefined) return;
      clearInterval(look);
      clearTimeout(late);
      resolve(url);
    }, 50);
    child.once('exit', (code) => fail(`The server ended with exit code ${code}`));
  });
