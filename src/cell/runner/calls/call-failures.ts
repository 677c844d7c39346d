// Makes the failures of calls in a runner, in the words that a caller reads. Which limit was passed is known from the runner's own
// counts, never from a guest's message.

import type { Failure, Violation } from '../../../shared/protocol/errors.ts';
import {
  BAD_INPUT,
  BAD_OUTPUT,
  NEVER,
  NOT_JSON,
  REFUSED,
  TOO_LARGE,
  TOO_MANY_HOST_CALLS,
} from '../../../shared/protocol/guest-wire.ts';
import type { Limits } from '../../../shared/protocol/limits.ts';
import type { RunnerMessage, Spent, ToolMessage } from '../../../shared/protocol/messages.ts';
import type { GuestOutcome } from '../guest-wire/outcome.ts';
import type { PluginProgram } from '../isolates/plugin-program.ts';
import type { RealmFault } from '../isolates/shared-realm.ts';
import { CheckExceeded, TIMED_OUT } from '../isolates/validator-isolate.ts';

const MESSAGE_CHARACTERS = 1000;

/** Limits whose passing stops a call. */
export type ExceededLimit = 'cpuMs' | 'wallMs' | 'memoryMb';

const EXCEEDED_CODES = { cpuMs: 'exceeded_cpu', wallMs: 'exceeded_wall_time', memoryMb: 'exceeded_memory' } as const;
const UNITS = { cpuMs: 'ms of CPU time', wallMs: 'ms', memoryMb: 'MB of heap' };

/** Advice for the caller, by the limit that was passed. */
const ADVICE = {
  cpuMs: 'Send less input, or ask for less at a time.',
  wallMs: 'Ask for less at a time.',
  memoryMb: 'Send less input, or ask for less at a time.',
};

/** The call passed a limit and was stopped. */
export const exceeded = (limit: ExceededLimit, limits: Limits, used?: number): Failure => ({
  code: EXCEEDED_CODES[limit],
  limit,
  ...(used === undefined ? {} : { used: Math.round(used) }),
  detail: `The tool passed its limit of ${limits[limit]} ${UNITS[limit]} and was stopped. ${ADVICE[limit]}`,
});

/** A failure as a runner reports it; `request` as {@link RunnerMessage} has it. */
export type RunnerFailure = Failure & { readonly request?: number };

/** `<request> <detail>`. */
const refusedFailure = (text: string): RunnerFailure => {
  const space = text.indexOf(' ');
  const request = Number(text.slice(0, space));
  const detail = text.slice(space + 1, space + 1 + MESSAGE_CHARACTERS);
  return { code: 'tool_error', detail, ...(Number.isSafeInteger(request) && request >= 0 && { request }) };
};

/** The failure in a guest's outcome, unless that is a result. */
export const failureIn = ({ letter, text }: GuestOutcome, limits: Limits): RunnerFailure => {
  switch (letter) {
    case REFUSED:
      return refusedFailure(text);
    case NOT_JSON:
      return { code: 'invalid_result', detail: text.slice(0, MESSAGE_CHARACTERS) };
    case BAD_OUTPUT:
      return schemaViolation('output', text);
    case BAD_INPUT:
      return schemaViolation('input', text);
    case TOO_LARGE:
      return tooLarge(Number(text), limits);
    case TOO_MANY_HOST_CALLS:
      return tooManyHostCalls(limits);
    case NEVER:
      return {
        code: 'tool_error',
        detail: 'The tool returned a promise that nothing can settle: no timer is pending and no code is running.',
      };
    default:
      return { code: 'tool_error', detail: text.slice(0, MESSAGE_CHARACTERS) };
  }
};

export const tooLarge = (usedBytes: number, { resultBytes }: Limits): Failure => ({
  code: 'result_too_large',
  limit: 'resultBytes',
  used: usedBytes,
  detail: `The result is ${usedBytes} bytes long; at most ${resultBytes} are allowed. Ask for less at a time.`,
});

export const tooManyHostCalls = ({ hostCalls }: Limits): Failure => ({
  code: 'exceeded_host_calls',
  limit: 'hostCalls',
  used: hostCalls + 1,
  detail: `The tool made more than ${hostCalls} host calls (requests, timers and the store together).`,
});

const INTERRUPTED: Readonly<Record<RealmFault, Failure>> = {
  threw: {
    code: 'interrupted',
    detail:
      'Another call of the plugin left an error that nothing handled. This call was suspended in the same realm and ended as well. Call again.',
  },
  moduleThrew: {
    code: 'interrupted',
    detail:
      "The plugin's module failed while it was evaluated for the next call. This call was suspended in the same realm and ended as well. Call again.",
  },
};

/** The failure of a call that was suspended in a realm that nothing may enter again. */
export const interrupted = (fault: RealmFault): Failure => INTERRUPTED[fault];

/** The failure of a value that does not fit. Violations come from validator code as JSON; the broker reads them again as untrusted. */
const schemaViolation = (side: 'input' | 'output', violationsText: string): Failure => {
  const violations = JSON.parse(violationsText) as Violation[];
  const summary = violations
    .slice(0, 3)
    .map(({ path, message }) => `${path || (side === 'input' ? 'the arguments' : 'the result')} ${message}`);
  const what =
    side === 'input'
      ? "The arguments do not fit the tool's input schema"
      : "The result does not fit the tool's output schema";
  return {
    code: side === 'input' ? 'invalid_arguments' : 'invalid_result',
    detail: `${what}: ${summary.join('; ')}`,
    violations,
  };
};

/** Why a JSON text does not fit the tool's schema, or could not be checked in the milliseconds left; undefined if it fits. Never rejects. */
export const schemaFailureIn = async (
  { validators, isScript }: PluginProgram,
  { toolName, limits }: ToolMessage,
  side: 'input' | 'output',
  text: string,
  leftMs: number,
): Promise<Failure | undefined> => {
  if (isScript) return undefined;
  try {
    const violations = await validators.violationsOf(toolName, side, text, limits.cpuMs, leftMs);
    return violations === '' ? undefined : schemaViolation(side, violations);
  } catch (error) {
    return checkFailure(side, error);
  }
};

const checkFailure = (side: 'input' | 'output', error: unknown): Failure => {
  const what = side === 'input' ? 'arguments' : 'result';
  if (error instanceof CheckExceeded) {
    const detail = `Checking the ${what} against the tool's ${side}Schema passed ${error.limit}: the schema is too costly for this value.`;
    return { code: EXCEEDED_CODES[error.limit], limit: error.limit, detail };
  }
  return {
    code: side === 'input' ? 'invalid_arguments' : 'invalid_result',
    detail: `The ${what} cannot be checked: ${messageOf(error).slice(0, 300)}`,
  };
};

/** The message that ends a call with a failure; its detail is the body. */
export const failedMessage = (
  id: number,
  spent: Spent,
  { code, limit, used, violations, request }: RunnerFailure,
): RunnerMessage & { t: 'failed' } => ({
  t: 'failed',
  id,
  ...spent,
  code,
  limit,
  used,
  violations: violations && JSON.stringify(violations),
  request,
});

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Largest difference between isolated-vm's clock and ours, in milliseconds. */
const CLOCK_MS = 2;

/**
 * True if an entry's error says that its timeout passed, and the time has passed. A guest can forge the message, in a rejection that
 * nothing handles; it cannot forge the time. Why: test/attacks/errors/forged-timeout-unhandled.
 */
export const hasTimedOut = (error: unknown, elapsedMs: number, wallMs: number): boolean =>
  messageOf(error) === TIMED_OUT && elapsedMs >= wallMs - CLOCK_MS;
