// The runner's image that a sandbox starts with. The published package carries one, built ahead; a checkout builds it from its sources and
// keeps it between starts.

import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownFolder } from '../../lifetime/belongings.ts';
import type { RunnerImage } from './build.ts';
import { addMachineFiles } from './machine-files.ts';

/** Only the published package has this folder: the image without the files that differ between machines. */
const SHIPPED = fileURLToPath(new URL('../../image/', import.meta.url));
/** Holds the image's digest. Beside the folder, since runners read all that is in it. */
const SHIPPED_DIGEST = fileURLToPath(new URL('../../image.sha256', import.meta.url));

/** The image that the package carries, with this machine's native code, in a new folder in the temporary one or in `parent`; undefined in a checkout. */
export const shippedImage = (parent?: string): RunnerImage | undefined => {
  if (!existsSync(SHIPPED)) return undefined;
  const digest = readFileSync(SHIPPED_DIGEST, 'utf8').trim();
  const { path: folder, remove } = ownFolder('toolcell-runner-', parent);
  try {
    cpSync(SHIPPED, folder, { recursive: true });
    addMachineFiles(folder);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, digest, remove };
};

export interface PreparedImageOptions {
  /** Keeps what a checkout built; without it the image is built anew. */
  readonly cacheFolder?: string;
  /** Where the image's own folder is made; the temporary folder if absent. */
  readonly parent?: string;
  /** Told before it is built, which takes seconds. */
  readonly onBuild?: () => void;
}

/** The image, ready to use. */
export const preparedImage = async ({ cacheFolder, parent, onBuild }: PreparedImageOptions): Promise<RunnerImage> => {
  const shipped = shippedImage(parent);
  if (shipped !== undefined) return shipped;
  // Loaded only here: the package has no sources to build from, and a start that finds a kept image needs no bundler.
  const build = async (): Promise<RunnerImage> => {
    onBuild?.();
    return (await import('./build.ts')).buildRunnerImage(parent);
  };
  if (cacheFolder === undefined) return build();
  const { keptRunnerImage } = await import('./cache.ts');
  return keptRunnerImage(join(cacheFolder, 'images'), build, parent);
};
