// Finds the system's tools that can lock a process down, once, in the folders of `PATH`.

import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

const NAMES = {
  linux: ['bwrap', 'prlimit', 'setpriv', 'unshare', 'perl', 'sh'],
  darwin: ['sandbox-exec', 'sh'],
} as const;

export type ProgramName = (typeof NAMES)[keyof typeof NAMES][number];

/** Name → absolute path of each tool found. */
export type Programs = Readonly<Partial<Record<ProgramName, string>>>;

/** Looks for every tool that this platform may have. */
export const findPrograms = (platform: NodeJS.Platform, searchPath: string): Programs => {
  const names: readonly ProgramName[] = platform === 'linux' || platform === 'darwin' ? NAMES[platform] : [];
  // A relative folder depends on the working folder.
  const folders = searchPath.split(delimiter).filter(isAbsolute);
  const found = names.map((name) => [name, folders.map((folder) => join(folder, name)).find(isProgram)] as const);
  return Object.fromEntries(found.filter(([, path]) => path !== undefined));
};

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};
