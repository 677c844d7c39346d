// A call that a runner has taken: settled exactly once, by the runner's answer, by the broker's own clock, or by the
// process's end, whichever comes first.

import type { AskAnswer, AskKind, Reach } from '../protocol/capabilities.ts';
import type { Failure, Violation } from '../protocol/errors.ts';
import type { Limits } from '../protocol/limits.ts';
import type { RunnerMessage, Spent } from '../protocol/messages.ts';
import type { GuestLogLine } from '../protocol/task.ts';
import type { CallEffects } from './capabilities/effects.ts';
import { GuestLog } from './guest-log.ts';
import { resultFault } from './result-text.ts';

export type RunnerAnswer = Readonly<Spent> &
  ({ readonly ok: true; readonly resultText: string } | { readonly ok: false; readonly failure: Failure });

const DETAIL_CHARACTERS = 2000;
const MOST_VIOLATIONS = 8;

/** Whether a call has begun: `queued` calls may be given to another runner, the others may not. */
export type CallProgress = 'queued' | 'running' | 'waiting';

/** What it hands on, and to whom. */
export interface PendingParts {
  /** Called once, with its first question. */
  readonly openEffects: () => CallEffects;
  /** Told of lines of its log while it runs. */
  readonly onLines: (lines: readonly GuestLogLine[]) => void;
}

export class PendingCall {
  readonly limits: Limits;
  readonly #log: GuestLog;
  readonly #onAnswer: (answer: RunnerAnswer | 'not_begun', call: PendingCall) => void;
  #isSettled = false;
  #state: CallProgress = 'queued';
  /** Its code has returned without an answer at least once, and others could run. */
  hasWaited = false;
  begunAtMs = 0;
  readonly #parts: PendingParts;
  #effects: CallEffects | undefined;

  /** `onAnswer` is told once: the answer, or `not_begun` where the process ended before the call's turn came. */
  constructor(
    limits: Limits,
    parts: PendingParts,
    onAnswer: (answer: RunnerAnswer | 'not_begun', call: PendingCall) => void,
  ) {
    this.limits = limits;
    this.#parts = parts;
    this.#log = new GuestLog(limits);
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
    this.#effects ??= this.#parts.openEffects();
    this.#effects.ask(id, kind, text, onAnswer);
  }

  giveUpAsk(id: number): void {
    this.#effects?.giveUp(id);
  }

  /** Keeps what the guest has written. Lines go on their way at once where one tells how far the call is, else with the answer. */
  log(message: RunnerMessage & { t: 'log' | 'progress' | 'logFull' }, body: string): void {
    if (this.#isSettled) return;
    if (message.t === 'logFull') return this.#log.noteFull(message.limit, message.lines);
    const atMs = Math.min(message.atMs, this.#elapsedMs);
    if (message.t === 'log') return this.#log.write({ level: message.level, text: body, atMs });
    if (!this.#log.progress(body, atMs)) return;
    const lines = this.#log.take();
    if (lines.length > 0) this.#parts.onLines(lines);
  }

  /** The lines that are not on their way yet, and what says that there were more. Once, when it is settled. */
  endLog(pluginName: string): readonly GuestLogLine[] {
    this.#log.end(pluginName, this.#elapsedMs);
    return this.#log.take();
  }

  get #elapsedMs(): number {
    return this.begunAtMs === 0 ? 0 : Math.ceil(performance.now() - this.begunAtMs);
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
