// Makes isolates with a plugin's module in them, for both modes. The isolate is a limit; the process is the boundary. Runs in a runner.

import type ivm from 'isolated-vm';
import { type GuestEntry, MODULE, type ToolInput } from '../../../shared/protocol/guest-wire.ts';
import { recordBytes } from '../../../shared/protocol/log-cost.ts';
import type { ToolMessage } from '../../../shared/protocol/messages.ts';
import {
  type BaseIsolate,
  type GuestPost,
  type IsolateOptions,
  isBaseAtHand,
  makeBaseAtOnce,
  makeBaseInTurns,
  makeBaseIsolate,
  type Outlet,
  openIsolate,
} from './base-isolate.ts';
import { collectorOf, THOROUGH } from './collector.ts';
import type { ModuleCode } from './module-code.ts';
import { fillRandomly } from './random.ts';
import { takeStanding } from './standing-isolate.ts';

/** Releases the runner's reference, so that only the isolate keeps the value. */
const RELEASED = { release: true } as const;
/** Length of the key from which a plugin's random bytes are made. */
const KEY_BYTES = 32;

/** Longest module that the main thread compiles, in characters. V8 compiles only its outermost function at first, which is quick. */
const MOST_AT_ONCE = 2 ** 18;

export interface GuestIsolateOptions extends IsolateOptions {
  readonly code: ModuleCode;
}

/** A prepared isolate: the bootstrap has run and holds the plugin's module as a factory, and no plugin code has run yet. */
export class GuestIsolate {
  readonly isolate: ivm.Isolate;
  readonly context: ivm.Context;
  /** The guest's one way in; takes a GuestEntry, see src/shared/protocol/guest-wire.ts. */
  readonly enter: ivm.Reference<unknown>;
  readonly #cpuAtStartMs: number;
  readonly #outlet: Outlet;
  readonly #needsSeed: boolean;
  #collector: ivm.Reference<unknown> | undefined;

  private constructor(base: BaseIsolate, { needsCryptoSeed }: ModuleCode) {
    this.isolate = base.isolate;
    this.context = base.context;
    this.enter = base.enter;
    this.#outlet = base.outlet;
    this.#needsSeed = needsCryptoSeed;
    this.#cpuAtStartMs = Number(base.isolate.cpuTime) / 1e6;
  }

  /** The frozen realm that stands by, if it fits; else a new isolate. `isFrozen`: many calls can use it one after the other. */
  static async prepare(options: GuestIsolateOptions, isFrozen: boolean): Promise<GuestIsolate> {
    const { code } = options;
    const { mayNameTemporal, web } = code;
    const parts = { isFrozen, mayNameTemporal, web };
    const standing = takeStanding(options, parts);
    const base = await (standing ?? makeBaseIsolate(options, parts));
    const isQuick = standing !== undefined && code.text.length <= MOST_AT_ONCE;
    const factory = isQuick
      ? code.valueAtOnce(base.isolate, base.context)
      : await code.valueIn(base.isolate, base.context);
    return GuestIsolate.#of(base, code, factory);
  }

  /** A new key for the random bytes of an entry, 32 bytes in hexadecimal digits; undefined if the plugin cannot ask for random bytes. */
  get cryptoSeed(): string | undefined {
    if (!this.#needsSeed) return undefined;
    const key = Buffer.alloc(KEY_BYTES);
    fillRandomly(key);
    return key.toString('hex');
  }

  /** True if {@link prepareAtOnce} has nothing to compile. */
  static isAtHand(code: ModuleCode): boolean {
    return code.isAtHand && isBaseAtHand(code);
  }

  /** Makes an isolate that is not frozen on this thread: each step without another thread saves two wake-ups. */
  static prepareAtOnce(options: GuestIsolateOptions): GuestIsolate {
    const opened = openIsolate(options);
    return GuestIsolate.prepareIn(
      makeBaseAtOnce(opened, opened.isolate.createContextSync(), options.code),
      options.code,
    );
  }

  /** The same ahead of a call, in turns. */
  static async prepareInTurns(options: GuestIsolateOptions): Promise<GuestIsolate> {
    return GuestIsolate.prepareIn(await makeBaseInTurns(options, options.code), options.code);
  }

  /** Puts a program into an isolate that has the bootstrap and nothing else, on this thread. */
  static prepareIn(base: BaseIsolate, code: ModuleCode): GuestIsolate {
    try {
      return GuestIsolate.#of(base, code, code.valueAtOnce(base.isolate, base.context));
    } catch (error) {
      if (!base.isolate.isDisposed) base.isolate.dispose();
      throw error;
    }
  }

  static #of(base: BaseIsolate, code: ModuleCode, factory: ivm.Reference<unknown>): GuestIsolate {
    base.enter.applySync(undefined, [MODULE, factory.derefInto(RELEASED)] satisfies GuestEntry);
    return new GuestIsolate(base, code);
  }

  /** Sends the guest's posts to `post` from now on. */
  onPost(post: GuestPost): void {
    this.#outlet.post = post;
  }

  /** CPU milliseconds used since the isolate was prepared; 0 after it was disposed of. While an entry runs, its wall time counts: see {@link CpuShares}. */
  get cpuMs(): number {
    return this.isolate.isDisposed ? 0 : Number(this.isolate.cpuTime) / 1e6 - this.#cpuAtStartMs;
  }

  get isDisposed(): boolean {
    return this.isolate.isDisposed;
  }

  /** Bytes that V8 holds for the heap, garbage included; 0 after it was disposed of. This enters the isolate: only after an entry that did not throw. */
  get heapBytes(): number {
    if (this.isolate.isDisposed) return 0;
    try {
      const { total_heap_size: heap, externally_allocated_size: outside } = this.isolate.getHeapStatisticsSync();
      return heap + outside;
    } catch {
      // isolated-vm throws if the memory limit disposes of it meanwhile.
      return 0;
    }
  }

  /**
   * Collects all garbage of the heap. This enters the isolate: only after an entry that did not throw. `isThorough`: and gives back the memory that V8
   * keeps for new objects, which takes twice as long.
   */
  collectGarbage({ isThorough = false } = {}): void {
    if (this.isolate.isDisposed) return;
    try {
      this.#collector ??= collectorOf(this.isolate);
      this.#collector.applySync(undefined, isThorough ? [THOROUGH] : [], { arguments: { copy: true } });
      if (isThorough) this.#releaseCollector();
    } catch {
      // isolated-vm throws if the memory limit disposes of it meanwhile.
    }
  }

  /** Its context takes memory, and is rarely needed. */
  #releaseCollector(): void {
    this.#collector?.release();
    this.#collector = undefined;
  }

  /** Ends the isolate and all that runs in it, except for a builtin that cannot be interrupted. */
  dispose(): void {
    try {
      if (!this.isolate.isDisposed) this.isolate.dispose();
    } catch {
      // isolated-vm throws if the memory limit has disposed of it meanwhile.
    }
  }
}

/** The tool of a call as its realm takes it. */
export const toolInputOf = (pluginName: string, { toolName, exportName, limits }: ToolMessage): ToolInput => {
  const { wallMs, resultBytes, logBytes, logLines, hostCalls } = limits;
  const log = { logBytes, logLines, recordBytes: recordBytes({ pluginName, toolName }) };
  return { toolName, pluginName, exportName, wallMs, resultBytes, hostCalls, ...log };
};
