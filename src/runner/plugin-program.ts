// A plugin inside its runner: its compiled code, its validators, and the few isolates that stand ready for its next calls.

import type { CheckedProgram } from '../protocol/program.ts';
import { CompiledCode, GuestRealm } from './guest-realm.ts';
import { PluginRealm } from './plugin-realm.ts';
import { ValidatorIsolate } from './validator-isolate.ts';

/** Isolates that stand ready, at most: each takes about 2.6 MB. */
const STANDING_BY = 2;

export class PluginProgram {
  readonly pluginName: string;
  readonly validators: ValidatorIsolate;
  readonly #code: CompiledCode;
  readonly #program: CheckedProgram;
  readonly #onCatastrophe: (message: string) => void;
  readonly #ready: Promise<GuestRealm>[] = [];
  #readyMemoryMb = 0;

  constructor(program: CheckedProgram, onCatastrophe: (message: string) => void) {
    this.#program = program;
    this.pluginName = program.pluginName;
    this.#code = new CompiledCode(program.factoryCode, program.entryName);
    this.#onCatastrophe = onCatastrophe;
    this.validators = new ValidatorIsolate(program.validatorCode, onCatastrophe);
  }

  /** An isolate nothing has run in yet: one that stands ready where there is one, else a new one. Rejects where none can be made. */
  async takeIsolate(memoryMb: number): Promise<GuestRealm> {
    if (memoryMb !== this.#readyMemoryMb) this.#discardReady(memoryMb);
    return (await this.#ready.shift()) ?? this.#prepare(memoryMb);
  }

  /** A frozen realm that many calls may enter. */
  makeRealm(memoryMb: number): Promise<PluginRealm> {
    return PluginRealm.prepare(this.#program, this.#code, memoryMb);
  }

  /** Prepares isolates while there is time. A failure is left for the call that needs one to report. */
  standBy(memoryMb: number): void {
    if (memoryMb !== this.#readyMemoryMb) this.#discardReady(memoryMb);
    while (this.#ready.length < STANDING_BY) {
      const preparing = this.#prepare(memoryMb);
      preparing.catch(() => this.#ready.splice(this.#ready.indexOf(preparing), 1));
      this.#ready.push(preparing);
    }
  }

  #prepare(memoryMb: number): Promise<GuestRealm> {
    return GuestRealm.prepare({ code: this.#code, memoryMb, isFrozen: false, onCatastrophe: this.#onCatastrophe });
  }

  #discardReady(memoryMb: number): void {
    for (const preparing of this.#ready.splice(0))
      preparing.then(
        (isolate) => isolate.dispose(),
        () => {},
      );
    this.#readyMemoryMb = memoryMb;
  }
}
