// A call that a runner has taken: settled exactly once, by the runner's answer, by the broker's own clock, or by the
// process's end, whichever comes first.

import type { CallProgress } from '../../control/call-card.ts';
import type { ToldDenial } from '../../control/capabilities/denials.ts';
import type { Closing, Effects } from '../../control/capabilities/effects.ts';
import { resultViolations, summaryOf } from '../../control/violations.ts';
import type { ToolRoute } from '../../protocol/call.ts';
import type { AskAnswer, AskKind, Reach } from '../../protocol/capabilities.ts';
import type { Failure, Violation } from '../../protocol/errors.ts';
import type { Limits } from '../../protocol/limits.ts';
import type { RunnerMessage, Spent } from '../../protocol/messages.ts';
import type { GuestLogLine } from '../../protocol/task.ts';
import { GuestLog } from './guest-log.ts';
import { CallBudget } from './message-budget.ts';
import { CHECKED_AT_ONCE, resultFault } from './result-text.ts';

export type RunnerAnswer = Readonly<Spent> &
  ({ readonly ok: true; readonly resultJson: Buffer } | { readonly ok: false; readonly failure: Failure });

const DETAIL_CHARACTERS = 2000;

/** What it hands on, and to whom. */
export interface PendingParts {
  /** Called once, with its first question. */
  readonly openEffects: () => Effects;
  /** Told of lines of its log while it runs. */
  readonly onLines: (lines: readonly GuestLogLine[]) => void;
}

/** What it has to know of its task. */
export interface PendingTask {
  readonly route: Pick<ToolRoute, 'limits' | 'digest' | 'pluginName' | 'toolName'>;
  readonly argumentsJson: Buffer;
  /** Number of its tool in its runner. */
  readonly tool: number;
}

export class PendingCall {
  readonly limits: Limits;
  /** Of the program it is a call of. */
  readonly digest: string;
  readonly argumentsJson: Buffer;
  readonly tool: number;
  readonly #log: GuestLog;
  readonly #onAnswer: (answer: RunnerAnswer | 'not_begun', call: PendingCall) => void;
  #isSettled = false;
  #state: CallProgress = 'queued';
  /** Its code has returned without an answer at least once, and others could run. */
  hasWaited = false;
  begunAtMs = 0;
  endedAtMs = 0;
  /** Since when its runner prepares to run it; 0 before, and once it has begun. */
  preparingSinceMs = 0;
  /** Its caller has hung up, and the runner was told. */
  isCancelled = false;
  #budget: CallBudget | undefined;
  readonly #parts: PendingParts;
  #effects: Effects | undefined;
  /** Set once nothing is left to be heard of its questions. */
  #closing: Closing | undefined;
  #onClosed: (() => void) | undefined;

  /** `onAnswer` is told once: the answer, or `not_begun` where the process ended before the call's turn came. */
  constructor(
    { route, argumentsJson, tool }: PendingTask,
    parts: PendingParts,
    onAnswer: (answer: RunnerAnswer | 'not_begun', call: PendingCall) => void,
  ) {
    const { limits, digest } = route;
    this.limits = limits;
    this.argumentsJson = argumentsJson;
    this.tool = tool;
    this.digest = digest;
    this.#parts = parts;
    this.#log = new GuestLog(limits, route);
    this.#onAnswer = onAnswer;
  }

  get state(): CallProgress {
    return this.#state;
  }

  /** Its turn has come, and its runner prepares to run it: the clock of the call does not run yet. */
  prepare(): void {
    if (this.preparingSinceMs === 0) this.preparingSinceMs = performance.now();
  }

  /** Another call goes on before it: its runner does not prepare it for the time being. */
  stepBack(): void {
    this.preparingSinceMs = 0;
  }

  /** Its clock starts, once and for all. */
  begin(): void {
    this.#state = 'running';
    this.preparingSinceMs = 0;
    this.begunAtMs = performance.now();
  }

  /** Its code has returned without an answer. */
  wait(): void {
    this.#state = 'waiting';
    this.hasWaited = true;
  }

  /** Its code goes on. */
  goOn(): void {
    this.#state = 'running';
  }

