// The host's randomness for Math.random in an isolate: four words for every entry. Runs in a runner.

import { randomFillSync } from 'node:crypto';

/** Drawn many at a time: each drawing costs as much as a small call. */
const words = new Uint32Array(1024);
let next = words.length;

/** Four random words, which no other entry is given. The array is a window that must be read at once. */
export const freshSeeds = (): Uint32Array => {
  if (next >= words.length) {
    randomFillSync(words);
    next = 0;
  }
  next += 4;
  return words.subarray(next - 4, next);
};
