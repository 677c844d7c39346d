// A call that a runner has taken: settled exactly once, by the runner's answer, by the broker's own clock, or by the
// process's end, whichever comes first.

import type { Failure, Violation } from '../protocol/errors.ts';
import type { Limits } from '../protocol/limits.ts';
import type { RunnerMessage } from '../protocol/messages.ts';
import type { GuestLogLine } from '../protocol/task.ts';
import { resultFault } from './result-text.ts';

export type RunnerAnswer =
  | { readonly ok: true; readonly resultText: string; readonly cpuMs: number }
  | { readonly ok: false; readonly failure: Failure; readonly cpuMs: number };

const DETAIL_CHARACTERS = 2000;
const MOST_VIOLATIONS = 8;

/** Whether a call has begun: `queued` calls may be given to another runner, the others may not. */
export type CallProgress = 'queued' | 'running' | 'waiting';

export class PendingCall {
  readonly limits: Limits;
  readonly logLines: GuestLogLine[] = [];
  readonly #onAnswer: (answer: RunnerAnswer | 'not_begun', call: PendingCall) => void;
  #isSettled = false;
  #logBytesLeft: number;
  #linesLeft: number;
  #state: CallProgress = 'queued';
  /** Its code has returned without an answer at least once, and others could run. */
  hasWaited = false;
  begunAtMs = 0;

  /** `onAnswer` is told once: the answer, or `not_begun` where the process ended before the call's turn came. */
  constructor(limits: Limits, onAnswer: (answer: RunnerAnswer | 'not_begun', call: PendingCall) => void) {
    this.limits = limits;
    this.#logBytesLeft = limits.logBytes;
    this.#linesLeft = limits.hostCalls;
    this.#onAnswer = onAnswer;
  }

  get state(): CallProgress {
    return this.#state;
  }

  set state(state: CallProgress) {
    this.#state = state;
    this.hasWaited ||= state === 'waiting';
  }

  /** Its clock starts; for a call that was put back, again. */
  begin(): void {
    this.state = 'running';
    this.begunAtMs = performance.now();
  }

  settle(answer: RunnerAnswer | 'not_begun'): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#onAnswer(answer, this);
  }

  /** Keeps a line of the guest's, within the call's caps; the runner has counted too, but is not believed. */
  log(line: GuestLogLine): void {
    const bytes = Buffer.byteLength(line.text);
    if (bytes > this.#logBytesLeft || this.#linesLeft <= 0) return;
    this.#logBytesLeft -= bytes;
    this.#linesLeft -= 1;
    this.logLines.push(line);
  }

  /** The answer in a runner's message, checked. */
  read(message: RunnerMessage & { t: 'done' | 'failed' }, body: string): RunnerAnswer {
    const { cpuMs } = message;
    if (message.t === 'failed') return { ok: false, failure: this.#failure(message, body), cpuMs };
    const { resultBytes, resultDepth } = this.limits;
    const usedBytes = Buffer.byteLength(body);
    if (usedBytes > resultBytes) {
      const detail = `The result is ${usedBytes} bytes long; at most ${resultBytes} are allowed.`;
      return {
        ok: false,
        failure: { code: 'result_too_large', limit: 'resultBytes', allowed: resultBytes, used: usedBytes, detail },
        cpuMs,
      };
    }
    const fault = resultFault(body, resultDepth);
    if (fault === undefined) return { ok: true, resultText: body, cpuMs };
    return {
      ok: false,
      failure: { code: 'invalid_result', limit: 'resultDepth', allowed: resultDepth, detail: fault },
      cpuMs,
    };
  }

  #failure(message: RunnerMessage & { t: 'failed' }, detail: string): Failure {
    const { code, limit, used } = message;
    const allowed =
      limit !== undefined && Object.hasOwn(this.limits, limit) ? this.limits[limit as keyof Limits] : undefined;
    const violations = message.violations === undefined ? undefined : readViolations(message.violations);
    return {
      code,
      detail: detail.slice(0, DETAIL_CHARACTERS),
      ...(limit !== undefined && allowed !== undefined ? { limit, allowed } : {}),
      ...(used === undefined ? {} : { used }),
      ...(violations === undefined ? {} : { violations }),
    };
  }
}

/** Violations are written by code made from a plugin's schema: taken apart and put together again, never passed on whole. */
const readViolations = (text: string): Violation[] | undefined => {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return undefined;
    return list.slice(0, MOST_VIOLATIONS).flatMap((entry: unknown) => {
      const { path, message } = (entry ?? {}) as { path?: unknown; message?: unknown };
      return typeof path === 'string' && typeof message === 'string'
        ? [{ path: path.slice(0, 300), message: message.slice(0, 300) }]
        : [];
    });
  } catch {
    return undefined;
  }
};
