// Gets the runner's image for a sandbox. The published package contains one; a checkout builds it from its sources and keeps it between starts.
// Decision 0021.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunnerImage } from './build.ts';
import { contentOf } from './content.ts';
import { addMachineFiles, copyImage } from './machine-files.ts';

/** Only the published package has this folder: the image without the files that differ between machines. */
const SHIPPED = fileURLToPath(new URL('../../../image/', import.meta.url));
/** File with the image's digest. It is next to the folder, because runners may read everything inside it. */
const SHIPPED_DIGEST = fileURLToPath(new URL('../../../image.sha256', import.meta.url));

/** The image that the package carries, with this machine's native code, in a new folder in the temporary one or in `parent`; undefined in a checkout. */
const shippedImage = (parent?: string): RunnerImage | undefined => {
  if (!existsSync(SHIPPED)) return undefined;
  const digest = readFileSync(SHIPPED_DIGEST, 'utf8').trim();
  const { path: folder, remove } = copyImage(SHIPPED, parent, addMachineFiles);
  return { folder, digest, content: contentOf(folder), remove };
};

export interface PreparedImageOptions {
  /** Folder that keeps the image of a checkout; if absent, the image is built anew. */
  readonly cacheFolder?: string;
  /** Folder in which the image's folder is made; the temporary folder if absent. */
  readonly parent?: string;
  /** Called before the image is built, which takes seconds. */
  readonly onBuild?: () => void;
  /** Called with the folder of a kept image that was damaged, and is built again. */
  readonly onDamaged?: (path: string) => void;
}

/** The image, ready to use. */
export const preparedImage = async (options: PreparedImageOptions): Promise<RunnerImage> => {
  const { cacheFolder, parent, onBuild, onDamaged } = options;
  const shipped = shippedImage(parent);
  if (shipped !== undefined) return shipped;
  // Imported only here: the package has no sources to build from, and a start with a kept image needs no bundler.
  const build = async (): Promise<RunnerImage> => {
    onBuild?.();
    return (await import('./build.ts')).buildRunnerImage(parent);
  };
  if (cacheFolder === undefined) return build();
  const { keptRunnerImage } = await import('./cache.ts');
  return keptRunnerImage(join(cacheFolder, 'images'), { build, parent, onDamaged });
};
