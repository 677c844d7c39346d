// A frozen realm that many calls of a plugin enter one after the other (`freshState: "realm"`): the realm cannot be changed,
// and the module is run again for every call. Entered synchronously: nothing else happens in this process meanwhile, so
// CPU time is watched by the broker.

import type { CallMessage } from '../../protocol/messages.ts';
import type { CheckedProgram } from '../../protocol/program.ts';
import { type GuestAnswer, readAnswer } from '../guest-wire/answer.ts';
import type { AskReply } from '../guest-wire/asks.ts';
import { GuestRealm, type GuestSend, type ModuleCode, toolInputOf } from './guest-realm.ts';
import { freshSeeds } from './seeds.ts';
import { loadCheck } from './validator-isolate.ts';
import { usesRegExp } from './validator-library.ts';

/** A module that takes longer to evaluate is evaluated ahead, while there is time. */
const WORTH_PREPARING_MS = 0.1;
const PREPARE_TIMEOUT_MS = 1_000;

const COPY = { copy: true } as const;
const UNTIMED = { result: COPY } as const;

/** A timeout wakes a thread for every entry, which costs more than a small call: while the broker watches, there is none. */
const entryOptions = (timeoutMs: number | undefined) =>
  timeoutMs === undefined ? UNTIMED : { timeout: timeoutMs, result: COPY };

/**
 * Why nothing may enter a realm again: a call or the module has changed what calls share, or an entry threw, and what it left behind would
 * run in the next one. `moduleThrew`: while the module was evaluated ahead of a call.
 */
export type RealmFault = 'changed' | 'changedByModule' | 'threw' | 'moduleThrew';

export class PluginRealm {
  readonly #realm: GuestRealm;
  readonly #pluginName: string;
  /** Tool, with everything that was registered for it → its number in the realm. */
  readonly #tools = new Map<string, number>();
  #lastCpuMs = 0;
  #isWorthPreparing = false;
  #hasServed = false;

  private constructor(realm: GuestRealm, pluginName: string) {
    this.#realm = realm;
    this.#pluginName = pluginName;
  }

  static async prepare(program: CheckedProgram, code: ModuleCode, memoryMb: number): Promise<PluginRealm> {
    const realm = await GuestRealm.prepare({ code, memoryMb, isFrozen: true });
    const violationsOf = await loadCheck(realm.isolate, realm.context, program.validatorCode);
    await realm.enter.apply(undefined, ['check', violationsOf.derefInto(), usesRegExp(program.validatorCode)]);
    return new PluginRealm(realm, program.pluginName);
  }

  onSend(send: GuestSend): void {
    this.#realm.onSend(send);
  }

  /** A call has entered it. */
  get hasServed(): boolean {
    return this.#hasServed;
  }

  get isDisposed(): boolean {
    return this.#realm.isDisposed;
  }

  dispose(): void {
    this.#realm.dispose();
  }

  /** Bytes that V8 holds for the realm's heap, garbage included. Not while code runs in it. */
  get heapBytes(): number {
    return this.#realm.heapBytes;
  }

  /** Collects all garbage, on no call's time. An entry like any other: only after one that did not throw. */
  collectGarbage(): void {
    const beforeMs = this.#realm.cpuMs;
    this.#realm.collectGarbage();
    this.#lastCpuMs += this.#realm.cpuMs - beforeMs;
  }

  /** CPU milliseconds spent since this was last asked. */
  takeCpuMs(): number {
    const nowMs = this.#realm.cpuMs;
    const spentMs = nowMs - this.#lastCpuMs;
    this.#lastCpuMs = nowMs;
    return Math.max(0, spentMs);
  }

  /** Runs a call's synchronous part and its microtasks. Throws where isolated-vm stops it. */
  invoke(message: CallMessage, argumentsText: string, timeoutMs?: number): GuestAnswer {
    const seeds = freshSeeds();
    const entry = [
      'invoke',
      message.id,
      this.#toolOf(message),
      argumentsText,
      message.callId,
      message.caller,
      seeds[0],
      seeds[1],
      seeds[2],
      seeds[3],
      this.#realm.cryptoSeed,
    ];
    const answer = this.#enter(entry, timeoutMs);
    this.#hasServed ||= answer.kind !== 'x';
    return answer.kind === 'p' ? this.#enter(['collect', message.id], timeoutMs) : answer;
  }

  /** Runs the task of a timer and its microtasks; the answer is `p` while the call goes on. */
  deliver(call: number, timerId: number, timeoutMs?: number): GuestAnswer {
    return this.#goOn(['deliver', call, timerId, undefined, undefined, undefined], timeoutMs);
  }

  /** Hands over what a question of the call came to, and runs what follows from it. */
  answer(call: number, { ask, ok, text }: AskReply, timeoutMs?: number): GuestAnswer {
    return this.#goOn(['answer', call, ask, ok, text, undefined], timeoutMs);
  }

  /** An entry that a call waited for, its microtasks, and what became of the call. */
  #goOn(entry: readonly unknown[], timeoutMs: number | undefined): GuestAnswer {
    const seeded = [...entry, ...freshSeeds(), this.#realm.cryptoSeed];
    const returned = this.#realm.enter.applySync(undefined, seeded, entryOptions(timeoutMs));
    if (returned !== undefined) return readAnswer(returned);
    return this.#enter(['collect', entry[1]], timeoutMs);
  }

  /** Forgets a call that was given up. False if the realm did not survive that. */
  drop(call: number): boolean {
    try {
      if (!this.#realm.isDisposed) this.#realm.enter.applySync(undefined, ['drop', call]);
      return true;
    } catch {
      return false;
    }
  }

  /** Evaluates the module for the next call, if that is worth it. Why the realm did not survive it, if it did not. */
  prepareNext(isFirst = false): RealmFault | undefined {
    if (!isFirst && !this.#isWorthPreparing) return undefined;
    const entry = ['prepare', undefined, undefined, undefined, undefined, undefined];
    const startMs = performance.now();
    try {
      const returned = this.#realm.enter.applySync(undefined, [...entry, ...freshSeeds()], {
        timeout: PREPARE_TIMEOUT_MS,
        result: COPY,
      });
      this.#isWorthPreparing = performance.now() - startMs > WORTH_PREPARING_MS;
      return returned === undefined ? undefined : 'changed';
    } catch {
      // It took too long, or left an error that nobody handled: evaluated in the call that it is charged to, it will tell again.
      return 'moduleThrew';
    }
  }

  #enter(entry: readonly unknown[], timeoutMs: number | undefined): GuestAnswer {
    return readAnswer(this.#realm.enter.applySync(undefined, entry as string[], entryOptions(timeoutMs)));
  }

  /** A tool is registered with the limits it is called under; an operator's change of them comes with a new runner. */
  #toolOf(message: CallMessage): number {
    const known = this.#tools.get(message.toolName);
    if (known !== undefined) return known;
    const tool = JSON.stringify(toolInputOf(this.#pluginName, message));
    const number = this.#realm.enter.applySync(undefined, ['tool', tool], { result: { copy: true } }) as number;
    this.#tools.set(message.toolName, number);
    return number;
  }
}
