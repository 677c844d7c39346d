// Writes the files of the runner's image that differ between machines, and sets who may read the image. All other files are the same everywhere.

import { chmodSync, copyFileSync, cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OwnPath, ownFolder } from '../../../shared/lifetime/belongings.ts';
import { FILTER_FILE } from '../bare.ts';
import { seccompFilter } from '../seccomp.ts';
import { ADDON_FILE, addonPath } from './modules.ts';

/** Names of the files that {@link addMachineFiles} writes. */
export const MACHINE_FILES: readonly string[] = [FILTER_FILE, ADDON_FILE];

/** Lets every user read a folder and only its owner write to it, because a runner may have another user than the host. */
export const letOthersRead = (folder: string): void => {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
};

/** Completes an image for this machine: isolated-vm's native code, the filter of system calls, and rights to read them. */
export const addMachineFiles = (folder: string): void => {
  const filter = seccompFilter(process.arch);
  if (filter) writeFileSync(join(folder, FILTER_FILE), filter);
  copyFileSync(addonPath(), join(folder, ADDON_FILE));
  letOthersRead(folder);
};

/** Copies an image to a new folder, in the temporary one or in `parent`, and has `finish` complete it. */
export const copyImage = (from: string, parent: string | undefined, finish: (folder: string) => void): OwnPath => {
  const own = ownFolder('toolcell-runner-', parent);
  try {
    cpSync(from, own.path, { recursive: true });
    finish(own.path);
    return own;
  } catch (error) {
    own.remove();
    throw error;
  }
};
