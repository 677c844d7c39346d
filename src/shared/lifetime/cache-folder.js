// Finds the folder for files that take long to make. JavaScript, because main.js and toolcell.js need it before TypeScript is loaded.

import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * A folder of this user's own, because code in a shared one could be anybody's. Undefined for a user without a home, for whom nothing is kept.
 *
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {string | undefined}
 */
export const cacheFolderOf = ({ XDG_CACHE_HOME: named = '' }) => {
  // The XDG specification demands that relative paths are ignored.
  if (isAbsolute(named)) return join(named, 'toolcell');
  try {
    return join(homedir(), '.cache', 'toolcell');
  } catch {
    return undefined;
  }
};

const FOLDER_MODE = 0o700;
const OTHERS_MAY_WRITE = 0o022;

/** @param {string} folder */
const isOwn = (folder) => {
  const { uid, mode } = statSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & OTHERS_MAY_WRITE) === 0);
};

/**
 * The folder of compiled code, which is made if it is missing. Undefined if others may write to it or to the folder around it, because they could
 * put their own code there.
 *
 * @param {string | undefined} cacheFolder
 * @returns {string | undefined}
 */
export const codeFolderIn = (cacheFolder) => {
  if (cacheFolder === undefined) return undefined;
  const folder = join(cacheFolder, 'code');
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    return isOwn(cacheFolder) && isOwn(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
};
