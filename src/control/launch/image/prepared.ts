// Gets the runner's image for a sandbox. The published package contains one; a checkout builds it from its sources and keeps it between starts.
// Decision 0021.

import { join } from 'node:path';
import type { RunnerImage } from './build.ts';
import { shippedImage } from './shipped.ts';

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

/** The image, ready to use. Throws `DamagedPackage` if the one of the package is damaged. */
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
