// Runs one call in the frozen realm of its plugin (`freshState: "realm"`), up to its outcome. Runs on a runner's main thread. Entries are
// synchronous: nothing else happens on this thread while the call's code runs. Decision 0006.

import { ERROR_LINE, RESULT, SUSPENDED } from '../../../shared/protocol/guest-wire.ts';
import type { CallMessage, Spent } from '../../../shared/protocol/messages.ts';
import type { RequestReply } from '../guest-wire/host-requests.ts';
import { LOG_NOTES, logMessage } from '../guest-wire/log-lines.ts';
import type { GuestOutcome } from '../guest-wire/outcome.ts';
import type { RealmFault, SharedRealm } from '../isolates/shared-realm.ts';
import {
  exceeded,
  failedMessage,
  failureIn,
  hasTimedOut,
  interrupted,
  type RunnerFailure,
  tooLarge,
  tooManyHostCalls,
} from './call-failures.ts';
import { HostCalls } from './host-calls.ts';
import type { RunningCall, Send } from './running-call.ts';
import { unhandledIn } from './unhandled.ts';

/** What a call needs of its plugin. */
export interface RealmOwner {
  readonly send: Send;
  /** True if no control thread watches the time, so that every entry needs its own timeout. */
  readonly isUnwatched: boolean;
  /** True after a call had to be stopped: this process answers nothing any more, and the broker ends it. */
  readonly isCondemned: boolean;
  /** True if calls are suspended in the realm. */
  readonly hasSuspended: boolean;
  /** True if calls are suspended in this process. They may go on at any time, so the broker cannot know which call begins. */
  readonly hasCompany: boolean;
  /** The realm; undefined while there is none that may be entered. */
  readonly realm: SharedRealm | undefined;
  /** Queues a call. It begins now if no other is queued before it. */
  add(call: RealmCall): void;
  /** Removes a call that has not begun. */
  withdraw(call: RealmCall): void;
  /** Begins queued calls. */
  runQueue(): void;
  /** The start of the clock of the call that begins now. */
  takeStartMs(): number;
  /** Keeps a call that waits for a timer or a host reply. */
  suspend(call: RealmCall): void;
  /** Forgets a call that has ended. */
  forget(call: RealmCall): void;
  /** True if other suspended calls held half of the heap before this call's code ran, so that it did not fill the heap alone. */
  isHeapShared(call: RealmCall): boolean;
  /** Bytes that V8 holds for the realm; `isShared`: calls are suspended in it. */
  heapBytesAfter(cpuMs: number, isShared: boolean): number;
  /** Sets `isCondemned`. */
  condemn(): void;
  /** Disposes of the realm: no call enters it again. */
  discardRealm(fault: RealmFault): void;
  /** Disposes of the realm and ends the calls that are suspended in it. */
  giveUpRealm(fault: RealmFault): void;
}

/** `suspended`: from the first time that the call's code returned without an outcome until the call's end, even while the code runs again. */
type Stage = 'queued' | 'begun' | 'suspended' | 'ended';

/** A call of a plugin in realm mode. Its outcome is sent before anything else runs. Its timers run on the runner's main thread. */
export class RealmCall implements RunningCall {
  readonly message: CallMessage;
  readonly #plugin: RealmOwner;
  readonly #argumentsText: string;
  #stage: Stage = 'queued';
  #startMs = 0;
  #cpuMs = 0;
  /** Made for the first host call: most calls make none. */
  #hostCalls: HostCalls | undefined = undefined;
  #wallTimer: NodeJS.Timeout | undefined = undefined;

  constructor(plugin: RealmOwner, message: CallMessage, argumentsText: string) {
    this.#plugin = plugin;
    this.message = message;
    this.#argumentsText = argumentsText;
  }

  /** Queues the call at its plugin. */
  queue(): void {
    this.#plugin.add(this);
  }

  /** Runs the call's code in the realm. */
  begin(realm: SharedRealm): void {
    const { message } = this;
    const plugin = this.#plugin;
    this.#stage = 'begun';
    this.#startMs = plugin.takeStartMs();
    if (plugin.hasCompany) plugin.send({ t: 'began', id: message.id });
    const timeoutMs = plugin.isUnwatched ? message.tool.limits.wallMs : undefined;
    const outcome = this.#enter(realm, () => realm.invoke(message, this.#argumentsText, timeoutMs));
    if (outcome) this.#onOutcome(outcome);
  }

  /** Ends a call that has not begun. */
  refuse(code: 'tool_error' | 'cancelled', detail: string): void {
    this.#end();
    this.#plugin.send({ t: 'failed', id: this.message.id, cpuMs: 0, code }, detail);
  }

  /** Ends a call that is suspended in a realm that nothing may enter again. */
  interrupt(fault: RealmFault): void {
    this.#fail(interrupted(fault));
  }

  cancel(): void {
    if (this.#stage === 'queued') {
      this.#plugin.withdraw(this);
      this.refuse('cancelled', 'The caller hung up before the call began.');
    } else if (this.#stage === 'suspended') {
      this.#fail({ code: 'cancelled', detail: 'The caller hung up; the call was stopped.' });
    }
  }

