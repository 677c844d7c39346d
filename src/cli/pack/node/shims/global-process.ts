// Gives a bundle the global `process`, if it uses it without asking first. Runs inside the isolate, as part of the packed entry.

import { addGlobal } from './lazy-globals.ts';

addGlobal('process', () => require('node:process'));
