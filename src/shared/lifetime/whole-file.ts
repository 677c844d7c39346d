// Writes files whole or not at all. Any process.

import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, lstat, open, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ownPath } from './belongings.ts';

const PERMISSIONS = 0o777;
const GROUP_MAY_READ = 0o040;

export interface WholeFileOptions {
  /** Permissions of a new file; by default those that the process gives to new files. A file that is there keeps its own. */
  readonly mode?: number;
  /** True by default: the content is on the disk before the rename, and the rename before the promise resolves, so that a power cut leaves the file neither empty nor as it was. False for files that can be made again. */
  readonly isFlushed?: boolean;
  /** Called with the draft's path, right before the draft takes the file's place. If it throws or rejects, the file stays as it was. */
  readonly beforeRename?: (draft: string) => Promise<void> | void;
}

/**
 * Writes a draft next to the file and renames it. The file keeps its owner, group and permissions, so that whoever could read it still can: a
 * command of root often changes what a server of another user reads. A new file that root makes belongs to the owner of its folder. A draft that fails is removed. Rejects with the system's error, or with that of `beforeRename`.
 * Own code, because write-file-atomic has no step between the two, which a changed configuration needs.
 */
export const writeWhole = async (
  path: string,
  content: Uint8Array | string,
  { mode, isFlushed = true, beforeRename }: WholeFileOptions = {},
): Promise<void> => {
  const draft = ownPath(join(dirname(path), `.${basename(path)}.${randomUUID()}`));
  try {
    await writeDraft(draft.path, content, { path, mode, isFlushed });
    await beforeRename?.(draft.path);
    await rename(draft.path, path);
    if (isFlushed) await flushFolder(dirname(path));
  } finally {
    draft.remove();
  }
};

const writeDraft = async (
  draft: string,
  content: Uint8Array | string,
  { path, mode, isFlushed }: { path: string; mode: number | undefined; isFlushed: boolean },
): Promise<void> => {
  const handle = await open(draft, 'wx', mode);
  try {
    // The error of a handle names no file.
    await giveRights(handle, path).catch((error: Error) => {
      throw Object.assign(error, { path });
    });
    await handle.writeFile(content);
    if (isFlushed) await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Gives a draft to those to whom the file belongs. By its handle, because the owner of the folder could have put a link in the draft's place.
 * Rejects with the system's error if the owner then could not read it.
 */
const giveRights = async (draft: FileHandle, path: string): Promise<void> => {
  if (process.getuid === undefined) return;
  const before = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (before?.isFile()) {
    await draft.chmod(before.mode & PERMISSIONS);
    await giveTo(draft, before);
  } else if (process.getuid() === 0) await giveTo(draft, await stat(dirname(path)));
};

const giveTo = async (draft: FileHandle, { uid, gid, mode }: Stats): Promise<void> => {
  const now = await draft.stat();
  if (now.uid === uid && now.gid === gid) return;
  try {
    await draft.chown(uid, gid);
  } catch (error) {
    // Only root gives files away. A file that is read by its group may belong to another one of that group.
    if ((mode & GROUP_MAY_READ) === 0) throw error;
    await draft.chown(-1, gid);
  }
};

/** Waits until the disk has the names in a folder: a rename is there only then. Never rejects, because not every system can open a folder. */
export const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
};
