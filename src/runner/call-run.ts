// One call in an isolate of its own (`freshState: "isolate"`), from the frame that brought it to the frame that answers it.
// The isolate runs on a thread of its own, so this process stays free to watch it.

import type { AskKind } from '../protocol/capabilities.ts';
import type { Failure } from '../protocol/errors.ts';
import type { CallMessage, Spent } from '../protocol/messages.ts';
import { type GuestAnswer, readAnswer } from './answer.ts';
import { ASK_KIND, type AskReply, readAsk } from './asks.ts';
import {
  checkFailure,
  type ExceededLimit,
  exceeded,
  failureIn,
  hasTimedOut,
  messageOf,
  misfit,
  overcalled,
  tooLarge,
} from './call-failures.ts';
import { type GuestRealm, toolInputOf } from './guest-realm.ts';
import { isLogKind, LOG_NOTES } from './log-lines.ts';
import type { PluginProgram } from './plugin-program.ts';
import { processCpuMs } from './process-cpu.ts';
import { freshSeeds } from './seeds.ts';

/** What a call answers: a result's JSON text, or a failure, with the CPU time it took. */
export type CallEnd = Readonly<Required<Spent>> &
  ({ readonly ok: true; readonly resultText: string } | { readonly ok: false; readonly failure: Failure });

/** Reports of a call while it runs and when it has ended. */
export interface CallListener {
  /** `kind` and `text` as the guest sends them; see log-lines.ts. */
  onLog(kind: string, text: string): void;
  onAsk(ask: number, kind: AskKind, text: string): void;
  onUnask(ask: number): void;
  /** Called exactly once. */
  onEnd(end: CallEnd): void;
  /** The isolate did not stop within the grace: only a kill of the process will end it. */
  onStuck(): void;
}

/** An isolate serves one call, so the number is always the same. */
const CALL = 1;

/** Runs one call in an isolate that stands ready. It is over once, when `onEnd` is called; the isolate never serves another. */
export class CallRun {
  readonly #message: CallMessage;
  readonly #program: PluginProgram;
  readonly #listener: CallListener;
  readonly #startMs = performance.now();
  readonly #processCpuAtStartMs = processCpuMs();
  readonly #timers = new Map<number, NodeJS.Timeout>();
  readonly #wallTimer: NodeJS.Timeout;
  #realm: GuestRealm | undefined;
  /** The isolate once it has answered. */
  #answered: GuestRealm | undefined;
  #ended = false;
  #entries = 0;
  #lastCpuMs = 0;
  #heapBytes = 0;
  #hostCallsLeft: number;
  #logSendsLeft: number;
  /** Questions that have no answer yet. */
  readonly #asks = new Set<number>();

  constructor(message: CallMessage, program: PluginProgram, listener: CallListener) {
    this.#message = message;
    this.#program = program;
    this.#listener = listener;
    this.#hostCallsLeft = message.limits.hostCalls;
    this.#logSendsLeft = message.limits.logLines + LOG_NOTES;
    this.#wallTimer = setTimeout(() => this.#exceeded('wallMs', this.#wallMs), message.limits.wallMs);
  }

