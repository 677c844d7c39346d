// Runs one call in an isolate of its own (`freshState: "isolate"`), up to its outcome. Runs on a runner's main thread; the isolate runs on
// another thread, so the main thread is free to watch it.

import {
  COLLECT,
  ERROR_LINE,
  FIRE_TIMER,
  type GuestEntry,
  INVOKE,
  REPLY,
  RESULT,
  SUSPENDED,
} from '../../../shared/protocol/guest-wire.ts';
import type { CallMessage, RunnerMessage, Spent } from '../../../shared/protocol/messages.ts';
import type { RequestReply } from '../guest-wire/host-requests.ts';
import { isLogLetter, LOG_NOTES, logMessage } from '../guest-wire/log-lines.ts';
import { type GuestOutcome, readOutcome } from '../guest-wire/outcome.ts';
import type { CpuShares, Runs } from '../isolates/cpu-shares.ts';
import { type GuestIsolate, toolInputOf } from '../isolates/guest-isolate.ts';
import type { PluginProgram } from '../isolates/plugin-program.ts';
import { processCpuMs } from '../isolates/process-cpu.ts';
import { freshSeeds } from '../isolates/seeds.ts';
import {
  type ExceededLimit,
  exceeded,
  failedMessage,
  failureIn,
  hasTimedOut,
  messageOf,
  type RunnerFailure,
  schemaFailureIn,
  tooLarge,
  tooManyHostCalls,
} from './call-failures.ts';
import { HostCalls } from './host-calls.ts';
import type { RunningCall, Send } from './running-call.ts';
import { unhandledIn } from './unhandled.ts';

/** An isolate serves one call, so the number is always the same. */
const CALL = 1;
/** How many times `killGraceMs` is given to an isolate that does not stop and gets no CPU. */
const MOST_GRACES = 8;

/** One call in an isolate that never serves another. It sends `done` or `failed` exactly once. Its timers run on the runner's main thread. */
export class IsolateCall implements RunningCall, Runs {
  readonly #message: CallMessage;
  readonly #program: PluginProgram;
  readonly #shares: CpuShares;
  readonly #send: Send;
  readonly #onEnded: () => void;
  /** When the call's clock started. Making the isolate is not on this clock. */
  #startMs: number | undefined;
  readonly #hostCalls: HostCalls;
  #wallTimer: NodeJS.Timeout | undefined;
  #realm: GuestIsolate | undefined;
  /** The isolate, after it has answered. */
  #answered: GuestIsolate | undefined;
  #ended = false;
  #entries = 0;
  /** Milliseconds of finished entries, and the start of those under way. */
  #heldMs = 0;
  #heldFromMs = 0;
  #cpuMs = 0;
  /** The isolate's clock when it was last read. */
  #clockMs = 0;
  #heapBytes = 0;
  #linesLeft: number;

  /** `onEnded` is called after the call's last message. */
  constructor(message: CallMessage, program: PluginProgram, shares: CpuShares, send: Send, onEnded: () => void) {
    this.#message = message;
    this.#program = program;
    this.#shares = shares;
    this.#send = send;
    this.#onEnded = onEnded;
    this.#hostCalls = new HostCalls(message, send, this);
    this.#linesLeft = message.tool.limits.logLines + LOG_NOTES;
  }

