// Draws the seeds of Math.random for isolates: four words for every entry. Runs in a runner.

import { fillRandomly } from './random.ts';

/** Random words, drawn many at a time because each drawing costs as much as a small call. */
const words = new Uint32Array(1024);
let next = words.length;

/** Four random words that no other entry gets. */
export const freshSeeds = (): [number, number, number, number] => {
  if (next >= words.length) {
    fillRandomly(words);
    next = 0;
  }
  const first = next;
  next += 4;
  // Not a subarray: making one costs more than drawing the words.
  return [words[first], words[first + 1], words[first + 2], words[first + 3]] as [number, number, number, number];
};
