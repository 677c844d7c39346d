// One call inside a runner, from the frame that brought it to the frame that answers it. Which limit was hit is known from
// what is kept here, never from a guest's message.

import type { Failure } from '../protocol/errors.ts';
import type { CallMessage } from '../protocol/messages.ts';
import type { PluginIsolate } from './plugin-isolate.ts';
import type { PluginProgram } from './plugin-program.ts';
import { CheckExceeded } from './validator-isolate.ts';

/** What a call answers: a result's JSON text, or a failure, with the CPU time it took. */
export type CallEnd =
  | { readonly ok: true; readonly resultText: string; readonly cpuMs: number }
  | { readonly ok: false; readonly failure: Failure; readonly cpuMs: number };

/** Reports of a call while it runs and when it has ended. */
export interface CallListener {
  onLog(level: number, text: string): void;
  /** Called exactly once. */
  onEnd(end: CallEnd): void;
  /** The isolate did not stop within the grace: only a kill of the process will end it. */
  onStuck(): void;
}

const MESSAGE_CHARACTERS = 1000;
const GUEST_KINDS = new Set(['result', 'unfit', 'large', 'error', 'idle', 'overcall', 'log', 'timer', 'clear']);

/** Runs one call in an isolate that stands ready. It is over once, when `onEnd` is called; the isolate never serves another. */
export class CallRun {
  readonly #message: CallMessage;
  readonly #program: PluginProgram;
  readonly #listener: CallListener;
  readonly #startMs = performance.now();
  readonly #timers = new Map<number, NodeJS.Timeout>();
  readonly #wallTimer: NodeJS.Timeout;
  #isolate: PluginIsolate | undefined;
  #ended = false;
  /** True while the result is being checked: the guest has no more say. */
  #answered = false;
  #entries = 0;
  #lastCpuMs = 0;
  #hostCallsLeft: number;
  #logBytesLeft: number;

