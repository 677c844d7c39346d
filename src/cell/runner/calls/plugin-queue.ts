// Runs the calls of one plugin in its frozen realm: one entry at a time, in the order they came. An outcome is written before the
// next call begins, so that the broker knows which call runs and which have not begun, if it has to kill. Runs in a runner.

import { ShortMap } from '../../../shared/protocol/short-map.ts';
import type { GuestPost } from '../isolates/base-isolate.ts';
import type { PluginProgram } from '../isolates/plugin-program.ts';
import type { RealmFault, SharedRealm } from '../isolates/shared-realm.ts';
import type { RealmCall, RealmOwner } from './realm-call.ts';
import { RealmSlot, type RealmUser } from './realm-slot.ts';
import type { RunnerQueue } from './runner-queue.ts';
import type { Send } from './running-call.ts';

/** Begins calls in the order they were added, each after the one before has ended or is suspended. */
export class PluginQueue implements RealmOwner, RealmUser {
  readonly program: PluginProgram;
  readonly send: Send;
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

  onLoaded(): void {
    if (this.#queue.length > 0) this.#clockFromMs = performance.now();
    this.send({ t: 'loaded', digest: this.program.digest });
  }

  onMade(failed?: string): void {
    if (failed !== undefined) this.#queue.shift()?.refuse('tool_error', `The plugin could not be started: ${failed}`);
    this.runQueue();
  }

  /** True while a call is queued here, and for ever after a call had to be stopped: calls of other plugins must not begin then. */
  get isHeld(): boolean {
    return this.#queue.length > 0 || this.#isCondemned;
  }

  get isCondemned(): boolean {
    return this.#isCondemned;
  }

  /** True if calls are suspended in the realm. */
  get hasSuspended(): boolean {
    return this.#suspended.size > 0;
  }

  get hasCompany(): boolean {
    return this.#runnerQueue.hasSuspended;
  }

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

  /** Collects all garbage of the realm, unless calls need it. */
  tidy(): void {
    if (!this.hasSuspended && !this.isHeld) this.#slot.realm?.collectGarbage({ isThorough: true });
  }

  add(call: RealmCall): void {
    this.#queue.push(call);
    this.runQueue();
  }

  withdraw(call: RealmCall): void {
    const at = this.#queue.indexOf(call);
    if (at === -1) this.#runnerQueue.remove(call);
    else this.#queue.splice(at, 1);
  }

  runQueue(): void {
    while (this.#queue.length > 0 && !this.#isCondemned) {
      const { realm } = this.#slot;
      const call = this.#queue[0] as RealmCall;
      if (!realm) return void this.#slot.make(this.#heapMb ?? call.message.tool.limits.memoryMb);
      call.begin(realm);
      this.#queue.shift();
    }
    const { realm } = this.#slot;
    // A turn of the event loop costs as much as a tenth of a small call.
    if (realm && !this.#isCondemned && this.#slot.hasPreload) setImmediate(() => this.#preloadNext(realm));
    if (!this.isHeld) this.#runnerQueue.pump();
  }

  #preloadNext(realm: SharedRealm): void {
    if (this.#isCondemned || this.#queue.length > 0) return;
    const fault = this.#slot.preloadNext(realm);
    if (!fault) return;
    this.giveUpRealm(fault);
    this.runQueue();
  }

  takeStartMs(): number {
    const startMs = this.#clockFromMs ?? performance.now();
    this.#clockFromMs = undefined;
    return startMs;
  }

  suspend(call: RealmCall): void {
    this.#suspended.set(call.message.id, call);
  }

  forget(call: RealmCall): void {
    const { id } = call.message;
    this.#suspended.delete(id);
    this.#onEnded(id);
  }

  isHeapShared({ message }: RealmCall): boolean {
    const others = this.#suspended.size - (this.#suspended.has(message.id) ? 1 : 0);
    return others > 0 && this.#slot.isHalfFull;
  }

  heapBytesAfter(cpuMs: number, isShared: boolean): number {
    return this.#slot.heapBytesAfter(cpuMs, isShared);
  }

  condemn(): void {
    this.#isCondemned = true;
  }

  discardRealm(fault: RealmFault): void {
    this.#slot.discard(fault);
  }

  giveUpRealm(fault: RealmFault): void {
    this.#slot.discard(fault);
    for (const [, call] of this.#suspended.entries()) call.interrupt(fault);
  }
}