  get #wallMs(): number {
    return performance.now() - this.#startMs;
  }

  /** False once the guest has no more say: its answer is in and perhaps being checked, or the call has ended. */
  get #isOpen(): boolean {
    return !this.#ended && this.#realm !== undefined;
  }

  get #wallLeftMs(): number {
    return Math.max(1, Math.ceil(this.#message.limits.wallMs - this.#wallMs));
  }

  /** Starts the call; every end is told to the listener, and nothing is thrown. */
  async start(argumentsText: string): Promise<void> {
    try {
      if (this.#message.validateArguments && !(await this.#fits('input', argumentsText))) return;
      if (this.#ended) return;
      const realm = await this.#program.takeIsolate(this.#message.limits.memoryMb);
      if (this.#ended) return realm.dispose();
      this.#realm = realm;
      realm.onSend((kind, _call, text) => this.#onSend(kind, text));
      const tool = JSON.stringify(toolInputOf(this.#program.pluginName, this.#message));
      const { callId, caller } = this.#message;
      const entry = ['invoke', CALL, tool, argumentsText, callId, caller, realm.factory.derefInto()];
      await this.#advance([...entry, ...freshSeeds(), realm.cryptoSeed]);
    } catch (error) {
      this.#fail({ code: 'tool_error', detail: `The plugin could not be started: ${messageOf(error)}` });
    }
  }

  /** Polled while the call runs: ends it when its CPU time is spent. */
  watch(): void {
    if (this.#ended || !this.#realm) return;
    this.#noteCpu();
    if (this.#lastCpuMs > this.#message.limits.cpuMs) this.#exceeded('cpuMs', this.#lastCpuMs);
  }

  #noteCpu(): void {
    if (!this.#realm || this.#realm.isDisposed) return;
    const cpuMs = Math.min(this.#realm.cpuMs, processCpuMs() - this.#processCpuAtStartMs);
    this.#lastCpuMs = Math.max(this.#lastCpuMs, cpuMs);
  }

  /** Hands over what a question came to; the guest may have given it up, or be gone. */
  answer(reply: AskReply): void {
    if (this.#asks.delete(reply.ask)) void this.#advance(['answer', CALL, reply.ask, reply.ok, reply.text]);
  }

  /** Ends the call because nobody waits for its answer. */
  cancel(): void {
    this.#fail({ code: 'cancelled', detail: 'The caller hung up; the call was stopped.' });
  }

  /** Lets the guest run, and asks what came of it once its microtasks have run. */
  async #advance(entry: readonly unknown[]): Promise<void> {
    const returned = await this.#enter(entry);
    if (!this.#isOpen) return;
    const answer = entry[0] === 'invoke' ? readAnswer(returned) : undefined;
    if (answer && answer.kind !== 'p') return this.#onAnswer(answer);
    // Entries never overlap inside an isolate: another one that is under way will ask for itself.
    if (this.#entries > 0) return;
    const collected = readAnswer(await this.#enter(['collect', CALL]));
    if (this.#isOpen && collected.kind !== 'p') await this.#onAnswer(collected);
  }

  /** One entry into the isolate, under its timeout; its error is the call's end, named from what the host knows. */
  async #enter(entry: readonly unknown[]): Promise<unknown> {
    if (this.#ended || !this.#realm) return undefined;
    this.#entries += 1;
    try {
      return await this.#realm.enter.apply(undefined, entry as string[], {
        timeout: this.#wallLeftMs,
        result: { copy: true },
      });
    } catch (error) {
      if (!this.#isOpen) return undefined;
      if (hasTimedOut(error, this.#wallMs, this.#message.limits.wallMs)) this.#exceeded('wallMs', this.#wallMs);
      else if (this.#realm?.isDisposed) this.#exceeded('memoryMb');
      else this.#fail({ code: 'tool_error', detail: messageOf(error).slice(0, 1000) });
      return undefined;
    } finally {
      this.#entries -= 1;
    }
  }

  async #onAnswer(answer: GuestAnswer): Promise<void> {
    if (answer.kind !== 'r') return this.#fail(failureIn(answer, this.#message.limits));
    this.#noteCpu();
    this.#heapBytes = this.#realm?.heapBytes ?? 0;
    this.#release(true);
    const resultBytes = Buffer.byteLength(answer.text);
    if (resultBytes > this.#message.limits.resultBytes) return this.#fail(tooLarge(resultBytes, this.#message.limits));
    if (await this.#fits('output', answer.text)) this.#end({ ok: true, resultText: answer.text, ...this.#spent() });
  }

  #spent(): Required<Spent> {
    const hostCalls = this.#message.limits.hostCalls - Math.max(0, this.#hostCallsLeft);
    return { cpuMs: this.#lastCpuMs, heapBytes: this.#heapBytes, hostCalls };
  }

  #onSend(kind: unknown, text: unknown): void {
    if (this.#ended || !this.#realm || typeof kind !== 'string' || typeof text !== 'string') return;
    // Counted inside the isolate as well; here for a guest that got around it.
    if (isLogKind(kind)) this.#logSendsLeft -= 1;
    else this.#hostCallsLeft -= 1;
    if (this.#hostCallsLeft < 0 || this.#logSendsLeft < 0) return this.#fail(overcalled(this.#message.limits));
    if (isLogKind(kind)) return this.#listener.onLog(kind, text);
    switch (kind) {
      case 't':
        return this.#setTimer(text);
      case 'c':
        clearTimeout(this.#timers.get(Number(text)));
        this.#timers.delete(Number(text));
        return;
      case 'f':
      case 's':
        return this.#ask(text, kind);
      case 'u':
        if (this.#asks.delete(Number(text))) this.#listener.onUnask(Number(text));
    }
  }

  #ask(text: string, kind: 'f' | 's'): void {
    const { ask, body, refused } = readAsk(text, this.#message.limits);
    if (this.#asks.has(ask)) return;
    this.#asks.add(ask);
    if (refused) this.answer({ ask, ok: false, text: refused });
    else this.#listener.onAsk(ask, ASK_KIND[kind], body);
  }

  #setTimer(text: string): void {
    const [timerId = 0, delayMs = 0] = text.split(' ').map(Number);
    const fire = (): void => {
      this.#timers.delete(timerId);
      void this.#advance(['deliver', CALL, timerId]);
    };
    this.#timers.set(timerId, setTimeout(fire, Number.isFinite(delayMs) ? delayMs : 0));
  }

  /** Checks a JSON text in the plugin's validator isolate; where it does not fit, the call ends. */
  async #fits(side: 'input' | 'output', text: string): Promise<boolean> {
    const { toolName, limits } = this.#message;
    try {
      const violations = await this.#program.validators.violationsOf(
        toolName,
        side,
        text,
        limits.cpuMs,
        this.#wallLeftMs,
      );
      if (violations === '') return !this.#ended;
      this.#fail(misfit(side, violations));
    } catch (error) {
      this.#fail(checkFailure(side, error));
    }
    return false;
  }

  #exceeded(limit: ExceededLimit, used?: number): void {
    this.#fail(exceeded(limit, this.#message.limits, used));
  }

  #fail(failure: Failure): void {
    this.#noteCpu();
    this.#end({ ok: false, failure, ...this.#spent() });
  }

  #end(end: CallEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#wallTimer);
    this.#release();
    this.#listener.onEnd(end);
    const answered = this.#answered;
    if (answered) setImmediate(() => answered.dispose());
  }

  /**
   * Gives the isolate up; where it does not let go, says so after the grace. One that has answered is out of work, and may go
   * once the answer is on its way: taking it apart costs as much as a small call.
   */
  #release(afterAnswer = false): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#asks.clear();
    const realm = this.#realm;
    if (!realm) return;
    this.#realm = undefined;
    if (afterAnswer && this.#entries === 0) {
      this.#answered = realm;
      return;
    }
    realm.dispose();
    if (this.#entries === 0) return;
    setTimeout(() => {
      if (this.#entries > 0) this.#listener.onStuck();
    }, this.#message.limits.killGraceMs);
  }
}
