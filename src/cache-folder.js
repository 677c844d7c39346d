// Where this user keeps what takes long to make. JavaScript, since both entries ask before TypeScript can be loaded.

import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * A folder of this user's own, since code found in a shared one could be anybody's. Undefined for a user without a home: nothing is kept then.
 *
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {string | undefined}
 */
export const cacheFolderOf = ({ XDG_CACHE_HOME: named = '' }) => {
  // The XDG specification has relative paths ignored.
  if (isAbsolute(named)) return join(named, 'toolcell');
  try {
    return join(homedir(), '.cache', 'toolcell');
  } catch {
    return undefined;
  }
};
