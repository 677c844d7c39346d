// Makes the runner's image: the folder with everything that a runner reads in addition to Node. Its modules are a few plain JavaScript files,
// because a process without types to strip starts in half the time. The image also holds isolated-vm's native code.

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { ownFolder } from '../../../shared/lifetime/belongings.ts';
import { LOCK_DOWN_SCRIPT } from '../bare.ts';
import { OPENSSL_CONFIG } from '../node-words.ts';
import { contentOf } from './content.ts';
import { buildGuestScripts } from './guest-scripts.ts';
import { addMachineFiles } from './machine-files.ts';
import { ADDON_FILE, imageModules } from './modules.ts';
import { buildWebScripts } from './web-scripts.ts';

export interface RunnerImage {
  /** Holds `runner/process-entry.js`, `guest/*.js`, `web/*.js`, `isolated-vm.node`, `package.json` and the lock of a bare runner. */
  readonly folder: string;
  /** Hash of the code; it differs between releases of the host. */
  readonly digest: string;
  /** Hash of all its files; see content.ts. */
  readonly content: string;
  remove(): void;
}

const LOCK_DOWN = fileURLToPath(new URL('../lock-down.pl', import.meta.url));
const PROCESS_ENTRY = fileURLToPath(new URL('../../../cell/runner/process-entry.ts', import.meta.url));

/** Builds the image from the host's own sources, in a new folder that only this user can write to, in the temporary one or in `parent`. */
export const buildRunnerImage = async (parent?: string): Promise<RunnerImage> => {
  const { path: folder, remove } = ownFolder('toolcell-runner-', parent);
  const [runner, guest, web] = await Promise.all([
    build({
      entryPoints: [PROCESS_ENTRY],
      outdir: join(folder, 'runner'),
      write: false,
      bundle: true,
      // The schema compiler is large and only throwaway runners need it, so it becomes a file of its own.
      splitting: true,
      format: 'esm',
      platform: 'node',
      external: [`../${ADDON_FILE}`],
      plugins: [imageModules],
      target: 'esnext',
      // Half of it is a library whose source nobody reads, and the published package should be small.
      minifyWhitespace: true,
      legalComments: 'none',
      logLevel: 'silent',
      banner: {
        js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);",
      },
    }),
    buildGuestScripts(),
    buildWebScripts(),
  ]);
  // Its process would stay until this one ends.
  await stop();
  const hash = createHash('sha256');
  for (const [name, files] of Object.entries({ runner: runner.outputFiles, guest, web })) {
    mkdirSync(join(folder, name));
    for (const { path, contents } of files) {
      hash.update(contents);
      writeFileSync(join(folder, name, basename(path)), contents);
    }
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, OPENSSL_CONFIG), '');
  copyFileSync(LOCK_DOWN, join(folder, LOCK_DOWN_SCRIPT));
  addMachineFiles(folder);
  return { folder, digest: hash.digest('hex'), content: contentOf(folder), remove };
};
