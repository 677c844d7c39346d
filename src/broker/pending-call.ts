// A call that a runner has taken: settled exactly once, by the runner's answer, by the broker's own clock, or by the
// process's end, whichever comes first.

import type { AskAnswer, AskKind, Reach } from '../protocol/capabilities.ts';
import type { Failure, Violation } from '../protocol/errors.ts';
import type { Limits } from '../protocol/limits.ts';
import type { RunnerMessage, Spent } from '../protocol/messages.ts';
import type { GuestLogLine } from '../protocol/task.ts';
import type { CallEffects } from './capabilities/effects.ts';
import { resultFault } from './result-text.ts';

export type RunnerAnswer = Readonly<Spent> &
  ({ readonly ok: true; readonly resultText: string } | { readonly ok: false; readonly failure: Failure });

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
  readonly #openEffects: () => CallEffects;
  #effects: CallEffects | undefined;

  /** `onAnswer` is told once: the answer, or `not_begun` where the process ended before the call's turn came. */
  constructor(
    limits: Limits,
    openEffects: () => CallEffects,
    onAnswer: (answer: RunnerAnswer | 'not_begun', call: PendingCall) => void,
  ) {
    this.limits = limits;
    this.#openEffects = openEffects;
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
    this.#effects?.end();
    this.#onAnswer(answer, this);
  }

  /** What it has reached; undefined where it never asked. */
  get reach(): Reach | undefined {
    return this.#effects?.reach;
  }

  /** A question of the guest's; one of a call that has not begun, or is over, is none. */
  ask(id: number, kind: AskKind, text: string, onAnswer: (answer: AskAnswer) => void): void {
    if (this.#isSettled || this.#state === 'queued') return;
    this.#effects ??= this.#openEffects();
    this.#effects.ask(id, kind, text, onAnswer);
  }

  giveUpAsk(id: number): void {
    this.#effects?.giveUp(id);
  }

  /** Keeps a line of the guest's, within the call's caps; the runner has counted too, but is not believed. */
  log(line: GuestLogLine): void {
    const bytes = Buffer.byteLength(line.text);
    if (bytes > this.#logBytesLeft || this.#linesLeft <= 0) return;
    this.#logBytesLeft -= bytes;
    this.#linesLeft -= 1;
    this.logLines.push(line);
  }

  /** Keeps what the guest says of how far it is, as a line of its own. `text`: JSON, untrusted. */
  progress(text: string): void {
    const said = readProgress(text);
    if (said) this.log({ level: 'info', ...said });
  }

  /** The answer in a runner's message, checked. */
  read(message: RunnerMessage & { t: 'done' | 'failed' }, body: string): RunnerAnswer {
    const { cpuMs, heapBytes, hostCalls } = message;
    const spent = {
      cpuMs,
      ...(heapBytes === undefined ? {} : { heapBytes }),
      ...(hostCalls === undefined ? {} : { hostCalls }),
    };
    if (message.t === 'failed') return { ok: false, failure: this.#failure(message, body), ...spent };
    const { resultBytes, resultDepth } = this.limits;
    const usedBytes = Buffer.byteLength(body);
    if (usedBytes > resultBytes) {
      const detail = `The result is ${usedBytes} bytes long; at most ${resultBytes} are allowed.`;
      return {
        ok: false,
        failure: { code: 'result_too_large', limit: 'resultBytes', allowed: resultBytes, used: usedBytes, detail },
        ...spent,
      };
    }
    const fault = resultFault(body, resultDepth);
    if (fault === undefined) return { ok: true, resultText: body, ...spent };
    return {
      ok: false,
      failure: { code: 'invalid_result', limit: 'resultDepth', allowed: resultDepth, detail: fault },
      ...spent,
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

const PROGRESS_CHARACTERS = 10_000;

const readProgress = (text: string): Omit<GuestLogLine, 'level'> | undefined => {
  if (text.length > PROGRESS_CHARACTERS) return undefined;
  try {
    const { done, total, message } = (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>;
    const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0;
    if (!isAmount(done) || typeof message !== 'string') return undefined;
    return { text: message, progress: { done, ...(isAmount(total) && { total }) } };
  } catch {
    return undefined;
  }
};

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
