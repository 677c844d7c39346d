// Stamps of files, which change with the files, so that a folder can be compared with itself a second ago. Nothing is opened, no link is followed, and no
// call is synchronous, because the front process looks while it serves. Any process.

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { isArchiveName, SIGNATURE_ENDING } from './bundle.ts';
import { isSkipped } from './bundle-walk.ts';

/** Files for one stamp. More than {@link BUNDLE_FILES}, so a bundle with more is refused, whatever is in the others. */
export const MOST_FILES = 20_000;
/** Bundles looked at at a time. Node has four threads for files, names of hosts and cryptography, and a slow disk must not hold all of them. */
const AT_ONCE = 2;

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** The stamp of one file; the error's code if it cannot be looked at, and undefined if it is gone. */
const stampOfFile = async (path: string): Promise<string | undefined> => {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await lstat(path);
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : code;
  }
};

/**
 * Path inside the folder → stamp, for every file and folder below it, and for the folder itself if it cannot be read. A file keeps its stamp while it is the same file, of
 * the same size, written and renamed at the same time. Never rejects.
 */
export const fileStamps = async (
  folder: string,
  isLeftOut: (name: string) => boolean = isSkipped,
): Promise<ReadonlyMap<string, string>> => {
  const stamps = new Map<string, string>();
  const folders = [''];
  for (const inside of folders) {
    try {
      for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
        if (isLeftOut(entry.name)) continue;
        if (stamps.size === MOST_FILES) return stamps;
        const path = join(inside, entry.name);
        if (entry.isDirectory()) folders.push(path);
        stamps.set(path, entry.isDirectory() ? 'folder' : ((await stampOfFile(join(folder, path))) ?? 'gone'));
      }
    } catch (error) {
      stamps.set(inside, codeOf(error));
    }
  }
  return stamps;
};

/** The stamp of a bundle, its signature included; undefined if it is gone. */
const stampOfBundle = async (path: string): Promise<string | undefined> => {
  try {
    if ((await lstat(path)).isDirectory()) return [...(await fileStamps(path))].join('\n');
  } catch {
    // It is looked at as a file.
  }
  const stamp = await stampOfFile(path);
  if (stamp === undefined || !isArchiveName(path)) return stamp;
  return `${stamp} ${await stampOfFile(`${path}${SIGNATURE_ENDING}`)}`;
};

/** Undefined if the folder is there and cannot be read. */
const namesIn = async (folder: string): Promise<readonly string[] | undefined> => {
  try {
    return (await readdir(folder)).filter((name) => !isSkipped(name) && !name.endsWith(SIGNATURE_ENDING));
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(codeOf(error)) ? [] : undefined;
  }
};

/**
 * Name → stamp, for the bundles and other files of a plugins folder, or for the `names` in it. Empty if there is no folder, and undefined if it
 * cannot be read now, which says nothing about what is in it. Never rejects.
 */
export const bundleStamps = async (
  folder: string,
  names?: Iterable<string>,
): Promise<ReadonlyMap<string, string> | undefined> => {
  const inside = names ?? (await namesIn(folder));
  if (inside === undefined) return undefined;
  const found = await pLimit(AT_ONCE).map(inside, async (name) => {
    const stamp = await stampOfBundle(join(folder, name));
    return stamp === undefined ? [] : [[name, stamp] as const];
  });
  return new Map(found.flat());
};
