// The last look at a result before it leaves for a caller: a runner is not believed when it says that a text is JSON.

import type { Failure } from '../protocol/errors.ts';
import { type JsonFault, jsonFault } from '../protocol/json-scan.ts';

/** Characters of a result that a broker's own thread looks at; a longer one goes to result-checks.ts. A thousandth of a second, whatever it holds. */
export const CHECKED_AT_ONCE = 65_536;

/** Why a result's text is refused, or undefined where it is JSON of at most `depth` levels. */
export const resultFault = (text: string, depth: number): Failure | undefined => {
  const fault = jsonFault(Buffer.from(text), depth);
  return fault && faultOf(fault, depth);
};

/** What is wrong with a result of at most `depth` levels in which the scanner found this. */
export const faultOf = ({ expected }: Pick<JsonFault, 'expected'>, depth: number): Failure => ({
  code: 'invalid_result',
  limit: 'resultDepth',
  allowed: depth,
  detail: expected === undefined ? `The result is nested deeper than ${depth} levels.` : 'The result is not JSON.',
});
