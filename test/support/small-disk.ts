// Mounts a small file system in memory, which a test can fill up to the last byte. Linux, and only for a user who may mount.

import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Takes all room that is left. */
  fill(): void;
  /** Gives back what {@link fill} took. */
  free(): void;
  /** Only after nothing uses it any more. */
  remove(): void;
}

const FILLER = '.filler';
const BLOCK = Buffer.alloc(4_096, 1);

/** A disk of so many kilobytes; undefined if none can be mounted here. */
export const mountSmallDisk = (kilobytes: number): SmallDisk | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'none', folder]).status !== 0) {
    rmdirSync(folder);
    return undefined;
  }
  return {
    folder,
    fill: () => {
      const file = openSync(join(folder, FILLER), 'a');
      try {
        for (;;) writeSync(file, BLOCK);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(join(folder, FILLER), { force: true }),
    remove: () => {
      spawnSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
};

/** For tests that need such a disk. */
export const noSmallDisk = (): string | undefined => {
  const disk = mountSmallDisk(64);
  disk?.remove();
  return disk === undefined ? 'no right to mount a file system' : undefined;
};
