// What a call in a runner can fail with, in the words a caller reads. Which limit was hit is known from the host's own
// bookkeeping, never from a guest's message.

import type { Failure, Violation } from '../../protocol/errors.ts';
import type { Limits } from '../../protocol/limits.ts';
import type { RunnerMessage, Spent } from '../../protocol/messages.ts';
import type { GuestAnswer } from '../guest-wire/answer.ts';
import type { RealmFault } from '../isolates/plugin-realm.ts';
import { CheckExceeded } from '../isolates/validator-isolate.ts';

const MESSAGE_CHARACTERS = 1000;

export type ExceededLimit = 'cpuMs' | 'wallMs' | 'memoryMb';

const EXCEEDED_CODES = { cpuMs: 'exceeded_cpu', wallMs: 'exceeded_wall_time', memoryMb: 'exceeded_memory' } as const;
const UNITS = { cpuMs: 'ms of CPU time', wallMs: 'ms', memoryMb: 'MB of heap' };

/** What whoever called can do about it. */
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

/** A failure as a runner reports it; `ask` as {@link RunnerMessage} has it. */
export type RunnerFailure = Failure & { readonly ask?: number };

/** `<question> <detail>`. */
const refusedFailure = (text: string): RunnerFailure => {
  const space = text.indexOf(' ');
  const ask = Number(text.slice(0, space));
  const detail = text.slice(space + 1, space + 1 + MESSAGE_CHARACTERS);
  return { code: 'tool_error', detail, ...(Number.isSafeInteger(ask) && ask >= 0 && { ask }) };
};

/** The failure in a guest's answer that is not a result. */
export const failureIn = ({ kind, text }: GuestAnswer, limits: Limits): RunnerFailure => {
  switch (kind) {
    case 'h':
      return refusedFailure(text);
    case 'u':
      return { code: 'invalid_result', detail: text.slice(0, MESSAGE_CHARACTERS) };
    case 'v':
      return misfit('output', text);
    case 'a':
      return misfit('input', text);
    case 'l':
      return tooLarge(Number(text), limits);
    case 'o':
      return overcalled(limits);
    case 'n':
      return {
        code: 'tool_error',
        detail:
          'The tool returned a promise that nothing is left to settle: no timer is pending and no code is running.',
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

export const overcalled = ({ hostCalls }: Limits): Failure => ({
  code: 'exceeded_host_calls',
  limit: 'hostCalls',
  used: hostCalls + 1,
  detail: `The tool asked more than ${hostCalls} things of the host (requests, timers and the store together).`,
});

const CHANGED: Failure = {
  code: 'tool_error',
  detail: 'The plugin changed RegExp.prototype while this call waited. It needs freshState "isolate".',
};
const INTERRUPTED: Readonly<Record<RealmFault, Failure>> = {
  // It may have been this very call.
  changed: CHANGED,
  changedByModule: CHANGED,
  threw: {
    code: 'interrupted',
    detail:
      'Another call of the plugin left an error that nothing in it handled, and this call, which waited beside it, ended with it. Call again.',
  },
  moduleThrew: {
    code: 'interrupted',
    detail:
      "The plugin's module failed while it was evaluated for the next call, and this call, which waited meanwhile, ended with it. Call again.",
  },
};

/** A call that found its realm changed, and cannot wait for another one. */
export const CHANGED_BEFORE: Failure = {
  code: 'interrupted',
  detail: 'An earlier call of the plugin changed RegExp.prototype, and this one could not begin. Call again.',
};

/** A call that waited in a realm which nothing may enter again. */
export const interrupted = (fault: RealmFault): Failure => INTERRUPTED[fault];

/** Violations come from validator code as JSON text; the broker takes them apart again as untrusted. */
export const misfit = (side: 'input' | 'output', violationsText: string): Failure => {
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

/** Why a check in the validator isolate gave no verdict. */
export const checkFailure = (side: 'input' | 'output', error: unknown): Failure => {
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
  { code, limit, used, violations, ask }: RunnerFailure,
): RunnerMessage & { t: 'failed' } => ({
  t: 'failed',
  id,
  ...spent,
  code,
  ...(limit === undefined ? {} : { limit }),
  ...(used === undefined ? {} : { used }),
  ...(violations === undefined ? {} : { violations: JSON.stringify(violations) }),
  ...(ask === undefined ? {} : { ask }),
});

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** isolated-vm's own words for an entry that passed its timeout. */
export const TIMED_OUT = 'Script execution timed out.';

/** isolated-vm's clock and ours may differ by this much. Milliseconds. */
const CLOCK_MS = 2;

/**
 * True where an entry's error says that its timeout passed, and it has. A guest can make up the words, in a rejection that
 * nobody handles; it cannot make up the time. Why: test/attacks/errors/forged-timeout-unhandled.
 */
export const hasTimedOut = (error: unknown, elapsedMs: number, wallMs: number): boolean =>
  messageOf(error) === TIMED_OUT && elapsedMs >= wallMs - CLOCK_MS;
