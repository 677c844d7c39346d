// The calls of one plugin in its frozen realm: one entry at a time, in the order they came. An answer is written before the
// next call begins, so that the broker always knows which call is running, and which have not begun, should it have to kill.

import type { CallMessage, RunnerMessage, Spent } from '../../protocol/messages.ts';
import { ShortMap } from '../../protocol/short-map.ts';
import type { GuestAnswer } from '../guest-wire/answer.ts';
import type { AskReply } from '../guest-wire/asks.ts';
import { ERROR_LINE, LOG_NOTES, logMessage } from '../guest-wire/log-lines.ts';
import type { PluginProgram } from '../isolates/plugin-program.ts';
import type { PluginRealm, RealmFault } from '../isolates/plugin-realm.ts';
import {
  CHANGED_BEFORE,
  exceeded,
  failedMessage,
  failureIn,
  hasTimedOut,
  interrupted,
  overcalled,
  type RunnerFailure,
  tooLarge,
} from './call-failures.ts';
import { HostCalls } from './host-calls.ts';
import { misfitIn } from './outside-check.ts';
import { RealmKeeper } from './realm-keeper.ts';
import { unhandledIn } from './unhandled.ts';

/** Where answers go: out before anything else runs. */
export interface AnswerChannel {
  sendNow(message: RunnerMessage, body?: string): void;
}

/** A call that has begun. */
interface BegunCall {
  readonly message: CallMessage;
  readonly startMs: number;
  /** Made when it first asks for something: most calls never do. */
  hostCalls: HostCalls | undefined;
  cpuMs: number;
  wallTimer: NodeJS.Timeout | undefined;
  /** Its result is there and is being checked outside the realm: it outlives it. */
  isChecking: boolean;
}

export class RealmCalls {
  readonly #program: PluginProgram;
  readonly #keeper: RealmKeeper;
  readonly #channel: AnswerChannel;
  readonly #isUnwatched: boolean;
  readonly #onFree: () => void;
  readonly #onLoaded: () => void;
  readonly #hasCompany: () => boolean;
  /** When the clock of the first call in line started: before its module was evaluated for it. */
  #clockFromMs: number | undefined;
  /** V8 heap of a realm, in MB, once it is known. */
  #heapMb: number | undefined;
  readonly #queue: [message: CallMessage, argumentsText: string][] = [];
  /** Calls that wait for a timer. */
  readonly #waiting = new ShortMap<number, BegunCall>();
  /** Set when a call had to be stopped: this process answers nothing any more, and the broker ends it. */
  #isCondemned = false;

