// Flags of V8 that depend on its version or change while a runner lives, and that Node's command line has no use for. Runs in a runner.

import { setFlagsFromString } from 'node:v8';

const IS_OF_NODE_24 = Number.parseInt(process.versions.v8, 10) < 14;

/**
 * Lets no private field be added to a frozen object. Otherwise a constructor that returns one could add a field to it, whose value would stay as long
 * as the realm. Node 24 does not know the flag and would print an error: there such a field stays, and only the class that added it can read it.
 *
 * Node 24 gets the methods for hexadecimal and base64 in return, on which the web APIs of tools are built. Later versions have them without a flag.
 *
 * Set before any isolate is made.
 */
export const setEngineFlags = (): void =>
  setFlagsFromString(IS_OF_NODE_24 ? '--js-base-64' : '--js-nonextensible-applies-to-private');

/** Set before any isolate is made. No context gets V8's garbage collector as a function; this process has it from its command line. Decision 0061. */
export const setStartFlags = (): void => setFlagsFromString('--no-expose-gc');
