// `toolcell serve`: what `npm start` does, in this process's place, so that the server is no larger for having been started so.

import { fileURLToPath } from 'node:url';
import { FLAGS } from '../../config/flags.ts';
import { type Command, EXIT, type ExitCode } from '../command.ts';

/** A small young generation and one helper thread: the server holds little, and has the machine to itself less often than not. */
const NODE_FLAGS = ['--max-semi-space-size=4', '--v8-pool-size=1'];
const MAIN = fileURLToPath(new URL('../../main.js', import.meta.url));

export const command: Command = {
  name: 'serve',
  summary: 'Serve the plugins of a folder to agents, as "npm start" does.',
  usage: {
    flags: Object.fromEntries(FLAGS.map(({ flag, argument, meaning }) => [flag, { argument, meaning }])),
    about: ['Ends in order on SIGTERM or Ctrl+C.'],
    examples: ['toolcell serve --plugins ./plugins --port 3000'],
  },
  async run({ given, becomeNode }) {
    const words = FLAGS.flatMap(({ flag }) => {
      const value = given.value(flag);
      return value === undefined ? [] : [`--${flag}`, value];
    });
    if (becomeNode === undefined) throw new Error('there is no process to serve in');
    const exitCode = await becomeNode([...NODE_FLAGS, MAIN, ...words]);
    return asExitCode(exitCode);
  },
};

/** Where the server is a child of this process. One that cannot start says so with 1; here that number is the plugin's. */
const asExitCode = (code: number): ExitCode => (code === EXIT.done || code === EXIT.usage ? code : EXIT.host);
