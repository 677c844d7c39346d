// Runs programs that other people wrote, from the folder `peers`, which is installed by itself: `npm ci --prefix test/front/mcp/peers`.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'peers');
const LONGEST_MS = 60_000;

/** For tests that need the peers. */
export const noPeers = (): string | undefined =>
  existsSync(join(FOLDER, 'node_modules')) ? undefined : 'not installed: npm ci --prefix test/front/mcp/peers';

/** Path of a file of an installed package. */
export const peerFile = (path: string): string => join(FOLDER, 'node_modules', path);

/** Runs a program of the folder and resolves with the JSON that it prints. Rejects with all that it printed if it fails. */
export const runPeer = (program: string, ...words: readonly string[]): Promise<never> =>
  new Promise((resolve, reject) => {
    const options = { timeout: LONGEST_MS, maxBuffer: 10_000_000 };
    execFile(process.execPath, [join(FOLDER, program), ...words], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${program} ${words.join(' ')} failed: ${error.message}\n${stdout}${stderr}`));
      else resolve(JSON.parse(stdout) as never);
    });
  });
