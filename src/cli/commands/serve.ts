// `toolcell serve`: replaces this process by the server that `npm start` runs, so that the command takes no memory next to it.

import { fileURLToPath } from 'node:url';
import type { Command } from '../common/command.ts';
import { CONFIG_FLAGS, configWords } from '../common/settings.ts';

/**
 * A small young generation and one helper thread, since the server holds little and shares the machine with runners. No pretenuring: a start with a
 * thousand bundles makes many objects that stay, and V8 would then allocate objects of requests in the old generation too.
 */
const NODE_FLAGS = ['--max-semi-space-size=4', '--no-allocation-site-pretenuring', '--v8-pool-size=1'];
const MAIN = fileURLToPath(new URL('../../main.js', import.meta.url));

export const command: Command = {
  usage: {
    flags: CONFIG_FLAGS,
    about: [
      'Ends in order, with exit code 0, on Ctrl+C or SIGTERM, or when its terminal is closed.',
      'A second signal ends it at once, with 130 or 143.',
    ],
    examples: ['toolcell serve --plugins ./plugins --port 3000'],
  },
  async run({ args, becomeNode }) {
    if (becomeNode === undefined) throw new Error('there is no process to serve in');
    return becomeNode([...NODE_FLAGS, MAIN, ...configWords(args)]);
  },
};
