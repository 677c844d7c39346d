// The runner's image that the published package carries: written when the package is built, and compared with its content at each start, because a
// disk, a copy or a program that cleans up may have damaged it since. Front process and command line.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RunnerImage } from './build.ts';
import { contentOf } from './content.ts';
import { addMachineFiles, copyImage } from './machine-files.ts';

/** Only the published package has this folder: the image without the files that differ between machines. */
const SHIPPED = fileURLToPath(new URL('../../../image/', import.meta.url));
/** File with the image's digest and content. It is next to the folder, because runners may read everything inside it. */
const SHIPPED_DIGEST = fileURLToPath(new URL('../../../image.sha256', import.meta.url));

/** Where the image and its digest are. */
export interface ShippedPaths {
  readonly folder: string;
  readonly digestFile: string;
}

/** Thrown if the image is not what the package was published with. The message tells what to do. */
export class DamagedPackage extends Error {
  override name = 'DamagedPackage';

  constructor(folder: string, why: string) {
    super(
      `the runner's image in ${folder} is damaged (${why}), so that no tool would work: install the package again, and see that the disk is sound`,
    );
  }
}

/** Writes the digest file of an image in `folder`. */
export const writeShippedDigest = ({ folder, digestFile }: ShippedPaths, digest: string): void =>
  writeFileSync(digestFile, `${digest} ${contentOf(folder)}\n`);

/**
 * The image that the package carries, with this machine's native code, in a new folder in the temporary one or in `parent`; undefined in a checkout.
 * Throws {@link DamagedPackage}.
 */
export const shippedImage = (
  parent?: string,
  { folder: shipped, digestFile }: ShippedPaths = { folder: SHIPPED, digestFile: SHIPPED_DIGEST },
): RunnerImage | undefined => {
  if (!existsSync(shipped)) return undefined;
  const [digest = '', content = ''] = readDigest(shipped, digestFile).trim().split(' ');
  // The copy is compared, because runners read the copy.
  const { path: folder, remove } = copyImage(shipped, parent, (copy) => {
    if (contentOf(copy) !== content) throw new DamagedPackage(shipped, 'its files are not those of this release');
    addMachineFiles(copy);
  });
  return { folder, digest, content: contentOf(folder), remove };
};

const readDigest = (shipped: string, digestFile: string): string => {
  try {
    return readFileSync(digestFile, 'utf8');
  } catch (error) {
    throw new DamagedPackage(shipped, (error as Error).message);
  }
};
