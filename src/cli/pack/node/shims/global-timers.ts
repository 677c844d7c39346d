// Gives a bundle timers with methods, as those of Node, if it calls one: `setTimeout(task, 100).unref()`. Runs inside the isolate, as part of the packed entry.

import { addGlobal } from './lazy-globals.ts';

for (const name of ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] as const)
  addGlobal(name, () => (require('node:timers') as typeof import('node:timers'))[name]);