  constructor(message: CallMessage, program: PluginProgram, listener: CallListener) {
    this.#message = message;
    this.#program = program;
    this.#listener = listener;
    this.#hostCallsLeft = message.limits.hostCalls;
    this.#logBytesLeft = message.limits.logBytes;
    this.#wallTimer = setTimeout(
      () => this.#exceeded('exceeded_wall_time', 'wallMs', this.#wallMs),
      message.limits.wallMs,
    );
  }

  get #wallMs(): number {
    return performance.now() - this.#startMs;
  }

  get #wallLeftMs(): number {
    return Math.max(1, Math.ceil(this.#message.limits.wallMs - this.#wallMs));
  }

  /** Starts the call; every end is told to the listener, and nothing is thrown. */
  async start(argumentsText: string): Promise<void> {
    try {
      if (this.#message.validateArguments && !(await this.#argumentsFit(argumentsText))) return;
      if (this.#ended) return;
      const isolate = await this.#program.takeIsolate(this.#message.limits.memoryMb);
      if (this.#ended) return isolate.dispose();
      this.#isolate = isolate;
      isolate.onSend = (kind, amount, text) => this.#onSend(kind, amount, text);
      const { callId, toolName, exportName, limits } = this.#message;
      const context = { callId, toolName, pluginName: this.#program.pluginName, deadlineMs: limits.wallMs };
      const { resultBytes, logBytes, hostCalls } = limits;
      await this.#enter(() =>
        isolate.invoke(argumentsText, { context, exportName, resultBytes, logBytes, hostCalls }, this.#wallLeftMs),
      );
      if (!this.#answered) await this.#enter(() => isolate.reportIfIdle(this.#wallLeftMs));
    } catch (error) {
      this.#fail({ code: 'tool_error', detail: `The plugin could not be started: ${messageOf(error)}` });
    }
  }

  /** Polled while the call runs: ends it when its CPU time is spent. */
  watch(): void {
    if (this.#ended || this.#answered || !this.#isolate) return;
    this.#lastCpuMs = Math.max(this.#lastCpuMs, this.#isolate.cpuMs);
    if (this.#lastCpuMs > this.#message.limits.cpuMs) this.#exceeded('exceeded_cpu', 'cpuMs', this.#lastCpuMs);
  }

  /** Ends the call because nobody waits for its answer. */
  cancel(): void {
    this.#fail({ code: 'cancelled', detail: 'The caller hung up; the call was stopped.' });
  }

  /** One entry into the isolate, under its timeout; its error is the call's end, named from what the host knows. */
  async #enter(entry: () => Promise<void>): Promise<void> {
    if (this.#ended) return;
    this.#entries += 1;
    try {
      await entry();
    } catch (error) {
      if (this.#ended || this.#answered) return;
      const message = messageOf(error);
      if (message === 'Script execution timed out.') this.#exceeded('exceeded_wall_time', 'wallMs', this.#wallMs);
      else if (this.#isolate?.isDisposed) this.#exceeded('exceeded_memory', 'memoryMb', undefined);
      else this.#fail({ code: 'tool_error', detail: message.slice(0, MESSAGE_CHARACTERS) });
    } finally {
      this.#entries -= 1;
    }
  }

  #onSend(kind: unknown, amount: unknown, text: unknown): void {
    if (this.#ended || this.#answered) return;
    if (typeof kind !== 'string' || !GUEST_KINDS.has(kind) || typeof amount !== 'number' || typeof text !== 'string')
      return;
    switch (kind) {
      case 'result':
        this.#answered = true;
        void this.#finish(text);
        return;
      case 'unfit':
        return this.#fail({ code: 'invalid_result', detail: text.slice(0, MESSAGE_CHARACTERS) });
      case 'large':
        return this.#tooLarge(amount);
      case 'error':
        return this.#fail({ code: 'tool_error', detail: text.slice(0, MESSAGE_CHARACTERS) });
      case 'idle':
        return this.#fail({
          code: 'tool_error',
          detail:
            'The tool returned a promise that nothing is left to settle: no timer is pending and no code is running.',
        });
      case 'overcall':
        return this.#overcalled();
      case 'log':
        return this.#onLog(amount, text);
      case 'timer':
        return this.#onTimer(amount, Number(text));
      case 'clear':
        clearTimeout(this.#timers.get(amount));
        this.#timers.delete(amount);
    }
  }

  #onLog(level: number, text: string): void {
    if (!this.#countHostCall()) return;
    const bytes = Buffer.byteLength(text);
    if (bytes > this.#logBytesLeft) return;
    this.#logBytesLeft -= bytes + 1;
    this.#listener.onLog(level, text);
  }

  #onTimer(timerId: number, delayMs: number): void {
    if (!this.#countHostCall()) return;
    const fire = (): void => {
      this.#timers.delete(timerId);
      const isolate = this.#isolate;
      if (!isolate) return;
      void this.#enter(() => isolate.deliver(timerId, this.#wallLeftMs)).then(async () => {
        if (!this.#answered && this.#timers.size === 0 && this.#entries === 0)
          await this.#enter(() => isolate.reportIfIdle(this.#wallLeftMs));
      });
    };
    this.#timers.set(timerId, setTimeout(fire, Number.isFinite(delayMs) ? delayMs : 0));
  }

  /** Counted inside the isolate as well; here for a guest that got around it. */
  #countHostCall(): boolean {
    this.#hostCallsLeft -= 1;
    if (this.#hostCallsLeft >= 0) return true;
    this.#overcalled();
    return false;
  }

  #overcalled(): void {
    const { hostCalls } = this.#message.limits;
    this.#fail({
      code: 'exceeded_host_calls',
      limit: 'hostCalls',
      used: hostCalls + 1,
      detail: `The tool asked more than ${hostCalls} things of the host (log lines and timers together).`,
    });
  }

  async #argumentsFit(argumentsText: string): Promise<boolean> {
    const violations = await this.#check('input', argumentsText);
    if (violations === undefined) return false;
    if (violations === '') return true;
    this.#fail({
      code: 'invalid_arguments',
      detail: `The arguments do not fit the tool's input schema: ${summaryOf(violations)}`,
      violations: parseViolations(violations),
    });
    return false;
  }

  /** The result is in: from here on only the host acts on it. */
  async #finish(resultText: string): Promise<void> {
    this.#lastCpuMs = Math.max(this.#lastCpuMs, this.#isolate?.cpuMs ?? 0);
    this.#release();
    if (Buffer.byteLength(resultText) > this.#message.limits.resultBytes)
      return this.#tooLarge(Buffer.byteLength(resultText));
    const violations = await this.#check('output', resultText);
    if (violations === undefined || this.#ended) return;
    if (violations !== '') {
      return this.#fail({
        code: 'invalid_result',
        detail: `The result does not fit the tool's output schema: ${summaryOf(violations)}`,
        violations: parseViolations(violations),
      });
    }
    this.#end({ ok: true, resultText, cpuMs: this.#lastCpuMs });
  }

  /** Violations as JSON text, `""` for none; undefined where the check itself ended the call. */
  async #check(side: 'input' | 'output', text: string): Promise<string | undefined> {
    const { toolName, limits } = this.#message;
    try {
      return await this.#program.validators.violationsOf(toolName, side, text, limits.cpuMs, this.#wallLeftMs);
    } catch (error) {
      if (error instanceof CheckExceeded) {
        const code =
          error.limit === 'cpuMs'
            ? 'exceeded_cpu'
            : error.limit === 'wallMs'
              ? 'exceeded_wall_time'
              : 'exceeded_memory';
        this.#fail({
          code,
          limit: error.limit,
          detail: `Checking the ${side === 'input' ? 'arguments' : 'result'} against the tool's ${side}Schema passed ${error.limit}: the schema is too costly for this value.`,
        });
      } else {
        this.#fail({
          code: side === 'input' ? 'invalid_arguments' : 'invalid_result',
          detail: `The ${side === 'input' ? 'arguments' : 'result'} cannot be checked: ${messageOf(error).slice(0, 300)}`,
        });
      }
      return undefined;
    }
  }

  #tooLarge(usedBytes: number): void {
    const { resultBytes } = this.#message.limits;
    this.#fail({
      code: 'result_too_large',
      limit: 'resultBytes',
      used: usedBytes,
      detail: `The result is ${usedBytes} bytes long; at most ${resultBytes} are allowed. Ask for less at a time.`,
    });
  }

  #exceeded(
    code: 'exceeded_cpu' | 'exceeded_wall_time' | 'exceeded_memory',
    limit: 'cpuMs' | 'wallMs' | 'memoryMb',
    used: number | undefined,
  ): void {
    const allowed = this.#message.limits[limit];
    const unit = limit === 'memoryMb' ? 'MB of heap' : limit === 'cpuMs' ? 'ms of CPU time' : 'ms';
    this.#fail({
      code,
      limit,
      ...(used === undefined ? {} : { used: Math.round(used) }),
      detail: `The tool passed its limit of ${allowed} ${unit} and was stopped.`,
    });
  }

  #fail(failure: Failure): void {
    if (this.#isolate && !this.#isolate.isDisposed) this.#lastCpuMs = Math.max(this.#lastCpuMs, this.#isolate.cpuMs);
    this.#end({ ok: false, failure, cpuMs: this.#lastCpuMs });
  }

  #end(end: CallEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#wallTimer);
    this.#release();
    this.#listener.onEnd(end);
  }

  /** Gives the isolate up; where it does not let go, says so after the grace. */
  #release(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    const isolate = this.#isolate;
    if (!isolate) return;
    this.#isolate = undefined;
    isolate.dispose();
    if (this.#entries === 0) return;
    setTimeout(() => {
      if (this.#entries > 0) this.#listener.onStuck();
    }, this.#message.limits.killGraceMs);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Violations come from the validator isolate as JSON; the text itself is for the broker, which parses it as untrusted. */
const parseViolations = (text: string): readonly { path: string; message: string }[] =>
  JSON.parse(text) as { path: string; message: string }[];

const summaryOf = (text: string): string =>
  parseViolations(text)
    .slice(0, 3)
    .map(({ path, message }) => `${path === '' ? '(the value itself)' : path} ${message}`)
    .join('; ');
