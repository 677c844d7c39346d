// Runs programs that other people wrote, from the folder `peers`, which is installed by itself: `npm ci --prefix test/front/mcp/peers`.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** A port that was free just now, for a server whose address has to be known before it starts. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
