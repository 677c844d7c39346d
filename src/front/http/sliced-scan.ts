// Checks long bodies in slices, one in a turn whatever many bodies there are, so that callers of short ones wait for a slice at most. Front process.
//
// A scan of 30 MB takes from a tenth of a second to half of one, and nothing else happens on its thread meanwhile. Rejected: a side thread, to which the
// body would have to be copied, or lent and given back, and which one core does not have.

import { setImmediate } from 'node:timers/promises';
import { type JsonFault, JsonScanner } from '../../shared/text/json-scan.ts';

/** A body up to this length is checked at once, which takes about a millisecond. */
export const SLICE_BYTES = 131_072;

/** What a scanner says of the one text that it has read. */
export interface Scanned {
  fault(bytes: Uint8Array): JsonFault | undefined;
  readonly marks: Uint32Array;
}

let lastTurn: Promise<void> = Promise.resolve();

/** Resolves in a turn of its own: one slice in each, of all bodies together. */
const nextTurn = (): Promise<void> => {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
};

/** `levels` and `members` are those of {@link JsonScanner}. */
export const scannedInSlices = async (bytes: Uint8Array, levels: number, members: number): Promise<Scanned> => {
  const scanner = new JsonScanner(levels, members);
  let fault: JsonFault | undefined;
  for (let from = 0; from < bytes.length && fault === undefined; from += SLICE_BYTES) {
    await nextTurn();
    fault = scanner.read(bytes, from, Math.min(bytes.length, from + SLICE_BYTES));
  }
  fault ??= scanner.end(bytes.length);
  return { fault: () => fault, marks: scanner.marks };
};