  get #wallMs(): number {
    return this.#startMs === undefined ? 0 : performance.now() - this.#startMs;
  }

  /** True while the guest may act. False before it is entered, after its answer, which may still be checked, and after the call's end. */
  get #isOpen(): boolean {
    return !this.#ended && this.#realm !== undefined;
  }

  get #wallLeftMs(): number {
    return Math.max(1, Math.ceil(this.#message.tool.limits.wallMs - this.#wallMs));
  }

  /** Starts the call. Never rejects. */
  async start(argumentsText: string): Promise<void> {
    try {
      const { callId, caller, tool } = this.#message;
      const { limits } = tool;
      if (!this.#program.isScript) await this.#program.validators.warm();
      const realm = await this.#program.takeIsolate(limits.memoryMb);
      if (this.#ended) return this.#program.giveBack(realm, limits.memoryMb);
      this.#begin();
      if (!(await this.#fits('input', argumentsText))) return this.#program.giveBack(realm, limits.memoryMb);
      this.#realm = realm;
      this.#clockMs = realm.cpuMs;
      realm.onPost((letter, _call, text) => this.#onPost(letter, text));
      const toolJson = JSON.stringify(toolInputOf(this.#program.pluginName, tool));
      await this.#advance([INVOKE, CALL, toolJson, argumentsText, callId, caller, ...freshSeeds(), realm.cryptoSeed]);
    } catch (error) {
      this.#fail({ code: 'tool_error', detail: `The plugin could not be started: ${messageOf(error)}` });
    }
  }

  #begin(): void {
    this.#startMs = performance.now();
    this.#wallTimer = setTimeout(() => this.#exceeded('wallMs', this.#wallMs), this.#message.tool.limits.wallMs);
    this.#send({ t: 'began', id: this.#message.id });
  }

  takeRunMs(): number {
    if (!this.#realm || this.#realm.isDisposed) return 0;
    const clockMs = this.#realm.cpuMs;
    // At the end of an entry the clock goes back from its wall time to its CPU time.
    const sinceMs = Math.max(0, clockMs - this.#clockMs);
    this.#clockMs = clockMs;
    return sinceMs;
  }

  /** Ends the call if it passed `cpuMs`. */
  charge(cpuMs: number): void {
    if (this.#ended || !this.#realm) return;
    this.#cpuMs += cpuMs;
    if (this.#cpuMs > this.#message.tool.limits.cpuMs) this.#exceeded('cpuMs', this.#cpuMs);
  }

  reply({ request, ok, text }: RequestReply): void {
    if (this.#hostCalls.close(request)) void this.#advance([REPLY, CALL, request, ok, text]);
  }

  fireTimer(timerId: number): void {
    void this.#advance([FIRE_TIMER, CALL, timerId]);
  }

  cancel(): void {
    this.#fail({ code: 'cancelled', detail: 'The caller hung up; the call was stopped.' });
  }

  /** Lets the guest run, and collects the outcome after its microtasks. */
  async #advance(entry: GuestEntry): Promise<void> {
    const returned = await this.#enter(entry);
    if (!this.#isOpen) return;
    const outcome = entry[0] === INVOKE ? readOutcome(returned) : undefined;
    if (outcome && outcome.letter !== SUSPENDED) return this.#onOutcome(outcome);
    // Entries never overlap inside an isolate: another entry that is under way will collect the outcome itself.
    if (this.#entries > 0) return;
    const collected = readOutcome(await this.#enter([COLLECT, CALL]));
    if (this.#isOpen && collected.letter !== SUSPENDED) await this.#onOutcome(collected);
  }

  /** One entry into the isolate, with a timeout. An error ends the call; its cause comes from what this process has measured. */
  async #enter(entry: GuestEntry): Promise<unknown> {
    if (this.#ended || !this.#realm) return undefined;
    if (this.#entries === 0) this.#heldFromMs = performance.now();
    this.#entries += 1;
    try {
      return await this.#realm.enter.apply(undefined, entry, {
        timeout: this.#wallLeftMs,
        result: { copy: true },
      });
    } catch (error) {
      if (!this.#isOpen) return undefined;
      if (hasTimedOut(error, this.#wallMs, this.#message.tool.limits.wallMs)) this.#exceeded('wallMs', this.#wallMs);
      else if (this.#realm?.isDisposed) this.#exceeded('memoryMb');
      else this.#failUnhandled(error);
      return undefined;
    } finally {
      this.#shares.divide();
      this.#entries -= 1;
      if (this.#entries === 0) this.#heldMs += performance.now() - this.#heldFromMs;
    }
  }

  async #onOutcome(outcome: GuestOutcome): Promise<void> {
    if (outcome.letter !== RESULT) return this.#fail(failureIn(outcome, this.#message.tool.limits));
    this.#heapBytes = this.#realm?.heapBytes ?? 0;
    this.#release(true);
    const resultBytes = Buffer.byteLength(outcome.text);
    if (resultBytes > this.#message.tool.limits.resultBytes)
      return this.#fail(tooLarge(resultBytes, this.#message.tool.limits));
    if (await this.#fits('output', outcome.text))
      this.#end({ t: 'done', id: this.#message.id, ...this.#spent() }, outcome.text);
  }

  #spent(): Required<Spent> {
    return { cpuMs: this.#cpuMs, heapBytes: this.#heapBytes, hostCalls: this.#hostCalls.made };
  }

  #onPost(letter: unknown, text: unknown): void {
    if (this.#ended || !this.#realm || typeof letter !== 'string' || typeof text !== 'string') return;
    if (!isLogLetter(letter)) {
      if (!this.#hostCalls.take(letter, text)) this.#fail(tooManyHostCalls(this.#message.tool.limits));
      return;
    }
    // The isolate counts its lines as well; this count is for a guest that got around it.
    this.#linesLeft -= 1;
    if (this.#linesLeft < 0) return this.#fail(tooManyHostCalls(this.#message.tool.limits));
    const line = logMessage(this.#message.id, letter, text);
    if (line) this.#send(line.message, line.body);
  }

  /** Checks a JSON text in the plugin's validator isolate. If it does not fit, the call ends. False if the call has ended. */
  async #fits(side: 'input' | 'output', text: string): Promise<boolean> {
    const failure = await schemaFailureIn(this.#program, this.#message.tool, side, text, this.#wallLeftMs);
    if (failure) this.#fail(failure);
    return !this.#ended;
  }

  /** Logs the stack here, because the guest's realm never saw the error that ends the call. */
  #failUnhandled(error: unknown): void {
    const { failure, stack } = unhandledIn(error);
    if (stack !== undefined) this.#onPost(ERROR_LINE, `${Math.floor(this.#wallMs)} ${stack}`);
    this.#fail(failure);
  }

  #exceeded(limit: ExceededLimit, used?: number): void {
    this.#fail(exceeded(limit, this.#message.tool.limits, used));
  }

  #fail(failure: RunnerFailure): void {
    const heldMs = this.#heldMs + (this.#entries > 0 ? performance.now() - this.#heldFromMs : 0);
    this.#end({ ...failedMessage(this.#message.id, this.#spent(), failure), heldMs }, failure.detail);
  }

  #end(message: RunnerMessage, body: string): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#wallTimer);
    this.#release();
    this.#send(message, body);
    this.#onEnded();
    const answered = this.#answered;
    if (answered) setImmediate(() => this.#program.takeApart(answered));
  }

  /** Disposes of the isolate. After an answer it is kept until the answer is sent, because disposing of it costs as much as a small call. */
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

  /** Asks for a kill of the process if the code still runs after `killGraceMs`. On a busy machine that has given it too little CPU, it gets more time. */
  #waitForEnd(sinceMs: number, sinceCpuMs: number): void {
    const { killGraceMs } = this.#message.tool.limits;
    setTimeout(() => {
      if (this.#entries === 0) return;
      const isStarved = processCpuMs() - sinceCpuMs < killGraceMs / 2;
      if (isStarved && performance.now() - sinceMs < killGraceMs * MOST_GRACES) this.#waitForEnd(sinceMs, sinceCpuMs);
      else this.#send({ t: 'stuck' });
    }, killGraceMs);
  }
}
