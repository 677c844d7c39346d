// Gives a bundle the global `Buffer`, if it uses it without asking first. Runs inside the isolate, as part of the packed entry.

import { addGlobal } from './lazy-globals.ts';

addGlobal('Buffer', () => (require('node:buffer') as typeof import('node:buffer')).Buffer);
