// Images of the runner that starts have kept in the cache folder: what their folders are called, and which are damaged. The published package has this
// module, and not the one that builds and keeps images. Front process and command line.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentOf } from './content.ts';

/** A kept image is a folder named by its key, the digest of its code, and the hash of all its content. */
const PARTS = 3;

export const keptName = (key: string, digest: string, content: string): string => `${key}.${digest}.${content}`;

/** True if the folder of a kept image has the content that its name tells. */
const isWhole = (path: string): boolean => contentOf(path) === path.slice(path.lastIndexOf('.') + 1);

/** Folders of kept images, and which of them are damaged. Throws if the folder cannot be read. */
export const keptImages = (folder: string): readonly { readonly path: string; readonly isWhole: boolean }[] =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.') && name.split('.').length === PARTS)
    .map((name) => ({ path: join(folder, name), isWhole: isWhole(join(folder, name)) }));
