// Gives a bundle the global `setImmediate` and `clearImmediate`, if it uses them without asking first. Runs inside the isolate, as part of the packed entry.

import { addGlobal } from './lazy-globals.ts';

for (const name of ['setImmediate', 'clearImmediate'] as const)
  addGlobal(name, () => (require('node:timers') as typeof import('node:timers'))[name]);
