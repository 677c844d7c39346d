// The flags that Toolcell gives to V8. Most are private: V8 may drop one with any release, and Node does not start with a flag that it does not know.
// So they are tried before they are used. JavaScript, because start.js needs it, and would wait for a compiler otherwise.

import { spawnSync } from 'node:child_process';

/** By the process that they are for. */
export const V8_FLAGS = Object.freeze({
  /**
   * A small young generation and one helper thread, since the server holds little and shares the machine with runners. No pretenuring: a start with a
   * thousand bundles makes many objects that stay, and V8 would then allocate objects of requests in the old generation too.
   */
  server: ['--max-semi-space-size=4', '--no-allocation-site-pretenuring', '--v8-pool-size=1'],
  /**
   * A runner has many small heaps. Early collection keeps less garbage of past calls. One helper thread serves all heaps. The runner itself may
   * collect its garbage, and takes that from all contexts of guests.
   */
  runner: [
    '--max-old-space-size=96',
    '--optimize-for-size',
    '--v8-pool-size=1',
    '--wasm-max-mem-pages=256',
    '--enable-sharedarraybuffer-per-context',
    '--expose-gc',
  ],
});

/**
 * Finds out which flags this Node takes. That costs the start of one process, and of one for each flag if Node refuses any.
 *
 * @param {string} nodePath
 * @param {readonly string[]} flags
 * @returns {{ readonly taken: readonly string[], readonly refused: readonly string[] }}
 */
export const tryFlags = (nodePath, flags) => {
  /** @param {readonly string[]} some */
  const takes = (some) => spawnSync(nodePath, [...some, '--version'], { stdio: 'ignore' }).status === 0;
  if (takes(flags)) return { taken: flags, refused: [] };
  const refused = flags.filter((flag) => !takes([flag]));
  return { taken: flags.filter((flag) => !refused.includes(flag)), refused };
};

/**
 * The word for a flag that is left out.
 *
 * @param {string} flag
 * @param {'the server' | 'runners'} who
 */
export const refusedLine = (flag, who) =>
  `Node does not take ${flag}, so ${who} will run without it: use the Node that comes with Toolcell`;
