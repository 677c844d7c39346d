// Descriptions of APIs and programs that other people wrote, in the folder `peers`, which is installed by itself:
// `npm ci --ignore-scripts --prefix test/cli/import/openapi/apis/peers`.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const FOLDER = join(import.meta.dirname, 'peers');

/** For tests that need the peers. */
export const noApiPeers = (): string | undefined =>
  existsSync(join(FOLDER, 'node_modules'))
    ? undefined
    : 'not installed: npm ci --ignore-scripts --prefix test/cli/import/openapi/apis/peers';

/** Path of a file of an installed package. */
export const apiPeerFile = (path: string): string => join(FOLDER, 'node_modules', path);

/** Splits a document with Redocly's command: each path and each part of `components` into a file of its own. The path of the main file. */
export const splitDocument = (file: string, folder: string): string => {
  const command = apiPeerFile('@redocly/cli/bin/cli.js');
  const { status, stderr } = spawnSync(process.execPath, [command, 'split', file, '--outDir', folder], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file} was not split: ${stderr}`);
  return join(folder, `openapi${extname(file)}`);
};

export interface Mock {
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts somebody else's mock of the API that a file describes. Rejects with what it prints if it ends before it listens. */
export const startMock = async (file: string): Promise<Mock> => {
  const child = spawn(process.execPath, [join(FOLDER, 'mock.mjs'), file], { stdio: ['pipe', 'pipe', 'pipe'] });
  let [printed, errors] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const exited = once(child, 'exit');
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  while (!printed.includes('\n') && child.exitCode === null) await setTimeout(20);
  if (!printed.includes('\n')) throw new Error(`the mock of ${file} did not start: ${errors.slice(-2_000)}`);
  return {
    origin: printed.trim(),
    async close() {
      child.stdin.end();
      await exited;
    },
  };
};
