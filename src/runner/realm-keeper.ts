// The frozen realm that a plugin's calls enter: made, made ready for the next call, measured, and thrown away once a call has
// changed it. Runs in a runner.

import { messageOf } from './call-failures.ts';
import type { GuestSend } from './guest-realm.ts';
import type { PluginProgram } from './plugin-program.ts';
import type { PluginRealm } from './plugin-realm.ts';

/** The heap of a realm is looked at after a call that used so much CPU time, in milliseconds, and else so often. */
const HEAP_AFTER_CPU_MS = 0.5;
const HEAP_EVERY_MS = 10;

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
  #hasChanged = false;
  /** Cleared where the module itself bends what calls share: evaluated ahead, it would spoil the realm for every call. */
  #isPreparable = true;
  #heapBytes = 0;
  #heapSeenMs = Number.NEGATIVE_INFINITY;

  constructor(program: PluginProgram, listener: RealmListener) {
    this.#program = program;
    this.#listener = listener;
  }

  /** The realm, once it stands. */
  get realm(): PluginRealm | undefined {
    return this.#realm;
  }

  /** A call has changed a realm, which was thrown away. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** Makes a realm, where none is being made; `memoryMb` is its V8 heap. */
  async make(memoryMb: number): Promise<void> {
    if (this.#isMaking) return;
    this.#isMaking = true;
    let failed: string | undefined;
    try {
      let realm = await this.#program.makeRealm(memoryMb);
      this.#listener.onLoaded();
      if (this.#isPreparable && !realm.prepareNext(true)) {
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

  /** Evaluates the module for the next call, where this is still the realm; false where it did not survive that. */
  prepareNext(realm: PluginRealm): boolean {
    return !this.#isPreparable || this.#realm !== realm || realm.prepareNext();
  }

  /** Throws a realm away that was changed. `byModule`: by the module itself, evaluated ahead. */
  discard(byModule = false): void {
    if (byModule) this.#isPreparable = false;
    this.#realm?.dispose();
    this.#realm = undefined;
    this.#hasChanged = true;
  }

  /** Bytes that V8 holds for the realm. Looked at after a call that has worked, and now and then: it costs as much as a small call. */
  heapBytesAfter(cpuMs: number): number {
    const nowMs = performance.now();
    if (cpuMs < HEAP_AFTER_CPU_MS && nowMs - this.#heapSeenMs < HEAP_EVERY_MS) return this.#heapBytes;
    this.#heapSeenMs = nowMs;
    this.#heapBytes = this.#realm?.heapBytes || this.#heapBytes;
    return this.#heapBytes;
  }
}
