// Makes the runner's code ready for quick starts: its modules as a few plain JavaScript files in a folder of their own,
// which a box then shows read-only. A process that has no types to strip and few files to read starts in half the time.

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { buildPlatform } from './platform-scripts.ts';

export interface RunnerImage {
  /** Holds `runner/process-entry.js`, `guest/*.js` and `platform/*.js`. */
  readonly folder: string;
  /** Hash of the code: another release of the host has another one. */
  readonly digest: string;
  remove(): void;
}

const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const source = (path: string): string => fileURLToPath(new URL(`../${path}${EXTENSION}`, import.meta.url));
const GUEST_SCRIPTS = ['bootstrap', 'check', 'lockdown', 'renewal', 'temporal'];

/** Builds the image from the host's own sources, in a new temporary folder that only this user can write to. */
export const buildRunnerImage = async (): Promise<RunnerImage> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-runner-'));
  const options = { write: false, target: 'esnext', legalComments: 'none', logLevel: 'silent' } as const;
  const [runner, guest, platform] = await Promise.all([
    build({
      ...options,
      entryPoints: [source('runner/process-entry')],
      outdir: join(folder, 'runner'),
      bundle: true,
      // The schema compiler is large and wanted by throwaway runners only: it becomes a file of its own.
      splitting: true,
      format: 'esm',
      platform: 'node',
      external: ['isolated-vm'],
      banner: {
        js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
      },
    }),
    build({
      ...options,
      entryPoints: GUEST_SCRIPTS.map((name) => source(`guest/${name}`)),
      outdir: join(folder, 'guest'),
    }),
    buildPlatform(),
  ]);
  // Its process would stay until this one ends.
  await stop();
  for (const name of ['runner', 'guest', 'platform']) mkdirSync(join(folder, name));
  const hash = createHash('sha256');
  const files = [
    ...runner.outputFiles.map((file) => ({ path: file.path, contents: file.contents, place: 'runner' })),
    ...guest.outputFiles.map((file) => ({ path: file.path, contents: file.contents, place: 'guest' })),
    ...platform.map((file) => ({ path: file.path, contents: file.contents, place: 'platform' })),
  ];
  for (const { path, contents, place } of files) {
    hash.update(contents);
    writeFileSync(join(folder, place, basename(path)), contents);
  }
  return { folder, digest: hash.digest('hex'), remove: () => rmSync(folder, { recursive: true, force: true }) };
};
