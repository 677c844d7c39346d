// Makes the runner's image: a folder with all that a runner reads beside Node itself. Its modules are a few plain JavaScript files, since a
// process that has no types to strip and few files to read starts in half the time; isolated-vm's native code lies beside them.

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { ownFolder } from '../../lifetime/belongings.ts';
import { LOCK_DOWN_SCRIPT } from '../bare.ts';
import { OPENSSL_CONFIG } from '../node-words.ts';
import { buildGuestScripts } from './guest-scripts.ts';
import { addMachineFiles } from './machine-files.ts';
import { ADDON_FILE, imageModules } from './modules.ts';
import { buildPlatform } from './platform-scripts.ts';

export interface RunnerImage {
  /** Holds `runner/process-entry.js`, `guest/*.js`, `platform/*.js`, `isolated-vm.node`, `package.json` and what locks a bare runner down. */
  readonly folder: string;
  /** Hash of the code: another release of the host has another one. */
  readonly digest: string;
  remove(): void;
}

const LOCK_DOWN = fileURLToPath(new URL('../lock-down.pl', import.meta.url));
const PROCESS_ENTRY = fileURLToPath(new URL('../../runner/process-entry.ts', import.meta.url));

/** Builds the image from the host's own sources, in a new folder that only this user can write to, in the temporary one or in `parent`. */
export const buildRunnerImage = async (parent?: string): Promise<RunnerImage> => {
  const { path: folder, remove } = ownFolder('toolcell-runner-', parent);
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
      external: [`../${ADDON_FILE}`],
      plugins: [imageModules],
      target: 'esnext',
      // Half of it is a library whose lines nobody reads; what lies in the published package is to be small.
      minifyWhitespace: true,
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
  const hash = createHash('sha256');
  const files = [
    ...runner.outputFiles.map(({ path, contents }) => ({ path: join('runner', basename(path)), contents })),
    ...guest.map(({ path, contents }) => ({ path: join('guest', basename(path)), contents })),
    ...platform.map(({ path, contents }) => ({ path: join('platform', basename(path)), contents })),
  ];
  for (const name of ['runner', 'guest', 'platform']) mkdirSync(join(folder, name));
  for (const { path, contents } of files) {
    hash.update(contents);
    writeFileSync(join(folder, path), contents);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, OPENSSL_CONFIG), '');
  copyFileSync(LOCK_DOWN, join(folder, LOCK_DOWN_SCRIPT));
  addMachineFiles(folder);
  return { folder, digest: hash.digest('hex'), remove };
};
