// Makes the frozen realm of a plugin's calls, evaluates the module for the next call, measures the heap, and discards a realm that nothing may
// enter again. Runs in a runner.

import type { GuestPost } from '../isolates/base-isolate.ts';
import type { PluginProgram } from '../isolates/plugin-program.ts';
import type { RealmFault, SharedRealm } from '../isolates/shared-realm.ts';
import { messageOf } from './call-failures.ts';

/**
 * A realm's heap is measured after a call that used `HEAP_AFTER_CPU_MS`, and otherwise every `HEAP_EVERY_MS`, unless calls have used less than
 * `HEAP_AFTER_CPU_MS` together since then: a heap grows by work, not by time.
 */
const HEAP_AFTER_CPU_MS = 0.5;
const HEAP_EVERY_MS = 10;
/** Garbage collection takes at most 1 / `COLLECT_PARTS` of the time. */
const COLLECT_PARTS = 5;

/** Whose realm it is. */
export interface RealmUser {
  readonly program: Pick<PluginProgram, 'makeRealm'>;
  /** Takes untrusted posts from the realm. */
  readonly onPost: GuestPost;
  /** A realm is made. The plugin's own code has not run in it yet, and may from now on. */
  onLoaded(): void;
  /** The realm is ready, or cannot be made for the reason `failed`. */
  onMade(failed?: string): void;
}

/** Keeps at most one realm of a program. */
export class RealmSlot {
  readonly #plugin: RealmUser;
  #realm: SharedRealm | undefined;
  #isMaking = false;
  #lastFault: RealmFault | undefined;
  /** False if the module itself makes a realm unfit: evaluated ahead, it would do so for every call. */
  #isPreloadable = true;
  #heapBytes = 0;
  #halfBytes = Number.POSITIVE_INFINITY;
  #collectAfterMs = 0;
  #heapSeenMs = Number.NEGATIVE_INFINITY;
  /** CPU time of calls since the heap was measured. */
  #unseenCpuMs = HEAP_AFTER_CPU_MS;

  constructor(plugin: RealmUser) {
    this.#plugin = plugin;
  }

  /** The realm; undefined until it is made. */
  get realm(): SharedRealm | undefined {
    return this.#realm;
  }

  /** Why the last realm was discarded; undefined if none was. */
  get lastFault(): RealmFault | undefined {
    return this.#lastFault;
  }

  /** Makes a realm with a V8 heap of `memoryMb`, unless one is being made. Never rejects. */
  async make(memoryMb: number): Promise<void> {
    if (this.#isMaking) return;
    this.#isMaking = true;
    this.#halfBytes = memoryMb * 2 ** 19;
    let failed: string | undefined;
    try {
      let realm = await this.#plugin.program.makeRealm(memoryMb);
      this.#plugin.onLoaded();
      const fault = this.#isPreloadable ? realm.preloadNext(true) : undefined;
      if (fault) {
        this.#isPreloadable = false;
        realm.dispose();
        realm = await this.#plugin.program.makeRealm(memoryMb);
      }
      realm.onPost(this.#plugin.onPost);
      this.#realm = realm;
    } catch (error) {
      failed = messageOf(error);
    } finally {
      this.#isMaking = false;
    }
    this.#plugin.onMade(failed);
  }

  /** True if {@link preloadNext} has something to do. */
  get hasPreload(): boolean {
    return this.#isPreloadable && this.#realm?.isWorthPreloading === true;
  }

  /** Evaluates the module for the next call, if `realm` is still in use. Returns why the realm is unfit afterwards, if it is. */
  preloadNext(realm: SharedRealm): RealmFault | undefined {
    return this.#isPreloadable && this.#realm === realm ? realm.preloadNext() : undefined;
  }

  /** Disposes of the realm, if there is one. */
  discard(fault: RealmFault): void {
    if (fault === 'moduleThrew') this.#isPreloadable = false;
    this.#realm?.dispose();
    this.#realm = undefined;
    this.#lastFault = fault;
  }

  /** True if more than half of the heap was in use when it was last measured. */
  get isHalfFull(): boolean {
    return this.#heapBytes > this.#halfBytes;
  }

  /**
   * Bytes that V8 holds for the realm. Measured only after calls that used CPU time, and now and then: measuring costs as much as a small call.
   * `isShared`: calls are suspended in it. If they seem to hold half of the heap, garbage is collected first, because this decides whether more
   * calls are let in.
   */
  heapBytesAfter(cpuMs: number, isShared: boolean): number {
    const nowMs = performance.now();
    this.#unseenCpuMs += cpuMs;
    const isDue = nowMs - this.#heapSeenMs >= HEAP_EVERY_MS && (isShared || this.#unseenCpuMs >= HEAP_AFTER_CPU_MS);
    if (cpuMs < HEAP_AFTER_CPU_MS && !isDue) return this.#heapBytes;
    this.#heapSeenMs = nowMs;
    this.#unseenCpuMs = 0;
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
