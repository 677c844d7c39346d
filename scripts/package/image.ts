// Writes the runner's image for the published package: the image that a start would build, without the files that differ between machines.

import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildRunnerImage } from '../../src/control/launch/image/build.ts';
import { MACHINE_FILES } from '../../src/control/launch/image/machine-files.ts';

/** Writes the image to `<to>/image`, and its digest to `<to>/image.sha256`. */
export const writeImage = async (to: string): Promise<void> => {
  const image = await buildRunnerImage();
  try {
    cpSync(image.folder, join(to, 'image'), { recursive: true });
    for (const name of MACHINE_FILES) rmSync(join(to, 'image', name), { force: true });
    writeFileSync(join(to, 'image.sha256'), `${image.digest}\n`);
  } finally {
    image.remove();
  }
};
