// The last look at a result before it leaves for a caller: a runner is not believed when it says that a text is JSON.

import { isUtf8 } from 'node:buffer';
import type { Failure } from '../../protocol/errors.ts';
import { type JsonFault, jsonFault } from '../../protocol/json-scan.ts';

/** Bytes of a result that the listening thread looks at; a longer one goes to result-checks.ts. A thousandth of a second, whatever it holds. */
export const CHECKED_AT_ONCE = 65_536;

/** Why a result is refused, or undefined if it is JSON in UTF-8 of at most `depth` levels. */
export const resultFault = (bytes: Uint8Array, depth: number): Failure | undefined => {
  const fault = isUtf8(bytes) ? jsonFault(bytes, depth) : { expected: 'UTF-8' };
  return fault && faultOf(fault, depth);
};

/** What is wrong with a result of at most `depth` levels in which the scanner found this. */
export const faultOf = ({ expected }: Pick<JsonFault, 'expected'>, depth: number): Failure => ({
  code: 'invalid_result',
  limit: 'resultDepth',
  allowed: depth,
  detail: expected === undefined ? `The result is nested deeper than ${depth} levels.` : 'The result is not JSON.',
});
