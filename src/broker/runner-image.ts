// Makes the runner's code ready for quick starts: its modules as a few plain JavaScript files in a folder of their own,
// which a box then shows read-only. A process that has no types to strip and few files to read starts in half the time.

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { buildGuestScripts } from './guest-scripts.ts';
import { buildPlatform } from './platform-scripts.ts';

export interface RunnerImage {
  /** Holds `runner/process-entry.js`, `guest/*.js` and `platform/*.js`. */
  readonly folder: string;
  /** Hash of the code: another release of the host has another one. */
  readonly digest: string;
  remove(): void;
}

const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const PROCESS_ENTRY = fileURLToPath(new URL(`../runner/process-entry${EXTENSION}`, import.meta.url));

/** Builds the image from the host's own sources, in a new temporary folder that only this user can write to. */
export const buildRunnerImage = async (): Promise<RunnerImage> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-runner-'));
  const [runner, guest, platform] = await Promise.all([
    build({
      entryPoints: [PROCESS_ENTRY],
      outdir: join(folder, 'runner'),
      write: false,
      bundle: true,
      // The schema compiler is large and wanted by throwaway runners only: it becomes a file of its own.
      splitting: true,
      format: 'esm',
      platform: 'node',
      external: ['isolated-vm'],
      target: 'esnext',
      legalComments: 'none',
      logLevel: 'silent',
      banner: {
        js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
      },
    }),
    buildGuestScripts(),
    buildPlatform(),
  ]);
  // Its process would stay until this one ends.
  await stop();
  for (const name of ['runner', 'guest', 'platform']) mkdirSync(join(folder, name));
  const hash = createHash('sha256');
  const files = [
    ...runner.outputFiles.map((file) => ({ path: file.path, contents: file.contents, place: 'runner' })),
    ...guest.map((file) => ({ path: file.path, contents: file.contents, place: 'guest' })),
    ...platform.map((file) => ({ path: file.path, contents: file.contents, place: 'platform' })),
  ];
  for (const { path, contents, place } of files) {
    hash.update(contents);
    writeFileSync(join(folder, place, basename(path)), contents);
  }
  return { folder, digest: hash.digest('hex'), remove: () => rmSync(folder, { recursive: true, force: true }) };
};
