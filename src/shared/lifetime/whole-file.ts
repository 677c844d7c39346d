// Writes files whole or not at all. Any process.

import { randomUUID } from 'node:crypto';
import { open, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ownPath } from './belongings.ts';

export interface WholeFileOptions {
  /** Permissions of the file; by default those that the process gives to new files. */
  readonly mode?: number;
  /** True by default: the content is on the disk before the rename, and the rename before the promise resolves, so that a power cut leaves the file neither empty nor as it was. False for files that can be made again. */
  readonly isFlushed?: boolean;
  /** Called with the draft's path, right before the draft takes the file's place. If it throws or rejects, the file stays as it was. */
  readonly beforeRename?: (draft: string) => Promise<void> | void;
}

/**
 * Writes a draft next to the file and renames it. A draft that fails is removed. Rejects with the system's error, or with that of `beforeRename`.
 * Own code, because write-file-atomic has no step between the two, which a changed configuration needs.
 */
export const writeWhole = async (
  path: string,
  content: Uint8Array | string,
  { mode, isFlushed = true, beforeRename }: WholeFileOptions = {},
): Promise<void> => {
  const draft = ownPath(join(dirname(path), `.${basename(path)}.${randomUUID()}`));
  try {
    await writeFile(draft.path, content, { flag: 'wx', flush: isFlushed, ...(mode !== undefined && { mode }) });
    await beforeRename?.(draft.path);
    await rename(draft.path, path);
    if (isFlushed) await flushFolder(dirname(path));
  } finally {
    draft.remove();
  }
};

/** Waits until the disk has the names in a folder: a rename is there only then. Never rejects, because not every system can open a folder. */
export const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
};
