// The files of the runner's image that differ between machines, and who may read the image. The rest of it is the same everywhere.

import { chmodSync, copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILTER_FILE } from '../bare.ts';
import { seccompFilter } from '../seccomp.ts';
import { ADDON_FILE, addonPath } from './modules.ts';

/** Names of the files that {@link addMachineFiles} writes. */
export const MACHINE_FILES: readonly string[] = [FILTER_FILE, ADDON_FILE];

/** Lets every user read a folder, and its owner alone write to it: a runner need not be the host's user. */
export const letOthersRead = (folder: string): void => {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
};

/** Completes an image for this machine: isolated-vm's native code, the filter of system calls, rights to read all of it. */
export const addMachineFiles = (folder: string): void => {
  const filter = seccompFilter(process.arch);
  if (filter) writeFileSync(join(folder, FILTER_FILE), filter);
  copyFileSync(addonPath(), join(folder, ADDON_FILE));
  letOthersRead(folder);
};
