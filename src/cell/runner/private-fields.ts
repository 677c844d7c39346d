// Lets no private field be added to a frozen object. Runs in a runner, before any isolate is made.

import { setFlagsFromString } from 'node:v8';

/**
 * Without this flag of V8, a constructor that returns a frozen object could add a private field to it, and the field's value would stay as long
 * as the realm. Node 24 does not know the flag and would print an error: there such a field stays, and only the class that added it can read it.
 */
export const keepPrivateFieldsOff = (): void => {
  if (Number.parseInt(process.versions.v8, 10) >= 14) setFlagsFromString('--js-nonextensible-applies-to-private');
};
