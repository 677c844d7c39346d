// `toolcell serve`: what `npm start` does, in this process's place, so that the server is no larger for having been started so.

import { fileURLToPath } from 'node:url';
import type { Command } from '../command.ts';
import { CONFIG_FLAGS, configWords } from '../config-words.ts';

/**
 * A small young generation and one helper thread: the server holds little, and has the machine to itself less often than not. And what a start makes
 * and keeps says nothing of calls: after the watchers of a thousand bundles V8 would make requests in the old generation, too.
 */
const NODE_FLAGS = ['--max-semi-space-size=4', '--no-allocation-site-pretenuring', '--v8-pool-size=1'];
const MAIN = fileURLToPath(new URL('../../main.js', import.meta.url));

export const command: Command = {
  name: 'serve',
  summary: 'Serve the plugins of a folder to agents, as "npm start" does.',
  usage: {
    flags: CONFIG_FLAGS,
    about: [
      'Ends in order on Ctrl+C or SIGTERM, or when its terminal is closed, with exit code 0.',
      'A second signal ends it at once, with 130 or 143.',
    ],
    examples: ['toolcell serve --plugins ./plugins --port 3000'],
  },
  async run({ given, becomeNode }) {
    if (becomeNode === undefined) throw new Error('there is no process to serve in');
    return becomeNode([...NODE_FLAGS, MAIN, ...configWords(given)]);
  },
};
