// What a plugin is told of who calls: the same caller is another name to every plugin, so that they cannot put together what each
// knows.

import { createHash } from 'node:crypto';

const ANONYMOUS = 'anonymous';
const BYTES = 16;

/** The name of a caller for one plugin: `anonymous`, or 22 characters that tell nothing but that it is the same as before. */
export const callerAlias = (caller: string, pluginName: string): string => {
  if (caller === ANONYMOUS) return caller;
  const digest = createHash('sha256').update(`toolcell caller\n${pluginName}\n${caller}`).digest();
  return digest.subarray(0, BYTES).toString('base64url');
};
