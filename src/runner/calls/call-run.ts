// One call in an isolate of its own (`freshState: "isolate"`), from the frame that brought it to the frame that answers it.
// The isolate runs on a thread of its own, so this process stays free to watch it.

import type { AskKind } from '../../protocol/capabilities.ts';
import type { CallMessage, Spent } from '../../protocol/messages.ts';
import { type GuestAnswer, readAnswer } from '../guest-wire/answer.ts';
import type { AskReply } from '../guest-wire/asks.ts';
import { ERROR_LINE, isLogKind, LOG_NOTES } from '../guest-wire/log-lines.ts';
import { type GuestRealm, toolInputOf } from '../isolates/guest-realm.ts';
import type { PluginProgram } from '../isolates/plugin-program.ts';
import { processCpuMs } from '../isolates/process-cpu.ts';
import { freshSeeds } from '../isolates/seeds.ts';
import {
  type ExceededLimit,
  exceeded,
  failureIn,
  hasTimedOut,
  messageOf,
  overcalled,
  type RunnerFailure,
  tooLarge,
} from './call-failures.ts';
import { HostCalls } from './host-calls.ts';
import { misfitIn } from './outside-check.ts';
import { unhandledIn } from './unhandled.ts';

/** What a call answers: a result's JSON text, or a failure, with the CPU time it took. */
export type CallEnd = Readonly<Required<Spent>> &
  (
    | { readonly ok: true; readonly resultText: string }
    | { readonly ok: false; readonly failure: RunnerFailure; readonly heldMs: number }
  );

/** Reports of a call while it runs and when it has ended. */
export interface CallListener {
  /** The isolate is made and the call's clock starts. Not called for a call that ends before. */
  onBegan(): void;
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
/** How often the grace is given to an isolate that does not let go and gets no CPU. */
const MOST_GRACES = 8;

/** Runs one call in an isolate that stands ready. It is over once, when `onEnd` is called; the isolate never serves another. */
export class CallRun {
  readonly #message: CallMessage;
  readonly #program: PluginProgram;
  readonly #listener: CallListener;
  /** When the plugin's code could begin; what was made for it before is not on its clock. */
  #startMs: number | undefined;
  #processCpuAtStartMs = 0;
  readonly #hostCalls: HostCalls;
  #wallTimer: NodeJS.Timeout | undefined;
  #realm: GuestRealm | undefined;
  /** The isolate once it has answered. */
  #answered: GuestRealm | undefined;
  #ended = false;
  #entries = 0;
  /** Milliseconds of entries that are over, and since when one is under way. */
  #heldMs = 0;
  #heldFromMs = 0;
  #lastCpuMs = 0;
  #heapBytes = 0;
  #logSendsLeft: number;

