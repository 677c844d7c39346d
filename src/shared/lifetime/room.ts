// Finds out whether a disk has room, by writing to it: the rights and figures of a folder do not tell. Any process.

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownPath } from './belongings.ts';

/** Enough for what is written next: an entry of a log, a page of a store, a configuration. */
const BYTES = 65_536;

/** Room that is held on a disk until it is given back. */
export interface HeldRoom {
  release(): void;
}

/** Holds some room in a folder, by a hidden file. Rejects with the system's error if it cannot be written or there is no room. */
export const holdRoom = async (folder: string): Promise<HeldRoom> => {
  const held = ownPath(join(folder, `.toolcell-room.${randomUUID()}`));
  try {
    await writeFile(held.path, Buffer.alloc(BYTES, 1), { flag: 'wx', flush: true, mode: 0o600 });
  } catch (error) {
    held.remove();
    throw error;
  }
  return { release: () => held.remove() };
};
