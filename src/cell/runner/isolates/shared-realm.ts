// A frozen realm that many calls of a plugin enter one after the other (`freshState: "realm"`): the realm cannot be changed,
// and the module is evaluated again for every call. Runs on a runner's main thread. Entries are synchronous: nothing else happens on this thread
// meanwhile, so the control thread watches the CPU time. Decision 0018.

import {
  CHECK,
  COLLECT,
  DROP,
  FIRE_TIMER,
  type GuestEntry,
  INVOKE,
  PRELOAD,
  REPLY,
  SUSPENDED,
  TOOL,
} from '../../../shared/protocol/guest-wire.ts';
import type { CallMessage, ToolMessage } from '../../../shared/protocol/messages.ts';
import type { CheckedProgram } from '../../../shared/protocol/program.ts';
import type { RequestReply } from '../guest-wire/host-requests.ts';
import { type GuestOutcome, readOutcome } from '../guest-wire/outcome.ts';
import type { GuestPost } from './base-isolate.ts';
import { GuestIsolate, toolInputOf } from './guest-isolate.ts';
import type { ModuleCode } from './module-code.ts';
import { freshSeeds } from './seeds.ts';
import { loadCheck } from './validator-isolate.ts';

/** A module that takes longer than this to evaluate is evaluated ahead of calls. */
const WORTH_PRELOADING_MS = 0.1;
const PRELOAD_TIMEOUT_MS = 1_000;

const COPY = { copy: true } as const;
const UNTIMED = { result: COPY } as const;

/** Options of an entry. A timeout wakes a thread for every entry, which costs more than a small call, so there is none if a control thread watches. */
const entryOptions = (timeoutMs: number | undefined) =>
  timeoutMs === undefined ? UNTIMED : { timeout: timeoutMs, result: COPY };

/**
 * Why nothing may enter a realm again: an entry threw, and microtasks that it left would run in the next entry. `moduleThrew`: while the module
 * was evaluated ahead of a call.
 */
export type RealmFault = 'threw' | 'moduleThrew';

/** Enters one frozen realm for one call at a time. After an entry has thrown, nothing may enter it again. */
export class SharedRealm {
  readonly #isolate: GuestIsolate;
  readonly #pluginName: string;
  readonly #tools = new Map<string, number>();
  #lastCpuMs = 0;
  #isWorthPreloading = false;

  private constructor(isolate: GuestIsolate, pluginName: string) {
    this.#isolate = isolate;
    this.#pluginName = pluginName;
  }

  static async prepare(program: CheckedProgram, code: ModuleCode, memoryMb: number): Promise<SharedRealm> {
    const guest = await GuestIsolate.prepare({ code, memoryMb }, true);
    const violationsOf = await loadCheck(guest.isolate, guest.context, program.validatorCode);
    const entry: GuestEntry = [CHECK, violationsOf.derefInto()];
    await guest.enter.apply(undefined, entry);
    return new SharedRealm(guest, program.pluginName);
  }

  onPost(post: GuestPost): void {
    this.#isolate.onPost(post);
  }

  get isDisposed(): boolean {
    return this.#isolate.isDisposed;
  }

  dispose(): void {
    this.#isolate.dispose();
  }

  /** Bytes that V8 holds for the realm's heap, garbage included. Do not read while code runs in it. */
  get heapBytes(): number {
    return this.#isolate.heapBytes;
  }

  /** Collects all garbage, without charging a call for it. This enters the isolate: only after an entry that did not throw. */
  collectGarbage(how?: Parameters<GuestIsolate['collectGarbage']>[0]): void {
    const beforeMs = this.#isolate.cpuMs;
    this.#isolate.collectGarbage(how);
    this.#lastCpuMs += this.#isolate.cpuMs - beforeMs;
  }

  /** CPU milliseconds used since this method was last called. */
  takeCpuMs(): number {
    const nowMs = this.#isolate.cpuMs;
    const spentMs = nowMs - this.#lastCpuMs;
    this.#lastCpuMs = nowMs;
    return Math.max(0, spentMs);
  }

