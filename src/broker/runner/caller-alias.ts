// Gives each plugin a name of its own for a caller, so that plugins cannot combine what they know of a caller.

import { createHash } from 'node:crypto';
import { ANONYMOUS } from '../../protocol/caller.ts';

const BYTES = 16;

/** `anonymous`, or 22 characters that are always the same for this caller and plugin, and from which the caller cannot be found. */
export const callerAlias = (caller: string, pluginName: string): string => {
  if (caller === ANONYMOUS) return caller;
  const digest = createHash('sha256').update(`toolcell caller\n${pluginName}\n${caller}`).digest();
  return digest.subarray(0, BYTES).toString('base64url');
};
