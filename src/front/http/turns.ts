// Divides work on long bodies among turns of the event loop, one piece in a turn whatever many bodies there are, so that callers of short ones wait
// for a piece at most in each turn that their call takes, which is about four. Front process.
//
// To read, join or check 30 MB takes from a tenth of a second to half of one, and nothing else happens on the thread meanwhile. Rejected: a side thread, to
// which the body would have to be copied, or lent and given back, and which one core does not have.

import { setImmediate } from 'node:timers/promises';

/** A body up to this length is read at once, which takes about a millisecond. */
export const SHORT_BYTES = 131_072;
/** Copying this much takes up to an eighth of a millisecond, most of it for memory that is used for the first time. */
const JOINED_BYTES = 32_768;

let lastTurn: Promise<void> = Promise.resolve();

/** Resolves in a turn of its own: one piece in each, of all bodies together. */
export const nextTurn = (): Promise<void> => {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
};

/** Joins chunks of a long body, of `length` bytes together. Takes them out of the list, so that their memory is free soon. */
export const joinedInTurns = async (chunks: Buffer[], length: number): Promise<Buffer> => {
  // Memory of its own, which the system gives as it is written to.
  const joined = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (let free = 0; at < length; ) {
    if (at >= free) {
      await nextTurn();
      free = at + JOINED_BYTES;
    }
    const chunk = chunks.shift();
    if (chunk === undefined) break;
    const part = chunk.subarray(0, JOINED_BYTES);
    if (part.length < chunk.length) chunks.unshift(chunk.subarray(part.length));
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};
