// Runs the calls of one plugin in its frozen realm: one entry at a time, in the order they came. An outcome is written before the
// next call begins, so that the broker knows which call runs and which have not begun, if it has to kill. Runs in a runner.

import { ShortMap } from '../../../shared/protocol/short-map.ts';
import type { GuestPost } from '../isolates/base-isolate.ts';
import type { PluginProgram } from '../isolates/plugin-program.ts';
import type { RealmFault, SharedRealm } from '../isolates/shared-realm.ts';
import type { RealmCall } from './realm-call.ts';
import { RealmSlot } from './realm-slot.ts';
import type { RunnerQueue } from './runner-queue.ts';
import type { Send } from './running-call.ts';

/** Begins calls in the order they were added, each after the one before has ended or is suspended. */
export class PluginQueue {
  readonly program: PluginProgram;
  readonly send: Send;
  /** True if no control thread watches the time, so that every entry needs its own timeout. */
  readonly isUnwatched: boolean;
  readonly #runnerQueue: RunnerQueue;
  readonly #slot = new RealmSlot(this);
  readonly #onEnded: (id: number) => void;
  /** When the clock of the first queued call started: before the module was evaluated for it. */
  #clockFromMs: number | undefined;
  /** V8 heap of a realm, in MB; undefined until `warm`. */
  #heapMb: number | undefined;
  /** Calls that have not begun. */
  readonly #queue: RealmCall[] = [];
  readonly #suspended = new ShortMap<number, RealmCall>();
  #isCondemned = false;

  /** `onEnded`: a call has ended. */
  constructor(
    program: PluginProgram,
    send: Send,
    runnerQueue: RunnerQueue,
    { isUnwatched = false, onEnded = (_id: number): void => {} } = {},
  ) {
    this.program = program;
    this.send = send;
    this.isUnwatched = isUnwatched;
    this.#runnerQueue = runnerQueue;
    this.#onEnded = onEnded;
    runnerQueue.addPlugin(this);
  }

  /** Takes an untrusted post from the realm. */
  readonly onPost: GuestPost = (letter, id, text) => {
    if (typeof id === 'number') this.#suspended.get(id)?.onPost(letter, text);
  };

  /** A realm is made. The plugin's own code has not run in it yet, and may from now on. */
  onLoaded(): void {
    if (this.#queue.length > 0) this.#clockFromMs = performance.now();
    this.send({ t: 'loaded', digest: this.program.digest });
  }

  /** The realm is ready, or cannot be made for the reason `failed`. */
  onMade(failed?: string): void {
    if (failed !== undefined) this.#queue.shift()?.refuse('tool_error', `The plugin could not be started: ${failed}`);
    this.runQueue();
  }

  /** True while a call is queued here, and for ever after a call had to be stopped: calls of other plugins must not begin then. */
  get isHeld(): boolean {
    return this.#queue.length > 0 || this.#isCondemned;
  }

  /** True after a call had to be stopped: this process answers nothing any more, and the broker ends it. */
  get isCondemned(): boolean {
    return this.#isCondemned;
  }

  /** True if calls are suspended in the realm. */
  get hasSuspended(): boolean {
    return this.#suspended.size > 0;
  }

  /** True if calls are suspended in this process. They may go on at any time, so the broker cannot know which call begins. */
  get hasCompany(): boolean {
    return this.#runnerQueue.hasSuspended;
  }

  /** The realm; undefined while there is none that may be entered. */
  get realm(): SharedRealm | undefined {
    return this.#slot.realm;
  }

  /** Why a realm was last replaced; undefined if none was. */
  get lastFault(): RealmFault | undefined {
    return this.#slot.lastFault;
  }

  /** Makes the realm ahead of the first call. */
  warm(memoryMb: number): void {
    this.#heapMb = memoryMb;
    if (!this.#slot.realm) void this.#slot.make(memoryMb);
  }

  /** Queues a call. It begins now if no other is queued before it. */
  add(call: RealmCall): void {
    this.#queue.push(call);
    this.runQueue();
  }

  /** Removes a call that has not begun. */
  withdraw(call: RealmCall): void {
    const at = this.#queue.indexOf(call);
    if (at === -1) this.#runnerQueue.remove(call);
    else this.#queue.splice(at, 1);
  }

  /** Begins queued calls. */
  runQueue(): void {
    while (this.#queue.length > 0 && !this.#isCondemned) {
      const { realm } = this.#slot;
      const call = this.#queue[0] as RealmCall;
      if (!realm) return void this.#slot.make(this.#heapMb ?? call.message.tool.limits.memoryMb);
      if (call.begin(realm)) this.#queue.shift();
    }
    const { realm } = this.#slot;
    if (realm && !this.#isCondemned) setImmediate(() => this.#preloadNext(realm));
    if (!this.isHeld) this.#runnerQueue.pump();
  }

  #preloadNext(realm: SharedRealm): void {
    if (this.#isCondemned || this.#queue.length > 0) return;
    const fault = this.#slot.preloadNext(realm);
    if (!fault) return;
    this.giveUpRealm(fault);
    this.runQueue();
  }

  /** The start of the clock of the call that begins now. */
  takeStartMs(): number {
    const startMs = this.#clockFromMs ?? performance.now();
    this.#clockFromMs = undefined;
    return startMs;
  }

  /** Keeps a call that waits for a timer, a host reply or a check. */
  suspend(call: RealmCall): void {
    this.#suspended.set(call.message.id, call);
  }

  /** Forgets a call that has ended. */
  forget(call: RealmCall): void {
    const { id } = call.message;
    this.#suspended.delete(id);
    this.#onEnded(id);
  }

  /** True if other suspended calls held half of the heap before this call's code ran, so that it did not fill the heap alone. */
  isHeapShared({ message }: RealmCall): boolean {
    const others = this.#suspended.size - (this.#suspended.has(message.id) ? 1 : 0);
    return others > 0 && this.#slot.isHalfFull;
  }

  /** Bytes that V8 holds for the realm; `isShared`: calls are suspended in it. */
  heapBytesAfter(cpuMs: number, isShared: boolean): number {
    return this.#slot.heapBytesAfter(cpuMs, isShared);
  }

  /** Sets `isCondemned`. */
  condemn(): void {
    this.#isCondemned = true;
  }

  /** Disposes of the realm: no call enters it again. */
  discardRealm(fault: RealmFault): void {
    this.#slot.discard(fault);
  }

  /** Disposes of the realm and ends the calls that are suspended in it. */
  giveUpRealm(fault: RealmFault): void {
    this.#slot.discard(fault);
    for (const [, call] of this.#suspended.entries()) call.interrupt(fault);
  }
}