  /**
   * Its runner has answered: nothing of it goes on, and its time is over, also if its caller is not answered yet. `refusedAsk`: the question
   * by whose refusal it ended, as its runner says.
   */
  end(refusedAsk?: number): void {
    if (this.endedAtMs > 0) return;
    this.endedAtMs = performance.now();
    this.#effects?.end(refusedAsk, (closing) => {
      this.#closing = closing;
      this.#onClosed?.();
    });
  }

  /** Calls back, perhaps at once, when all is known of what an ended call has asked. Only for whoever ended it. */
  whenClosed(onClosed: () => void): void {
    if (this.#effects === undefined || this.#closing) onClosed();
    else this.#onClosed = onClosed;
  }

  settle(answer: RunnerAnswer | 'not_begun'): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.end();
    this.whenClosed(() => this.#onAnswer(answer, this));
  }

  /** False for a message that the real runner would not send of this call, or not so often. */
  allows(message: RunnerMessage, bodyBytes: number): boolean {
    if (message.t === 'done') return true;
    if (message.t === 'failed') return message.code !== 'cancelled' || this.isCancelled;
    this.#budget ??= new CallBudget(this.limits);
    return this.#budget.take(message, bodyBytes);
  }

  /** What it has reached; undefined where it never asked. */
  get reach(): Reach | undefined {
    return this.#closing?.reach;
  }

  /** A question of the guest's; one of a call that has not begun, or is over, is none. */
  ask(id: number, kind: AskKind, text: string, onAnswer: (answer: AskAnswer) => void): void {
    if (this.endedAtMs > 0 || this.#state === 'queued') return;
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

  /** What the host refused, and the guest's lines that are not on their way yet, with what says that there were more. Once, when it is settled. */
  endLog(pluginName: string): readonly GuestLogLine[] {
    const atMs = this.#elapsedMs;
    const denied = this.#closing?.denials ?? [];
    this.#log.end(pluginName, atMs);
    return [...denied.map((denial) => deniedLine(denial, atMs)), ...this.#log.take()];
  }

  get #elapsedMs(): number {
    return this.begunAtMs === 0 ? 0 : Math.ceil((this.endedAtMs || performance.now()) - this.begunAtMs);
  }

  /**
   * The answer in a runner's message, checked; of a long result the length only, see result-checks.ts. `verified`: violations of the arguments
   * that the message claims.
   */
  read(
    message: RunnerMessage & { t: 'done' | 'failed' },
    body: Buffer,
    verified: readonly Violation[] = [],
  ): RunnerAnswer {
    const { cpuMs, heapBytes, hostCalls } = message;
    const spent = {
      cpuMs,
      ...(heapBytes === undefined ? {} : { heapBytes }),
      ...(hostCalls === undefined ? {} : { hostCalls }),
    };
    if (message.t === 'failed')
      return { ok: false, failure: this.#failure(message, body.toString(), verified), ...spent };
    const { resultBytes, resultDepth } = this.limits;
    if (body.length > resultBytes) {
      const detail = `The result is ${body.length} bytes long; at most ${resultBytes} are allowed.`;
      return {
        ok: false,
        failure: { code: 'result_too_large', limit: 'resultBytes', allowed: resultBytes, used: body.length, detail },
        ...spent,
      };
    }
    const failure = body.length > CHECKED_AT_ONCE ? undefined : resultFault(body, resultDepth);
    return failure ? { ok: false, failure, ...spent } : { ok: true, resultJson: body, ...spent };
  }

  #failure(message: RunnerMessage & { t: 'failed' }, detail: string, verified: readonly Violation[]): Failure {
    const { code, limit, used, ask } = message;
    const refused = this.#closing?.failure;
    if (refused && code === 'tool_error' && ask !== undefined) return refused;
    const allowed =
      limit !== undefined && Object.hasOwn(this.limits, limit) ? this.limits[limit as keyof Limits] : undefined;
    const violations = code === 'invalid_arguments' ? verified : resultViolations(message.violations ?? '[]');
    return {
      code,
      detail: violations.length > 0 ? misfitDetail(code, violations) : detail.slice(0, DETAIL_CHARACTERS),
      ...(limit !== undefined && allowed !== undefined ? { limit, allowed } : {}),
      ...(used === undefined ? {} : { used }),
      ...(violations.length === 0 ? {} : { violations }),
    };
  }
}

const misfitDetail = (code: Failure['code'], violations: readonly Violation[]): string =>
  code === 'invalid_arguments'
    ? `The arguments do not fit the tool's input schema: ${summaryOf(violations, 'input')}`
    : `The result does not fit the tool's output schema: ${summaryOf(violations, 'output')}`;

const deniedLine = ({ rule, target, reason, hint, leftOut }: ToldDenial, atMs: number): GuestLogLine => ({
  level: 'warn',
  atMs,
  text: `Refused ${target}: ${reason}`,
  denied: { rule, target, ...(hint !== undefined && { hint }), ...(leftOut !== undefined && { leftOut }) },
});
