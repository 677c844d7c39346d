// What this host has recorded in the lock file, and what it records next. Front process.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lockAfter } from '../lock/acceptance.ts';
import { EMPTY_LOCK, entryOf, type Lock, readLock, updateLock } from '../lock/lock.ts';
import type { ListedBundle } from '../model/versions.ts';

/** The lock file of a plugins folder, as one host reads and writes it. */
export class LockRecord {
  readonly #folder: string;
  /** The lock file at the last read of the folder, or as this host has written it since. */
  #readBy = EMPTY_LOCK;
  #written: Lock | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The lock file as this host wrote it last; undefined if it could not. */
  get written(): Lock | undefined {
    return this.#written;
  }

  /** True if the file is as this host wrote it last. */
  async isOwn(): Promise<boolean> {
    return (await readLock(this.#folder).catch(() => undefined)) === this.#written;
  }

  /** Reads the file. Everything that serves counts as accepted, even if it could not be recorded. Throws LockBroken. */
  async read(serving: readonly ListedBundle[]): Promise<Lock> {
    this.#readBy = await readLock(this.#folder);
    return this.#after(this.#readBy, serving);
  }

  /**
   * Writes what serves into the file, if the file does not have it yet. Resolves with true if somebody else has changed the file since it was read,
   * such as by an approval. Throws LockBroken, or the system's error.
   */
  async write(serving: () => readonly ListedBundle[]): Promise<boolean> {
    let found = this.#readBy;
    this.#written = await updateLock(this.#folder, (lock) => {
      found = lock;
      return this.#after(lock, serving());
    });
    const isAnothers = found !== this.#readBy;
    this.#readBy = this.#written;
    return isAnothers;
  }

  /** If the lock file is gone, nothing is revoked: the host writes the file again as it wrote it last. */
  #after(lock: Lock, serving: readonly ListedBundle[]): Lock {
    if (lock === EMPTY_LOCK) return lockAfter(this.#written ?? lock, serving);
    return lockAfter(
      lock,
      serving.filter((one) => !this.#isForgotten(one, lock)),
    );
  }

  /** True if the operator has removed the plugin and this host still serves it. */
  #isForgotten({ bundle, manifest }: ListedBundle, lock: Lock): boolean {
    const wasKnown = this.#written !== undefined && entryOf(this.#written, manifest.name) !== undefined;
    return wasKnown && !entryOf(lock, manifest.name) && !existsSync(join(this.#folder, bundle));
  }
}
