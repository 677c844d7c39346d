// Checks that a result is JSON before it goes to a caller, because a runner may lie.

import { isUtf8 } from 'node:buffer';
import type { Failure } from '../../shared/protocol/errors.ts';
import { type JsonFault, jsonFault } from '../../shared/text/json-scan.ts';

/** Bytes of a result that the main thread checks itself, which takes a millisecond at most. A longer one goes to result-checks.ts. */
export const CHECKED_AT_ONCE = 65_536;

/** Why a result is refused, or undefined if it is JSON in UTF-8 of at most `depth` levels. */
export const resultFault = (bytes: Uint8Array, depth: number): Failure | undefined => {
  const fault = isUtf8(bytes) ? jsonFault(bytes, depth) : { expected: 'UTF-8' };
  return fault && faultOf(fault, depth);
};

/** The failure for a fault that the scanner found. */
export const faultOf = ({ expected }: Pick<JsonFault, 'expected'>, depth: number): Failure => ({
  code: 'invalid_result',
  limit: 'resultDepth',
  allowed: depth,
  detail: expected === undefined ? `The result is nested deeper than ${depth} levels.` : 'The result is not JSON.',
});
