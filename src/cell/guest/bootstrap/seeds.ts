// Takes the host's randomness for each entry into a realm, and has things forgotten that an earlier entry may have left. Runs inside the isolate.

import { noteOutside } from './preload.ts';

type SeedRandom = (first: number, second: number, third: number, fourth: number) => void;

let seedRandom: SeedRandom;
let key = '';
let forget = (): void => {};

/** Sets the function that seeds Math.random. */
export function seedBy(seed: SeedRandom): void {
  seedRandom = seed;
}

/** Sets a function that is called for each entry. */
export function forgetBy(forgets: () => void): void {
  forget = forgets;
}

/** Seeds the entry that begins, so that its random numbers reveal nothing about other entries. Takes the members of a Seed one by one, to save an array. */
export function reseed(first: number, second: number, third: number, fourth: number, entryKey = ''): void {
  seedRandom(first, second, third, fourth);
  forget();
  key = entryKey;
}

/** The key of this entry, in hexadecimal digits. */
export function drawnKey(): string {
  noteOutside();
  return key;
}
