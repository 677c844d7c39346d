// `npm start`: becomes the server, with the flags of V8 that this Node takes. JavaScript, as main.js is.

import { fileURLToPath } from 'node:url';
import { becomeNode } from './shared/lifetime/become-node.js';
import { refusedLine, tryFlags, V8_FLAGS } from './shared/lifetime/v8-flags.js';

const MAIN = fileURLToPath(new URL('main.js', import.meta.url));

const { taken, refused } = tryFlags(process.execPath, V8_FLAGS.server);
for (const flag of refused) process.stderr.write(`${refusedLine(flag, 'the server')}\n`);
process.exitCode = await becomeNode(process.execPath, [...taken, MAIN, ...process.argv.slice(2)], process.env);