  constructor(message: CallMessage, program: PluginProgram, listener: CallListener) {
    this.#message = message;
    this.#program = program;
    this.#listener = listener;
    this.#hostCalls = new HostCalls(message.limits, {
      onTimer: (timerId) => void this.#advance(['deliver', CALL, timerId]),
      onAsk: (ask, kind, text) => listener.onAsk(ask, kind, text),
      onUnask: (ask) => listener.onUnask(ask),
      onRefused: (reply) => this.answer(reply),
    });
    this.#logSendsLeft = message.limits.logLines + LOG_NOTES;
  }

  get #wallMs(): number {
    return this.#startMs === undefined ? 0 : performance.now() - this.#startMs;
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
      const { validateArguments, limits } = this.#message;
      if (validateArguments) await this.#program.validators.warm();
      const realm = await this.#program.takeIsolate(limits.memoryMb);
      if (this.#ended) return this.#program.giveBack(realm, limits.memoryMb);
      this.#begin();
      if (validateArguments && !(await this.#fits('input', argumentsText)))
        return this.#program.giveBack(realm, limits.memoryMb);
      this.#realm = realm;
      realm.onSend((kind, _call, text) => this.#onSend(kind, text));
      const tool = JSON.stringify(toolInputOf(this.#program.pluginName, this.#message));
      const { callId, caller } = this.#message;
      const entry = ['invoke', CALL, tool, argumentsText, callId, caller];
      await this.#advance([...entry, ...freshSeeds(), realm.cryptoSeed]);
    } catch (error) {
      this.#fail({ code: 'tool_error', detail: `The plugin could not be started: ${messageOf(error)}` });
    }
  }

  #begin(): void {
    this.#startMs = performance.now();
    this.#processCpuAtStartMs = processCpuMs();
    this.#wallTimer = setTimeout(() => this.#exceeded('wallMs', this.#wallMs), this.#message.limits.wallMs);
    this.#listener.onBegan();
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
    if (this.#hostCalls.close(reply.ask)) void this.#advance(['answer', CALL, reply.ask, reply.ok, reply.text]);
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
    if (this.#entries === 0) this.#heldFromMs = performance.now();
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
      else this.#failUnhandled(error);
      return undefined;
    } finally {
      this.#entries -= 1;
      if (this.#entries === 0) this.#heldMs += performance.now() - this.#heldFromMs;
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
    return { cpuMs: this.#lastCpuMs, heapBytes: this.#heapBytes, hostCalls: this.#hostCalls.made };
  }

  #onSend(kind: unknown, text: unknown): void {
    if (this.#ended || !this.#realm || typeof kind !== 'string' || typeof text !== 'string') return;
    if (!isLogKind(kind)) {
      if (!this.#hostCalls.take(kind, text)) this.#fail(overcalled(this.#message.limits));
      return;
    }
    // Counted inside the isolate as well; here for a guest that got around it.
    this.#logSendsLeft -= 1;
    if (this.#logSendsLeft < 0) this.#fail(overcalled(this.#message.limits));
    else this.#listener.onLog(kind, text);
  }

  /** Checks a JSON text in the plugin's validator isolate; where it does not fit, the call ends. */
  async #fits(side: 'input' | 'output', text: string): Promise<boolean> {
    const failure = await misfitIn(this.#program, this.#message, { side, text, leftMs: this.#wallLeftMs });
    if (failure) this.#fail(failure);
    return !this.#ended;
  }

  /** The guest's realm never saw the error that ends the call, so its stack is logged here. */
  #failUnhandled(error: unknown): void {
    const { failure, stack } = unhandledIn(error);
    if (stack !== undefined) this.#onSend(ERROR_LINE, `${Math.floor(this.#wallMs)} ${stack}`);
    this.#fail(failure);
  }

  #exceeded(limit: ExceededLimit, used?: number): void {
    this.#fail(exceeded(limit, this.#message.limits, used));
  }

  #fail(failure: RunnerFailure): void {
    this.#noteCpu();
    const heldMs = this.#heldMs + (this.#entries > 0 ? performance.now() - this.#heldFromMs : 0);
    this.#end({ ok: false, failure, heldMs, ...this.#spent() });
  }

  #end(end: CallEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#wallTimer);
    this.#release();
    this.#listener.onEnd(end);
    const answered = this.#answered;
    if (answered) setImmediate(() => this.#program.takeApart(answered));
  }

  /**
   * Gives the isolate up; where it does not let go, says so after the grace. One that has answered is out of work, and may go
   * once the answer is on its way: taking it apart costs as much as a small call.
   */
  #release(afterAnswer = false): void {
    this.#hostCalls.end();
    const realm = this.#realm;
    if (!realm) return;
    this.#realm = undefined;
    if (afterAnswer && this.#entries === 0) {
      this.#answered = realm;
      return;
    }
    this.#program.takeApart(realm);
    if (this.#entries === 0) return;
    this.#waitForEnd(performance.now(), processCpuMs());
  }

  /** What cannot be interrupted burns CPU for as long as the grace. On a busy machine that takes longer than the grace. */
  #waitForEnd(sinceMs: number, sinceCpuMs: number): void {
    const { killGraceMs } = this.#message.limits;
    setTimeout(() => {
      if (this.#entries === 0) return;
      const isStarved = processCpuMs() - sinceCpuMs < killGraceMs / 2;
      if (isStarved && performance.now() - sinceMs < killGraceMs * MOST_GRACES) this.#waitForEnd(sinceMs, sinceCpuMs);
      else this.#listener.onStuck();
    }, killGraceMs);
  }
}
