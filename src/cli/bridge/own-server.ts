// Starts a server of its own on a free port of this machine, for as long as a command runs.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CommandFailed, EXIT } from '../common/command.ts';

const BIN = fileURLToPath(new URL('../../../bin/toolcell.js', import.meta.url));
/** lifetime/wrapper.js reads it in the server. */
const WRAPPER_VARIABLE = 'TOOLCELL_WRAPPER_PID';
const ADDRESS = /(https?:\/\/127\.0\.0\.1:\d+)/;
/** Of what the server has printed, when it has not started. */
const SHOWN_CHARACTERS = 4_000;

export interface OwnServerOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Flags of `toolcell serve`. */
  readonly flags: readonly string[];
  readonly onOutput: (text: string) => void;
}

export interface OwnServer {
  readonly url: string;
  /** Resolves when it has ended, by itself or by `end`. */
  readonly ended: Promise<unknown>;
  /** Lets it answer what is open. */
  end(): Promise<void>;
}

/** Resolves when the server serves. Throws {@link CommandFailed} with what it printed if it ends before. */
export const startOwnServer = async ({ cwd, env, flags, onOutput }: OwnServerOptions): Promise<OwnServer> => {
  const words = [BIN, 'serve', '--host', '127.0.0.1', '--port', '0', '--log', 'json', ...flags];
  const child = spawn(process.execPath, words, {
    cwd,
    // The server ends in order if this process is gone, even if it was killed.
    env: { ...env, [WRAPPER_VARIABLE]: String(process.pid) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const url = await addressOf(child, ended, onOutput);
  return {
    url,
    ended,
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

const addressOf = (child: ChildProcess, ended: Promise<unknown>, onOutput: (text: string) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const take = (part: unknown): void => {
      onOutput(String(part));
      text = `${text}${part}`.slice(-SHOWN_CHARACTERS);
      const [, url] = ADDRESS.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('error', reject);
    void ended.then(() =>
      reject(new CommandFailed(EXIT.host, 'The server did not start:', ...text.trimEnd().split('\n'))),
    );
  });