  reply(reply: RequestReply): void {
    if (this.#stage !== 'suspended' || !this.#hostCalls?.close(reply.request)) return;
    this.#resume((realm, timeoutMs) => realm.reply(this.message.id, reply, timeoutMs));
  }

  fireTimer(timerId: number): void {
    this.#resume((realm, timeoutMs) => realm.fireTimer(this.message.id, timerId, timeoutMs));
  }

  /** Takes an untrusted post that its code made before it was suspended, or while it runs again. */
  onPost(letter: unknown, text: unknown): void {
    if (this.#stage !== 'suspended' || typeof text !== 'string') return;
    this.#hostCalls ??= new HostCalls(this.message, this.#plugin.send, this);
    if (!this.#hostCalls.take(letter, text)) this.#fail(tooManyHostCalls(this.message.tool.limits));
  }

  /** Lets the call's code go on after a timer or host reply. */
  #resume(entry: (realm: SharedRealm, timeoutMs: number | undefined) => GuestOutcome): void {
    const plugin = this.#plugin;
    const { realm } = plugin;
    if (!realm || plugin.isCondemned || this.#stage !== 'suspended') return;
    plugin.send({ t: 'resumed', id: this.message.id });
    const leftMs = Math.ceil(this.#leftMs);
    const outcome = this.#enter(realm, () => entry(realm, plugin.isUnwatched ? leftMs : undefined));
    if (outcome) this.#onOutcome(outcome);
    if (!plugin.realm) plugin.runQueue();
  }

  /** One entry. Undefined if it threw: the call and its realm have then ended. */
  #enter(realm: SharedRealm, entry: () => GuestOutcome): GuestOutcome | undefined {
    try {
      const outcome = entry();
      this.#cpuMs += realm.takeCpuMs();
      return outcome;
    } catch (error) {
      this.#cpuMs += realm.takeCpuMs();
      this.#onThrown(realm, error);
      return undefined;
    }
  }

  /** If isolated-vm stopped the entry, this process has to end. Otherwise the plugin left an error unhandled, and only its realm has to go. */
  #onThrown(realm: SharedRealm, error: unknown): void {
    const { limits } = this.message.tool;
    const plugin = this.#plugin;
    const elapsedMs = this.#elapsedMs;
    const isLate = hasTimedOut(error, elapsedMs, limits.wallMs);
    if (isLate || realm.isDisposed) {
      plugin.condemn();
      if (!isLate && plugin.isHeapShared(this)) return plugin.send({ t: 'full' });
      return this.#fail(isLate ? exceeded('wallMs', limits, elapsedMs) : exceeded('memoryMb', limits));
    }
    plugin.discardRealm('threw');
    this.#failUnhandled(error);
    plugin.giveUpRealm('threw');
  }

  /** Logs the stack here, because the guest's realm never saw the error that ends the call. */
  #failUnhandled(error: unknown): void {
    const { failure, stack } = unhandledIn(error);
    if (stack !== undefined) this.#sendLine(ERROR_LINE, `${Math.floor(this.#elapsedMs)} ${stack}`);
    this.#fail(failure);
  }

  #sendLine(letter: string, text: string): void {
    const line = logMessage(this.message.id, letter, text);
    if (line) this.#plugin.send(line.message, line.body);
  }

  #onOutcome(outcome: GuestOutcome): void {
    const {
      id,
      tool: { limits },
    } = this.message;
    // The guest counts its lines as well; this limit is for a guest that got around it.
    for (const [letter, text] of outcome.log.slice(0, limits.logLines + LOG_NOTES)) this.#sendLine(letter, text);
    switch (outcome.letter) {
      case SUSPENDED:
        return this.#suspend();
      case RESULT: {
        const resultBytes = Buffer.byteLength(outcome.text);
        if (resultBytes > limits.resultBytes) return this.#fail(tooLarge(resultBytes, limits));
        this.#end();
        return this.#plugin.send({ t: 'done', id, ...this.#spent() }, outcome.text);
      }
      default:
        this.#fail(failureIn(outcome, limits));
    }
  }

  /** Notes that the call's code has returned without an outcome: it waits for a timer or a host reply. */
  #suspend(): void {
    const {
      id,
      tool: { limits },
    } = this.message;
    if (this.#stage !== 'suspended') {
      this.#stage = 'suspended';
      this.#plugin.suspend(this);
      // None of its code runs then, so ending it harms no other suspended call.
      const late = (): void => this.#fail(exceeded('wallMs', limits, this.#elapsedMs));
      this.#wallTimer = setTimeout(late, this.#leftMs);
    }
    this.#plugin.send({ t: 'suspended', id, heapBytes: this.#plugin.heapBytesAfter(this.#cpuMs, true) });
  }

  get #elapsedMs(): number {
    return performance.now() - this.#startMs;
  }

  get #leftMs(): number {
    return Math.max(1, this.message.tool.limits.wallMs - this.#elapsedMs);
  }

  #fail(failure: RunnerFailure): void {
    const { id } = this.message;
    const plugin = this.#plugin;
    const isHeld = this.#stage === 'suspended' && !plugin.isCondemned;
    this.#end();
    const isFit = !isHeld || (plugin.realm?.drop(id) ?? true);
    plugin.send(failedMessage(id, this.#spent(), failure), failure.detail);
    if (isFit) return;
    plugin.giveUpRealm('threw');
    plugin.runQueue();
  }

  #end(): void {
    clearTimeout(this.#wallTimer);
    this.#hostCalls?.end();
    this.#stage = 'ended';
    this.#plugin.forget(this);
  }

  #spent(): Required<Spent> {
    const cpuMs = this.#cpuMs;
    const heapBytes = this.#plugin.heapBytesAfter(cpuMs, this.#plugin.hasSuspended);
    return { cpuMs, hostCalls: this.#hostCalls?.made ?? 0, heapBytes };
  }
}
