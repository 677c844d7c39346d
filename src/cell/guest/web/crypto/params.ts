// Converts the parameters of algorithms as the standard does, and makes groups of algorithms. Runs inside the isolate.

import type { WebGroup } from '../../scripts/parts.ts';
import { type Bytes, bytesOf } from '../standard/bytes.ts';
import { borrow } from '../standard/internals.ts';
import type { Algorithm, CryptoTools, Params } from './algorithm.ts';

export const needBytes = (params: Params, member: string): Bytes => {
  if (params[member] === undefined)
    throw new TypeError(`The algorithm's ${member} is missing: it must be a buffer or a view of one.`);
  return bytesOf(params[member]);
};

/** An integer from 0 to 2^32 - 1, or undefined if none was given. Throws TypeError for any other value. */
export const numberOf = (params: Params, member: string): number | undefined => {
  if (params[member] === undefined) return undefined;
  const number = Math.trunc(Number(params[member]));
  if (!(number >= 0 && number < 2 ** 32))
    throw new TypeError(`The algorithm's ${member} must be an integer from 0 to 2^32 - 1.`);
  return number;
};

export const needNumber = (params: Params, member: string): number => {
  const number = numberOf(params, member);
  if (number === undefined) throw new TypeError(`The algorithm's ${member} is missing: it must be a number.`);
  return number;
};

/** A group that adds algorithms to the group `crypto`, which must be made first. Their functions throw the standard's exceptions. */
export const groupOf =
  (make: (tools: CryptoTools) => readonly Algorithm[]): WebGroup =>
  (_parts, made) => {
    const tools = borrow<CryptoTools>(made, 'crypto');
    for (const algorithm of make(tools)) tools.offer(algorithm);
    return { globals: {} };
  };
