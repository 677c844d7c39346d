// Lets processes change a file one after the other. Any process.
//
// The kernel keeps the turn: a lock on a file next to the one that is changed. It ends with its process, however that ends, and only then: a process
// that is stopped in the middle keeps its turn, because it will go on where it was. Node has no call for such a lock. SQLite takes one for each
// transaction, so a turn is a transaction on a file that stays empty. The file stays, because who removes it gives two processes the turn.

import { access, constants, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
/** How long a turn is waited for. Each takes some milliseconds, unless the disk is slow or a process is stopped. */
const WAIT_MS = 30_000;
/** SQLite's result code for a lock that another has. */
const BUSY = 5;

/** Thrown if the turn does not come in time, or the folder's file system has no locks. The message begins with the path and says what to do. */
export class NoTurn extends Error {
  override name = 'NoTurn';
}

/** The file whose changers take turns: its folder and name. */
export interface SharedFile {
  readonly folder: string;
  readonly name: string;
}

/**
 * Runs `work` while no other process that uses this function for the same file runs its own. Rejects with {@link NoTurn} after `waitMs`, and with
 * the system's error if the folder cannot be written to.
 */
export const inTurn = async <Result>(
  { folder, name }: SharedFile,
  work: () => Promise<Result>,
  waitMs = WAIT_MS,
): Promise<Result> => {
  const path = join(folder, `.${name}.turn`);
  await makeFor(folder, path);
  const { DatabaseSync: Database } = await import('node:sqlite');
  const turn = new Database(path, { timeout: 0 });
  try {
    const untilMs = performance.now() + waitMs;
    while (!begins(turn, path)) {
      if (performance.now() > untilMs)
        throw new NoTurn(
          `${join(folder, name)}: another process has changed it for ${waitMs / 1_000} s → end that process if it is stopped or hangs`,
        );
      await setTimeout(LOOK_EVERY_MS);
    }
    return await work();
  } finally {
    turn.close();
  }
};

const begins = (turn: DatabaseSync, path: string): boolean => {
  try {
    // In memory: a journal on the disk would need room there.
    turn.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: unknown }).errcode === BUSY) return false;
    throw new NoTurn(`${path}: cannot be locked (${(error as Error).message}) → use a file system that has locks`);
  }
};

/** Files that this process makes now. */
const making = new Map<string, Promise<void>>();

/** Makes the file, if it is missing. Nothing of this process uses it before it is closed: closing any descriptor of a file gives up all locks that a process has on it. */
const makeFor = async (folder: string, path: string): Promise<void> => {
  const made = making.get(path) ?? make(folder, path).finally(() => making.delete(path));
  making.set(path, made);
  await made;
  // SQLite's own error would not say why.
  await access(path, constants.W_OK);
};

/** Gives the file the rights of its folder: whoever may make files there may take turns. */
const make = async (folder: string, path: string): Promise<void> => {
  const file = await open(path, 'ax').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (file === undefined) return;
  try {
    const { uid, gid, mode } = await stat(folder);
    await file.chmod(mode & 0o666);
    // Only root may give a file away. Others may give it to a group of theirs.
    await file.chown(process.getuid?.() === 0 ? uid : -1, gid).catch(() => {});
  } finally {
    await file.close();
  }
};
