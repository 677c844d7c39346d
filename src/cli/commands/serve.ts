// `toolcell serve`: replaces this process by the server that `npm start` runs, so that the command takes no memory next to it.

import { fileURLToPath } from 'node:url';
import { refusedLine, tryFlags, V8_FLAGS } from '../../shared/lifetime/v8-flags.js';
import type { Command } from '../common/command.ts';
import { CONFIG_FLAGS, configWords } from '../common/settings.ts';

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
  async run({ args, becomeNode, printError }) {
    if (becomeNode === undefined) throw new Error('there is no process to serve in');
    const { taken, refused } = tryFlags(process.execPath, V8_FLAGS.server);
    for (const flag of refused) printError(refusedLine(flag, 'the server'));
    return becomeNode([...taken, MAIN, ...configWords(args)]);
  },
};
