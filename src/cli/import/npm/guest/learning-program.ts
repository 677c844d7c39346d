// What `process` shows to a server that is asked by the importer: process.ts, with a note of each variable that is read. Runs inside the isolate, as part of
// the entry that the importer calls.

import { env as variables } from './process.ts';

/** How a line of the log begins that names a variable. The log has them for a server that fails, too. */
const READS = 'toolcell: reads ';

/** Names of variables that the server has read. */
export const readVariables = new Set<string>();

const note = (name: PropertyKey): void => {
  if (typeof name !== 'string' || readVariables.has(name)) return;
  readVariables.add(name);
  console.debug(`${READS}${name}`);
};

export { argv, exit, stderr, stdin, stdout } from './process.ts';

export const env: Record<string, string> = new Proxy(variables, {
  get: (target, name) => {
    note(name);
    return Reflect.get(target, name);
  },
  has: (target, name) => {
    note(name);
    return Reflect.has(target, name);
  },
});
