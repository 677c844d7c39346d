// Members of algorithms, read as the standard has them. Runs inside the isolate.

import type { Bytes, Given } from './algorithm.ts';
import { bytesOf } from './bytes.ts';

/** Bytes that must be given. Throws TypeError where they are not. */
export const needBytes = (given: Given, member: string): Bytes => {
  if (given[member] === undefined) throw new TypeError(`The algorithm needs its member ${member}: bytes.`);
  return bytesOf(given[member]);
};

/** A whole number below 2^32, or undefined where none was given. Throws TypeError for what is none. */
export const numberOf = (given: Given, member: string): number | undefined => {
  if (given[member] === undefined) return undefined;
  const number = Math.trunc(Number(given[member]));
  if (!(number >= 0 && number < 2 ** 32)) throw new TypeError(`The algorithm's ${member} is no whole number.`);
  return number;
};

/** A whole number that must be given. Throws TypeError where it was not. */
export const needNumber = (given: Given, member: string): number => {
  const number = numberOf(given, member);
  if (number === undefined) throw new TypeError(`The algorithm needs its member ${member}: a number.`);
  return number;
};

/** The first `bits` of some bytes; bits behind them in the last byte are 0. */
export const firstBits = (bytes: Uint8Array, bits: number): Bytes => {
  const first = new Uint8Array(Math.ceil(bits / 8));
  first.set(bytes.subarray(0, first.length));
  if (bits % 8 !== 0) first[first.length - 1] = (first[first.length - 1] as number) & (0xff << (8 - (bits % 8)));
  return first;
};
