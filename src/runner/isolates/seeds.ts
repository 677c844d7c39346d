// The host's randomness for Math.random in an isolate: four words for every entry. Runs in a runner.

import { randomFillSync } from 'node:crypto';

/** Drawn many at a time: each drawing costs as much as a small call. */
const words = new Uint32Array(1024);
let next = words.length;

/** Four random words, which no other entry is given. */
export const freshSeeds = (): [number, number, number, number] => {
  if (next >= words.length) {
    randomFillSync(words);
    next = 0;
  }
  const first = next;
  next += 4;
  // Not a window on the words: making one costs more than drawing them.
  return [words[first], words[first + 1], words[first + 2], words[first + 3]] as [number, number, number, number];
};
