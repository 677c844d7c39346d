// What a server says that has no plugin yet: where it looks, and how to begin.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The lines for a plugins folder that is missing or empty. */
export const nothingServedLines = (folder: string): readonly string[] => {
  const isThere = existsSync(folder);
  const delay = isThere ? 'a moment' : 'at most five seconds';
  return [
    `No plugin is served: ${folder} ${isThere ? 'is empty' : 'does not exist'}.`,
    `  A plugin (a folder with a plugin.json, or a .tgz) is served ${delay} after it was put there.`,
    `  toolcell new ${join(folder, 'NAME')}  begins a plugin there`,
    ...(isThere ? [] : ['  toolcell init  makes the folder, and a configuration with comments']),
  ];
};
