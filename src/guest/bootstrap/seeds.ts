// The host's randomness for each entry into a realm. Runs inside the isolate.

import { noteOutside } from './ahead.ts';

/** Four words for Math.random, and a key for what must not be guessed, where the plugin can ask for that. */
export type Seed = [first: number, second: number, third: number, fourth: number, key?: string];

type Reseed = (first: number, second: number, third: number, fourth: number) => void;

let reseed: Reseed;
let key = '';

/** Says how Math.random is seeded. */
export function seedBy(seedRandom: Reseed): void {
  reseed = seedRandom;
}

/** Seeds the entry that begins: what code draws in another tells it nothing. */
export function sow(seed: Seed): void {
  reseed(seed[0], seed[1], seed[2], seed[3]);
  key = seed[4] ?? '';
}

/** The key that the entry brought, in hexadecimal digits. */
export function drawnKey(): string {
  noteOutside();
  return key;
}
