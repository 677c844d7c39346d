// What `process` shows to a server that is asked by the importer: process.ts, with a note of each variable that is read. Runs inside the isolate, as part of
// the entry that the importer calls.

import { env as variables } from './process.ts';

/** How a line of the log begins that names a variable. The log has them for a server that fails, too. */
const READS = 'toolcell: reads ';

/** How a line of the log begins that names a file of the bundle, or a module, that the server asks for by its name. */
const ASKS = 'toolcell: asks for ';

/** How a line of the log begins that names what a tool cannot have, and was used, with the stack of the use. */
const REFUSES = 'toolcell: refuses ';
const MOST_REFUSED = 20;
const STACK_CHARACTERS = 3_000;

const refusedNames = new Set<string>();

/** Notes the first use of something that a tool cannot have. */
export const noteRefused = (what: string): void => {
  if (refusedNames.has(what) || refusedNames.size >= MOST_REFUSED) return;
  refusedNames.add(what);
  console.debug(`${REFUSES}${what}\n${String(new Error('use').stack).slice(0, STACK_CHARACTERS)}`);
};

/** A table of the bundle, with a note of each name that is looked up. */
export const watched = <Table extends object>(table: Table): Table =>
  new Proxy(table, {
    getOwnPropertyDescriptor: (target, name) => {
      if (typeof name === 'string' && !Object.hasOwn(target, name)) console.debug(`${ASKS}${name}`);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
  });

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
