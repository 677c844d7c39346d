// Runs `toolcell serve` as an operator does: in a folder of its own, with a configuration file. Collects its output.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BIN, environmentOf } from '../cli/run-command.ts';

export interface ServerProcess {
  readonly url: string;
  /** Its working directory. */
  readonly folder: string;
  /** Its configuration file. */
  readonly configFile: string;
  readonly child: ChildProcess;
  /** Its standard output and its standard error so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The lines of the JSON log on standard error. */
  readonly entries: () => readonly LogEntry[];
  /** Waits for a line of that log. Rejects after 20 s. */
  entry(isIt: (entry: LogEntry) => boolean): Promise<LogEntry>;
  /** Ends it with SIGTERM; resolves with its exit code. */
  end(): Promise<number | null>;
  /** Ends it if it still runs, and removes its folder. */
  remove(): void;
}

export type LogEntry = Readonly<Record<string, unknown>>;

export interface ServerOptions {
  readonly plugins: string;
  /** The text of the configuration file, or an object that is written as JSON. */
  readonly config?: object | string;
  readonly env?: Readonly<Record<string, string>>;
  /** A free one if absent. */
  readonly port?: number;
  /** Its working directory, which another server may have, too; a new one if absent. */
  readonly folder?: string;
  /** A command line that runs the words after it, in its own process. */
  readonly within?: readonly string[];
}

const WAIT_MS = 20_000;

/** Starts a server. Resolves when it prints its address. Rejects if it ends before. */
export const startServer = async ({
  plugins,
  config = {},
  env = {},
  port = 0,
  within = [],
  ...more
}: ServerOptions): Promise<ServerProcess> => {
  const folder = more.folder ?? mkdtempSync(join(tmpdir(), 'toolcell-server-'));
  const configFile = join(folder, 'sandbox.config.json');
  writeFileSync(configFile, typeof config === 'string' ? config : JSON.stringify(config, null, 2));
  const own = [process.execPath, BIN, 'serve', '--port', String(port), '--plugins', plugins];
  const [program = '', ...words] = [...within, ...own];
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...environmentOf(folder), ...env },
  });
  let [out, err] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (part: string) => (err += part));
  child.stdout.setEncoding('utf8');
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server has ended: ${out}${err}`)));
    child.stdout.on('data', (part: string) => {
      out += part;
      const [, found] = /Toolcell serves on (\S+)/.exec(out) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const entries = (): readonly LogEntry[] =>
    err
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogEntry);
  return {
    url,
    folder,
    configFile,
    child,
    stdout: () => out,
    stderr: () => err,
    entries,
    entry: async (isIt) => {
      for (const startMs = performance.now(); performance.now() - startMs < WAIT_MS; ) {
        const found = entries().find(isIt);
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`there is no such line: ${err}`);
    },
    end: () =>
      new Promise((resolve) => {
        child.once('close', resolve);
        child.kill('SIGTERM');
      }),
    remove: () => {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
