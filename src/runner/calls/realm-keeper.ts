// The frozen realm that a plugin's calls enter: made, made ready for the next call, measured, and thrown away once nothing may enter it
// any more. Runs in a runner.

import type { GuestSend } from '../isolates/guest-realm.ts';
import type { PluginProgram } from '../isolates/plugin-program.ts';
import type { PluginRealm, RealmFault } from '../isolates/plugin-realm.ts';
import { messageOf } from './call-failures.ts';

/** The heap of a realm is looked at after a call that used so much CPU time, in milliseconds, and else so often. */
const HEAP_AFTER_CPU_MS = 0.5;
const HEAP_EVERY_MS = 10;
/** Collecting garbage takes at most so much of the time: one part of these. */
const COLLECT_PARTS = 5;

/** Told about realms. */
export interface RealmListener {
  readonly onSend: GuestSend;
  /** A realm is made; the plugin's own code has not run in it yet, and may from now on. */
  onLoaded(): void;
  /** A realm was wanted and stands ready, or, with the reason, cannot be made. */
  onMade(failed?: string): void;
}

/** Keeps at most one realm of a program. */
export class RealmKeeper {
  readonly #program: PluginProgram;
  readonly #listener: RealmListener;
  #realm: PluginRealm | undefined;
  #isMaking = false;
  #lastFault: RealmFault | undefined;
  /** Cleared if the module by itself makes a realm unfit: evaluated ahead, it would do so for every call. */
  #isPreparable = true;
  #heapBytes = 0;
  #halfBytes = Number.POSITIVE_INFINITY;
  #collectAfterMs = 0;
  #heapSeenMs = Number.NEGATIVE_INFINITY;

  constructor(program: PluginProgram, listener: RealmListener) {
    this.#program = program;
    this.#listener = listener;
  }

  /** The realm, once it stands. */
  get realm(): PluginRealm | undefined {
    return this.#realm;
  }

  /** Why the last realm was thrown away; undefined if none was. */
  get lastFault(): RealmFault | undefined {
    return this.#lastFault;
  }

  /** Makes a realm, where none is being made; `memoryMb` is its V8 heap. */
  async make(memoryMb: number): Promise<void> {
    if (this.#isMaking) return;
    this.#isMaking = true;
    this.#halfBytes = memoryMb * 2 ** 19;
    let failed: string | undefined;
    try {
      let realm = await this.#program.makeRealm(memoryMb);
      this.#listener.onLoaded();
      const fault = this.#isPreparable ? realm.prepareNext(true) : undefined;
      if (fault) {
        this.#isPreparable = false;
        realm.dispose();
        realm = await this.#program.makeRealm(memoryMb);
      }
      realm.onSend(this.#listener.onSend);
      this.#realm = realm;
    } catch (error) {
      failed = messageOf(error);
    } finally {
      this.#isMaking = false;
    }
    this.#listener.onMade(failed);
  }

  /** Evaluates the module for the next call, if this is still the realm; why it did not survive that, if it did not. */
  prepareNext(realm: PluginRealm): RealmFault | undefined {
    return this.#isPreparable && this.#realm === realm ? realm.prepareNext() : undefined;
  }

  /** Throws the realm away, if there is one. */
  discard(fault: RealmFault): void {
    if (fault === 'changedByModule' || fault === 'moduleThrew') this.#isPreparable = false;
    this.#realm?.dispose();
    this.#realm = undefined;
    this.#lastFault = fault;
  }

  /** More than half of the heap was held when it was last looked at. */
  get isHalfFull(): boolean {
    return this.#heapBytes > this.#halfBytes;
  }

  /**
   * Bytes that V8 holds for the realm. Looked at after a call that has worked, and now and then: it costs as much as a small call.
   * `isShared`: calls wait in it. Where they seem to hold half of the heap, garbage is collected first: whether more may come hangs on it.
   */
  heapBytesAfter(cpuMs: number, isShared: boolean): number {
    const nowMs = performance.now();
    if (cpuMs < HEAP_AFTER_CPU_MS && nowMs - this.#heapSeenMs < HEAP_EVERY_MS) return this.#heapBytes;
    this.#heapSeenMs = nowMs;
    this.#heapBytes = this.#realm?.heapBytes || this.#heapBytes;
    if (isShared && this.isHalfFull && nowMs >= this.#collectAfterMs) this.#collect(nowMs);
    return this.#heapBytes;
  }

  #collect(nowMs: number): void {
    this.#realm?.collectGarbage();
    this.#heapBytes = this.#realm?.heapBytes || this.#heapBytes;
    const endMs = performance.now();
    this.#collectAfterMs = endMs + (COLLECT_PARTS - 1) * (endMs - nowMs);
  }
}
