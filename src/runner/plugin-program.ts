// A plugin inside its runner: its compiled code, its validators, and the few isolates that stand ready for its next calls.

import type { CheckedProgram } from '../protocol/program.ts';
import { compileWhole } from './compiled-code.ts';
import { Diagnosis } from './diagnosis.ts';
import { GuestRealm, ModuleCode } from './guest-realm.ts';
import { PluginRealm } from './plugin-realm.ts';
import { ValidatorIsolate } from './validator-isolate.ts';

/** Isolates that stand ready, at most: each takes about 2.6 MB. */
const STANDING_BY = 2;

export class PluginProgram {
  readonly pluginName: string;
  readonly validators: ValidatorIsolate;
  readonly diagnosis: Diagnosis;
  readonly #code: ModuleCode;
  readonly #program: CheckedProgram;
  readonly #onCatastrophe: (message: string) => void;
  readonly #ready: (GuestRealm | Promise<GuestRealm>)[] = [];
  #isFilling = false;
  #readyMemoryMb = 0;

  constructor(program: CheckedProgram, onCatastrophe: (message: string) => void) {
    this.#program = program;
    this.pluginName = program.pluginName;
    this.#code = new ModuleCode(program.factoryCode, program.entryName);
    this.#onCatastrophe = onCatastrophe;
    this.validators = new ValidatorIsolate(program.validatorCode, onCatastrophe);
    this.diagnosis = new Diagnosis(program, onCatastrophe);
  }

  /** An isolate nothing has run in yet: one that stands ready where there is one, else a new one. Rejects where none can be made. */
  async takeIsolate(memoryMb: number): Promise<GuestRealm> {
    if (memoryMb !== this.#readyMemoryMb) this.#discardReady(memoryMb);
    return (await this.#ready.shift()) ?? this.#prepare(memoryMb);
  }

  /** Takes back an isolate that nothing has run in. */
  giveBack(isolate: GuestRealm, memoryMb: number): void {
    if (memoryMb === this.#readyMemoryMb && this.#ready.length < STANDING_BY) this.#ready.unshift(isolate);
    else isolate.dispose();
  }

  /** A frozen realm that many calls may enter. */
  makeRealm(memoryMb: number): Promise<PluginRealm> {
    return PluginRealm.prepare(this.#program, this.#code, memoryMb);
  }

  /**
   * Prepares isolates while there is time, one in a turn of the event loop, so that what arrives meanwhile need not wait for all.
   * A failure is left for the call that needs one to report.
   */
  standBy(memoryMb: number): void {
    compileWhole();
    if (memoryMb !== this.#readyMemoryMb) this.#discardReady(memoryMb);
    if (this.#isFilling) return;
    this.#isFilling = true;
    setImmediate(() => {
      this.#isFilling = false;
      if (this.#ready.length >= STANDING_BY || !this.#addReady()) return;
      if (this.#ready.length < STANDING_BY) this.standBy(this.#readyMemoryMb);
    });
  }

  /** False where none can be made now: trying again at once would only burn CPU. */
  #addReady(): boolean {
    try {
      const made = this.#prepare(this.#readyMemoryMb);
      this.#ready.push(made);
      if (made instanceof Promise) made.catch(() => this.#forget(made));
      return true;
    } catch {
      return false;
    }
  }

  /** Takes out one that came to nothing, unless a call has taken it. */
  #forget(made: Promise<GuestRealm>): void {
    const at = this.#ready.indexOf(made);
    if (at !== -1) this.#ready.splice(at, 1);
  }

  #prepare(memoryMb: number): GuestRealm | Promise<GuestRealm> {
    const options = { code: this.#code, memoryMb, onCatastrophe: this.#onCatastrophe };
    if (GuestRealm.isAtHand(this.#code)) return GuestRealm.prepareAtOnce(options);
    return GuestRealm.prepare({ ...options, isFrozen: false });
  }

  #discardReady(memoryMb: number): void {
    for (const preparing of this.#ready.splice(0))
      Promise.resolve(preparing).then(
        (isolate) => isolate.dispose(),
        () => {},
      );
    this.#readyMemoryMb = memoryMb;
  }
}
