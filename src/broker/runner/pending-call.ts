// A call that was sent to a runner. It is settled by the runner's answer, by a limit or by the end of the process, whichever comes first. Main
// thread.

import type { CallProgress } from '../../control/call-card.ts';
import type { LoggedDenial } from '../../control/capabilities/denials.ts';
import type { Closing, HostCalls } from '../../control/capabilities/host-calls.ts';
import type { ToolRoute } from '../../shared/protocol/call.ts';
import type { HostReply, HostRequestKind, HostRequestTotals } from '../../shared/protocol/capabilities.ts';
import type { Violation } from '../../shared/protocol/errors.ts';
import type { Limits } from '../../shared/protocol/limits.ts';
import type { RunnerMessage } from '../../shared/protocol/messages.ts';
import type { GuestLogLine } from '../../shared/protocol/task.ts';
import type { TracedRequests } from '../../shared/protocol/trace.ts';
import { GuestLog } from './guest-log.ts';
import { CallBudget } from './message-budget.ts';
import { type RunnerOutcome, readOutcome } from './runner-outcome.ts';

export interface RunnerCallListener {
  /** Called once, at the first host request. */
  openHostCalls(): HostCalls;
  /** Lines of the log that are reported before the call ends. */
  onLines(lines: readonly GuestLogLine[]): void;
  /** Called exactly once. `not_begun`: the process ended before the call began. */
  onOutcome(outcome: RunnerOutcome | 'not_begun', call: PendingCall): void;
}

type PendingRoute = Pick<ToolRoute, 'limits' | 'digest' | 'pluginName' | 'toolName'>;

/** Settled exactly once. Times are milliseconds of `performance.now()`. */
export class PendingCall {
  readonly limits: Limits;
  readonly digest: string;
  readonly argumentsJson: Buffer;
  readonly tool: number;
  readonly #log: GuestLog;
  readonly #listener: RunnerCallListener;
  #isSettled = false;
  #state: CallProgress = 'queued';
  /** It was suspended at least once. */
  wasSuspended = false;
  begunAtMs = 0;
  endedAtMs = 0;
  /** Since when its runner prepares it; 0 if it does not. */
  preparingSinceMs = 0;
  /** Its caller has hung up, and the runner was asked to stop it. */
  isCancelled = false;
  #budget: CallBudget | undefined;
  #hostCalls: HostCalls | undefined;
  /** Set when all its host requests have ended. */
  #closing: Closing | undefined;
  #onClosed: (() => void) | undefined;

  /** `tool`: number of the tool in its runner. */
  constructor(route: PendingRoute, argumentsJson: Buffer, tool: number, listener: RunnerCallListener) {
    const { limits, digest } = route;
    this.limits = limits;
    this.argumentsJson = argumentsJson;
    this.tool = tool;
    this.digest = digest;
    this.#log = new GuestLog(limits, route);
    this.#listener = listener;
  }

  get state(): CallProgress {
    return this.#state;
  }

  /** Its turn has come, and its runner prepares it. The call's own clock does not run yet. */
  prepare(): void {
    if (this.preparingSinceMs === 0) this.preparingSinceMs = performance.now();
  }

  /** A suspended call resumes first, so its runner does not prepare this one for now. */
  stepBack(): void {
    this.preparingSinceMs = 0;
  }

  begin(): void {
    this.#state = 'running';
    this.preparingSinceMs = 0;
    this.begunAtMs = performance.now();
  }

  suspend(): void {
    this.#state = 'suspended';
    this.wasSuspended = true;
  }

  resume(): void {
    this.#state = 'running';
  }

  /** Its runner has answered: its clock stops and its host requests end. `refusedRequest`: the host request whose refusal ended the call, by the runner. */
  end(refusedRequest?: number): void {
    if (this.endedAtMs > 0) return;
    this.endedAtMs = performance.now();
    this.#hostCalls?.end(refusedRequest, (closing) => {
      this.#closing = closing;
      this.#onClosed?.();
    });
  }

  /** Calls back, perhaps at once, when all host requests of an ended call have ended. */
  whenClosed(onClosed: () => void): void {
    if (this.#hostCalls === undefined || this.#closing) onClosed();
    else this.#onClosed = onClosed;
  }

  settle(outcome: RunnerOutcome | 'not_begun'): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.end();
    this.whenClosed(() => this.#listener.onOutcome(outcome, this));
  }

  /** False for a message that the real runner would not send about this call, or not that often. */
  allows(message: RunnerMessage, bodyBytes: number): boolean {
    if (message.t === 'done') return true;
    if (message.t === 'failed') return message.code !== 'cancelled' || this.isCancelled;
    this.#budget ??= new CallBudget(this.limits);
    return this.#budget.take(message, bodyBytes);
  }

  /** What its host requests reached; undefined if it made none. */
  get hostRequests(): HostRequestTotals | undefined {
    return this.#closing?.totals;
  }

  /** The times of its host requests; undefined if it made none or its trace is not recorded. */
  get traced(): TracedRequests | undefined {
    return this.#closing?.traced;
  }

  /** Ignored if the call has not begun or has ended. */
  hostRequest(id: number, kind: HostRequestKind, text: string, onAnswer: (answer: HostReply) => void): void {
    if (this.endedAtMs > 0 || this.#state === 'queued') return;
    this.#hostCalls ??= this.#listener.openHostCalls();
    this.#hostCalls.request(id, kind, text, onAnswer);
  }

  cancelHostRequest(id: number): void {
    this.#hostCalls?.cancel(id);
  }

  /** Keeps a line of the guest. A report of progress is passed on at once with the lines before it; other lines leave with the answer. */
  log(message: RunnerMessage & { t: 'log' | 'progress' | 'logFull' }, body: string): void {
    if (this.#isSettled) return;
    if (message.t === 'logFull') return this.#log.noteFull(message.limit, message.lines);
    const atMs = Math.min(message.atMs, this.#elapsedMs);
    if (message.t === 'log') return this.#log.write({ level: message.level, text: body, atMs });
    if (!this.#log.progress(body, atMs)) return;
    const lines = this.#log.take();
    if (lines.length > 0) this.#listener.onLines(lines);
  }

  /** The refusals of the host and the lines that were not passed on yet. Call once, after the call is settled. */
  endLog(pluginName: string): readonly GuestLogLine[] {
    const atMs = this.#elapsedMs;
    const denied = this.#closing?.denials ?? [];
    this.#log.end(pluginName, atMs);
    return [...denied.map((denial) => deniedLine(denial, atMs)), ...this.#log.take()];
  }

  get #elapsedMs(): number {
    return this.begunAtMs === 0 ? 0 : Math.ceil((this.endedAtMs || performance.now()) - this.begunAtMs);
  }

  /** Reads the runner's answer, untrusted. `verified`: the violations of the arguments that it claims and that hold. */
  read(
    message: RunnerMessage & { t: 'done' | 'failed' },
    body: Buffer,
    verified: readonly Violation[] = [],
  ): RunnerOutcome {
    return readOutcome(message, body, { limits: this.limits, refused: this.#closing?.failure, verified });
  }
}

const deniedLine = ({ rule, target, reason, hint, leftOut }: LoggedDenial, atMs: number): GuestLogLine => ({
  level: 'warn',
  atMs,
  text: `Refused ${target}: ${reason}`,
  denied: { rule, target, ...(hint !== undefined && { hint }), ...(leftOut !== undefined && { leftOut }) },
});