  /**
   * `isUnwatched`: nobody outside watches the time, so every entry has a timeout of its own. `onFree` is told when no call
   * waits here for its realm any more, `onLoaded` when a realm is made and the plugin's code may run. `hasCompany`: calls
   * wait in this process, which may go on at any time, so that nobody outside can know which call begins.
   */
  constructor(
    program: PluginProgram,
    channel: AnswerChannel,
    { isUnwatched = false, onFree = () => {}, onLoaded = () => {}, hasCompany = () => this.hasWaiting } = {},
  ) {
    this.#isUnwatched = isUnwatched;
    this.#onFree = onFree;
    this.#onLoaded = onLoaded;
    this.#hasCompany = hasCompany;
    this.#program = program;
    this.#channel = channel;
    this.#keeper = new RealmKeeper(program, {
      onSend: (kind, id, text) => this.#onSend(kind, id, text),
      onLoaded: () => {
        if (this.#queue.length > 0) this.#clockFromMs = performance.now();
        this.#onLoaded();
      },
      onMade: (failed) => this.#onRealm(failed),
    });
  }

  /** True while a call waits here for its realm, and for ever once a call had to be stopped: no other may begin meanwhile. */
  get isHeld(): boolean {
    return this.#queue.length > 0 || this.#isCondemned;
  }

  /** Calls wait in it, for a timer or an answer. */
  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Why a realm was last replaced; undefined if none was. */
  get lastFault(): RealmFault | undefined {
    return this.#keeper.lastFault;
  }

  /** Makes the realm ahead of the first call. */
  warm(memoryMb: number): void {
    this.#heapMb = memoryMb;
    if (!this.#keeper.realm) void this.#keeper.make(memoryMb);
  }

  call(message: CallMessage, argumentsText: string): void {
    this.#queue.push([message, argumentsText]);
    this.#runQueue();
  }

  /** Gives up a call that waits, for its turn or for a timer. */
  cancel(id: number): void {
    const at = this.#queue.findIndex(([message]) => message.id === id);
    if (at !== -1) {
      this.#queue.splice(at, 1);
      return this.#channel.sendNow(
        { t: 'failed', id, cpuMs: 0, code: 'cancelled' },
        'The caller hung up before the call began.',
      );
    }
    const call = this.#waiting.get(id);
    if (!call) return;
    this.#fail(call, { code: 'cancelled', detail: 'The caller hung up; the call was stopped.' });
  }

  #runQueue(): void {
    while (this.#queue.length > 0 && !this.#isCondemned) {
      const { realm } = this.#keeper;
      const [message, argumentsText] = this.#queue[0] as [CallMessage, string];
      if (!realm) return void this.#keeper.make(this.#heapMb ?? message.limits.memoryMb);
      if (this.#begin(realm, message, argumentsText)) this.#queue.shift();
    }
    const { realm } = this.#keeper;
    if (realm && !this.#isCondemned) setImmediate(() => this.#prepareNext(realm));
    if (!this.isHeld) this.#onFree();
  }

  /** False if the realm had been changed before: the call has not begun, and may do so in the next one. */
  #begin(realm: PluginRealm, message: CallMessage, argumentsText: string): boolean {
    const call: BegunCall = {
      message,
      startMs: this.#clockFromMs ?? performance.now(),
      hostCalls: undefined,
      cpuMs: 0,
      wallTimer: undefined,
      isChecking: false,
    };
    this.#clockFromMs = undefined;
    if (this.#hasCompany()) this.#channel.sendNow({ t: 'began', id: message.id });
    const answer = this.#enter(realm, call, () =>
      realm.invoke(message, argumentsText, this.#isUnwatched ? message.limits.wallMs : undefined),
    );
    if (answer?.kind === 'x') {
      this.#giveUpRealm(realm.hasServed ? 'changed' : 'changedByModule');
      // It was said to begin: calls of other plugins that go on before it does would look like a runner that lies.
      if (!this.#hasCompany()) return false;
      this.#fail(call, CHANGED_BEFORE);
      return true;
    }
    if (answer) this.#onAnswer(call, answer);
    return true;
  }

  /** One entry; undefined if it threw: the call is over, and so is its realm. */
  #enter(realm: PluginRealm, call: BegunCall, entry: () => GuestAnswer): GuestAnswer | undefined {
    try {
      const answer = entry();
      call.cpuMs += realm.takeCpuMs();
      return answer;
    } catch (error) {
      call.cpuMs += realm.takeCpuMs();
      this.#onThrown(realm, call, error);
      return undefined;
    }
  }

  /** If isolated-vm stopped the entry, this process is over as well. Else nothing in the plugin handled the error, and its realm alone is. */
  #onThrown(realm: PluginRealm, call: BegunCall, error: unknown): void {
    const { limits } = call.message;
    const elapsedMs = performance.now() - call.startMs;
    const isLate = hasTimedOut(error, elapsedMs, limits.wallMs);
    if (isLate || realm.isDisposed) {
      this.#isCondemned = true;
      if (!isLate && this.#isSharedHeap(call)) return this.#channel.sendNow({ t: 'full' });
      return this.#fail(call, isLate ? exceeded('wallMs', limits, elapsedMs) : exceeded('memoryMb', limits));
    }
    this.#keeper.discard('threw');
    this.#failUnhandled(call, error);
    this.#giveUpRealm('threw');
  }

  /** Others that wait held half of the heap before this call's code ran: it did not fill it alone. */
  #isSharedHeap({ message }: BegunCall): boolean {
    const others = this.#waiting.size - (this.#waiting.has(message.id) ? 1 : 0);
    return others > 0 && this.#keeper.isHalfFull;
  }

  /** The guest has counted its lines itself; here for one that got around that. */
  #log({ message: { id, limits } }: BegunCall, lines: GuestAnswer['log']): void {
    for (const [kind, text] of lines.slice(0, limits.logLines + LOG_NOTES)) {
      const line = logMessage(id, kind, text);
      if (line) this.#channel.sendNow(line.message, line.body);
    }
  }

  /** The guest's realm never saw the error that ends the call, so its stack is logged here. */
  #failUnhandled(call: BegunCall, error: unknown): void {
    const { failure, stack } = unhandledIn(error);
    const ageMs = Math.floor(performance.now() - call.startMs);
    const line = stack === undefined ? undefined : logMessage(call.message.id, ERROR_LINE, `${ageMs} ${stack}`);
    if (line) this.#channel.sendNow(line.message, line.body);
    this.#fail(call, failure);
  }

  #onAnswer(call: BegunCall, answer: GuestAnswer): void {
    const { id, limits } = call.message;
    this.#log(call, answer.log);
    switch (answer.kind) {
      case 'p':
        return this.#wait(call);
      case 'r':
        if (Buffer.byteLength(answer.text) > limits.resultBytes)
          return this.#fail(call, tooLarge(Buffer.byteLength(answer.text), limits));
        this.#end(call);
        return this.#channel.sendNow({ t: 'done', id, ...this.#spent(call) }, answer.text);
      case 'c':
        return void this.#checkOutside(call, answer.text);
      default:
        this.#fail(call, failureIn(answer, limits));
    }
  }

  /** The realm's own check cannot be believed; the one nobody else enters can. Other calls may run meanwhile. */
  async #checkOutside(call: BegunCall, resultText: string): Promise<void> {
    const { id, limits } = call.message;
    this.#wait(call);
    call.isChecking = true;
    const leftMs = Math.max(1, limits.wallMs - (performance.now() - call.startMs));
    const failure = await misfitIn(this.#program, call.message, { side: 'output', text: resultText, leftMs });
    if (this.#waiting.get(id) !== call) return;
    if (failure) this.#fail(call, failure);
    else this.#onAnswer(call, { kind: 'r', text: resultText, log: [] });
  }

  /** The call's code has returned without an answer: only a timer can bring it on. */
  #wait(call: BegunCall): void {
    const { id, limits } = call.message;
    if (!this.#waiting.has(id)) {
      this.#waiting.set(id, call);
      const leftMs = Math.max(1, limits.wallMs - (performance.now() - call.startMs));
      // None of its code runs now: it is forgotten, and harms no call that waits beside it.
      const late = (): void => this.#fail(call, exceeded('wallMs', limits, performance.now() - call.startMs));
      call.wallTimer = setTimeout(late, leftMs);
    }
    this.#channel.sendNow({ t: 'waiting', id, heapBytes: this.#keeper.heapBytesAfter(call.cpuMs, true) });
  }

  #onSend(kind: unknown, id: unknown, text: unknown): void {
    if (typeof id !== 'number') return;
    const call = this.#waiting.get(id);
    if (!call || typeof text !== 'string') return;
    call.hostCalls ??= this.#hostCallsOf(call);
    if (!call.hostCalls.take(kind, text)) this.#fail(call, overcalled(call.message.limits));
  }

  #hostCallsOf(call: BegunCall): HostCalls {
    const { id, limits } = call.message;
    return new HostCalls(limits, {
      onTimer: (timerId) => this.#resume(call, (realm, timeoutMs) => realm.deliver(id, timerId, timeoutMs)),
      onAsk: (ask, kind, text) => this.#channel.sendNow({ t: 'ask', id, ask, kind }, text),
      onUnask: (ask) => this.#channel.sendNow({ t: 'unask', id, ask }),
      onRefused: (reply) => void setImmediate(() => this.answer(id, reply)),
    });
  }

  /** Hands over what a question of a call came to; nothing where the call, or its question, is not there any more. */
  answer(id: number, reply: AskReply): void {
    const call = this.#waiting.get(id);
    if (!call?.hostCalls?.close(reply.ask)) return;
    this.#resume(call, (realm, timeoutMs) => realm.answer(id, reply, timeoutMs));
  }

  /** What a call waited for is there: its code goes on. */
  #resume(call: BegunCall, entry: (realm: PluginRealm, timeoutMs: number | undefined) => GuestAnswer): void {
    const { realm } = this.#keeper;
    const { id, limits } = call.message;
    if (!realm || this.#isCondemned || !this.#waiting.has(id)) return;
    this.#channel.sendNow({ t: 'resumed', id });
    const leftMs = Math.max(1, Math.ceil(limits.wallMs - (performance.now() - call.startMs)));
    const answer = this.#enter(realm, call, () => entry(realm, this.#isUnwatched ? leftMs : undefined));
    if (answer?.kind === 'x') this.#giveUpRealm('changed');
    else if (answer) this.#onAnswer(call, answer);
    if (!this.#keeper.realm) this.#runQueue();
  }

  #fail(call: BegunCall, failure: RunnerFailure): void {
    const isHeld = this.#waiting.has(call.message.id) && !this.#isCondemned;
    this.#end(call);
    const isFit = !isHeld || (this.#keeper.realm?.drop(call.message.id) ?? true);
    this.#channel.sendNow(failedMessage(call.message.id, this.#spent(call), failure), failure.detail);
    if (!isFit) this.#replaceRealm('threw');
  }

  #end(call: BegunCall): void {
    clearTimeout(call.wallTimer);
    call.hostCalls?.end();
    this.#waiting.delete(call.message.id);
  }

  #spent({ cpuMs, hostCalls }: BegunCall): Required<Spent> {
    return {
      cpuMs,
      hostCalls: hostCalls?.made ?? 0,
      heapBytes: this.#keeper.heapBytesAfter(cpuMs, this.#waiting.size > 0),
    };
  }

  /** The next call gets another realm. */
  #replaceRealm(fault: RealmFault): void {
    this.#giveUpRealm(fault);
    this.#runQueue();
  }

  /** Nothing enters the realm again, and the calls that wait in it are given up. */
  #giveUpRealm(fault: RealmFault): void {
    this.#keeper.discard(fault);
    for (const [, call] of this.#waiting.entries()) if (!call.isChecking) this.#fail(call, interrupted(fault));
  }

  #onRealm(failed: string | undefined): void {
    const [message] = failed === undefined ? [] : (this.#queue.shift() ?? []);
    if (message)
      this.#channel.sendNow(
        { t: 'failed', id: message.id, cpuMs: 0, code: 'tool_error' },
        `The plugin could not be started: ${failed}`,
      );
    this.#runQueue();
  }

  #prepareNext(realm: PluginRealm): void {
    if (this.#isCondemned || this.#queue.length > 0) return;
    const fault = this.#keeper.prepareNext(realm);
    if (fault) this.#replaceRealm(fault);
  }
}
