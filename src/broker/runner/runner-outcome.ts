// Reads a runner's answer to a call, untrusted, and checks it against the limits of the call.

import { isUtf8 } from 'node:buffer';
import { resultViolations, summaryOf } from '../../control/violations.ts';
import type { Failure, Violation } from '../../shared/protocol/errors.ts';
import type { Limits } from '../../shared/protocol/limits.ts';
import type { RunnerMessage, Spent } from '../../shared/protocol/messages.ts';
import { type JsonFault, jsonFault } from '../../shared/text/json-scan.ts';

/** An Outcome whose usage is not known yet. */
export type RunnerOutcome = Readonly<Spent> &
  ({ readonly ok: true; readonly resultJson: Buffer } | { readonly ok: false; readonly failure: Failure });

const DETAIL_CHARACTERS = 2000;
/** Bytes of a result that the main thread checks itself, which takes a millisecond at most. A longer one goes to result-checks.ts. */
export const CHECKED_AT_ONCE = 65_536;

export const failed = (failure: Failure): RunnerOutcome => ({ ok: false, failure, cpuMs: 0 });

/** What the host itself knows of a call. */
export interface KnownOfCall {
  readonly limits: Limits;
  /** The failure of the host request that may have ended the call. */
  readonly refused: Failure | undefined;
  /** The violations of the arguments that the message claims and that hold. */
  readonly verified: readonly Violation[];
}

/** Checks only the length of a long result; result-checks.ts checks the rest. */
export const readOutcome = (
  message: RunnerMessage & { t: 'done' | 'failed' },
  body: Buffer,
  known: KnownOfCall,
): RunnerOutcome => {
  const { cpuMs, heapBytes, hostCalls } = message;
  const spent = {
    cpuMs,
    ...(heapBytes === undefined ? {} : { heapBytes }),
    ...(hostCalls === undefined ? {} : { hostCalls }),
  };
  const { resultBytes, resultDepth } = known.limits;
  let failure: Failure | undefined;
  if (message.t === 'failed') failure = failureIn(message, body.toString(), known);
  else if (body.length > resultBytes) failure = tooLarge(body.length, resultBytes);
  else if (body.length <= CHECKED_AT_ONCE) failure = resultFault(body, resultDepth);
  return failure ? { ok: false, failure, ...spent } : { ok: true, resultJson: body, ...spent };
};

const tooLarge = (used: number, allowed: number): Failure => {
  const detail = `The result is ${used} bytes long; at most ${allowed} are allowed.`;
  return { code: 'result_too_large', limit: 'resultBytes', allowed, used, detail };
};

const failureIn = (
  message: RunnerMessage & { t: 'failed' },
  detail: string,
  { limits, refused, verified }: KnownOfCall,
): Failure => {
  const { code, limit, used, request } = message;
  if (refused && code === 'tool_error' && request !== undefined)
    return refused.detail === '' ? { ...refused, detail: detail.slice(0, DETAIL_CHARACTERS) } : refused;
  const allowed = limit !== undefined && Object.hasOwn(limits, limit) ? limits[limit as keyof Limits] : undefined;
  const violations = code === 'invalid_arguments' ? verified : resultViolations(message.violations ?? '[]');
  return {
    code,
    detail: violations.length > 0 ? violationDetail(code, violations) : detail.slice(0, DETAIL_CHARACTERS),
    ...(limit !== undefined && allowed !== undefined ? { limit, allowed } : {}),
    ...(used === undefined ? {} : { used }),
    ...(violations.length === 0 ? {} : { violations }),
  };
};

const violationDetail = (code: Failure['code'], violations: readonly Violation[]): string =>
  code === 'invalid_arguments'
    ? `The arguments do not fit the tool's input schema: ${summaryOf(violations, 'input')}`
    : `The result does not fit the tool's output schema: ${summaryOf(violations, 'output')}`;

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