  /** Runs a call's synchronous part and its microtasks. Throws if isolated-vm stops it, or if the guest left an error unhandled. */
  invoke(message: CallMessage, argumentsText: string, timeoutMs?: number): GuestOutcome {
    const seeds = freshSeeds();
    const entry: GuestEntry = [
      INVOKE,
      message.id,
      this.#toolOf(message.tool),
      argumentsText,
      message.callId,
      message.caller,
      seeds[0],
      seeds[1],
      seeds[2],
      seeds[3],
      this.#isolate.cryptoSeed,
    ];
    const outcome = this.#enter(entry, timeoutMs);
    return outcome.letter === SUSPENDED ? this.#enter([COLLECT, message.id], timeoutMs) : outcome;
  }

  /** Runs the task of a timer and its microtasks; the outcome is {@link SUSPENDED} while the call goes on. */
  fireTimer(call: number, timer: number, timeoutMs?: number): GuestOutcome {
    return this.#goOn(call, [FIRE_TIMER, call, timer, ...freshSeeds(), this.#isolate.cryptoSeed], timeoutMs);
  }

  /** Hands over the reply to a host request of the call, and runs the code that waited for it. */
  reply(call: number, { request, ok, text }: RequestReply, timeoutMs?: number): GuestOutcome {
    return this.#goOn(call, [REPLY, call, request, ok, text, ...freshSeeds(), this.#isolate.cryptoSeed], timeoutMs);
  }

  /** Enters the realm for a suspended call, and collects the call's outcome after the microtasks. */
  #goOn(call: number, entry: GuestEntry, timeoutMs: number | undefined): GuestOutcome {
    const returned = this.#isolate.enter.applySync(undefined, entry, entryOptions(timeoutMs));
    if (returned !== undefined) return readOutcome(returned);
    return this.#enter([COLLECT, call], timeoutMs);
  }

  /** True if the module takes so long that it is evaluated ahead of calls. */
  get isWorthPreloading(): boolean {
    return this.#isWorthPreloading;
  }

  /** Forgets a suspended call that has ended. False if this made the realm unfit. */
  drop(call: number): boolean {
    try {
      if (!this.#isolate.isDisposed) this.#isolate.enter.applySync(undefined, [DROP, call] satisfies GuestEntry);
      return true;
    } catch {
      return false;
    }
  }

  /** Evaluates the module for the next call, if that is worth it. Returns why the realm is unfit afterwards, if it is. */
  preloadNext(isFirst = false): RealmFault | undefined {
    if (!isFirst && !this.#isWorthPreloading) return undefined;
    const entry: GuestEntry = [PRELOAD, ...freshSeeds()];
    const startMs = performance.now();
    try {
      this.#isolate.enter.applySync(undefined, entry, { timeout: PRELOAD_TIMEOUT_MS, result: COPY });
      this.#isWorthPreloading = performance.now() - startMs > WORTH_PRELOADING_MS;
      return undefined;
    } catch {
      // It took too long, or left an error unhandled. The next call will evaluate it again and report the error.
      return 'moduleThrew';
    }
  }

  #enter(entry: GuestEntry, timeoutMs: number | undefined): GuestOutcome {
    return readOutcome(this.#isolate.enter.applySync(undefined, entry, entryOptions(timeoutMs)));
  }

  /** The tool's number in the realm. A tool is registered once, with its limits: if the operator changes these, the plugin gets a new runner. */
  #toolOf(tool: ToolMessage): number {
    const known = this.#tools.get(tool.toolName);
    if (known !== undefined) return known;
    const entry: GuestEntry = [TOOL, JSON.stringify(toolInputOf(this.#pluginName, tool))];
    const number = this.#isolate.enter.applySync(undefined, entry, UNTIMED) as number;
    this.#tools.set(tool.toolName, number);
    return number;
  }
}
