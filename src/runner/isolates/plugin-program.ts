// A plugin inside its runner: its compiled code, its validators, and the few isolates that stand ready for its next calls.

import type { CheckedProgram } from '../../protocol/program.ts';
import { compileWhole } from './compiled-code.ts';
import { Diagnosis } from './diagnosis.ts';
import { GuestRealm, ModuleCode } from './guest-realm.ts';
import { PluginRealm } from './plugin-realm.ts';
import { ValidatorIsolate } from './validator-isolate.ts';

/** Isolates that stand ready at any time: each takes about 2.6 MB. */
const STANDING_BY = 2;
/** And for a plugin whose calls come many at once. */
const MOST_STANDING_BY = 8;
/** So long without a call, and no more than the first stand ready. */
const REST_MS = 10_000;

export class PluginProgram {
  readonly pluginName: string;
  readonly validators: ValidatorIsolate;
  readonly diagnosis: Diagnosis;
  readonly #code: ModuleCode;
  readonly #program: CheckedProgram;
  readonly #onCatastrophe: (message: string) => void;
  readonly #ready: (GuestRealm | Promise<GuestRealm>)[] = [];
  readonly #restMs: number;
  #isFilling = false;
  #readyMemoryMb = 0;
  /** Isolates that calls have now, and the most that they have had. */
  #taken = 0;
  #mostTaken = 0;
  #rest: NodeJS.Timeout | undefined;

  constructor(program: CheckedProgram, onCatastrophe: (message: string) => void, { restMs = REST_MS } = {}) {
    this.#program = program;
    this.#restMs = restMs;
    this.pluginName = program.pluginName;
    this.#code = new ModuleCode(program.factoryCode, program.entryName);
    this.#onCatastrophe = onCatastrophe;
    this.validators = new ValidatorIsolate(program.validatorCode, onCatastrophe, { mayHold: true });
    this.diagnosis = new Diagnosis(program, onCatastrophe);
  }

  /** An isolate nothing has run in yet: one that stands ready where there is one, else a new one. Rejects where none can be made. */
  async takeIsolate(memoryMb: number): Promise<GuestRealm> {
    if (memoryMb !== this.#readyMemoryMb) this.#discardReady(memoryMb);
    this.#taken += 1;
    this.#mostTaken = Math.max(this.#mostTaken, this.#taken);
    try {
      return (await this.#ready.shift()) ?? (await this.#prepareNow(memoryMb));
    } catch (error) {
      this.#taken -= 1;
      throw error;
    }
  }

  /** Takes an isolate apart that a call has had. */
  takeApart(isolate: GuestRealm): void {
    this.#taken -= 1;
    isolate.dispose();
  }

  /** Takes back an isolate that nothing has run in. */
  giveBack(isolate: GuestRealm, memoryMb: number): void {
    this.#taken -= 1;
    if (memoryMb === this.#readyMemoryMb && this.#hasRoom) this.#ready.unshift(isolate);
    else isolate.dispose();
  }

  /** A frozen realm that many calls may enter. */
  makeRealm(memoryMb: number): Promise<PluginRealm> {
    return PluginRealm.prepare(this.#program, this.#code, memoryMb);
  }

  /**
   * Prepares isolates while there is time, in turns of the event loop, so that what arrives meanwhile need not wait for all: as many as
   * calls have had at once. A failure is left for the call that needs one to report.
   */
  standBy(memoryMb: number): void {
    compileWhole();
    if (memoryMb !== this.#readyMemoryMb) this.#discardReady(memoryMb);
    this.#rest ??= setTimeout(() => this.#dismiss(), this.#restMs).unref();
    this.#rest.refresh();
    if (this.#isFilling) return;
    this.#isFilling = true;
    setImmediate(() => void this.#fill());
  }

  async #fill(): Promise<void> {
    while (this.#hasRoom && (await this.#addReady()));
    this.#isFilling = false;
  }

  /** Never more at once than calls have had, and the two beside them: what the process may hold is reckoned so. */
  get #hasRoom(): boolean {
    const ready = this.#ready.length;
    return ready < STANDING_BY || (ready < MOST_STANDING_BY && ready + this.#taken < this.#mostTaken + STANDING_BY);
  }

  /** False where none can be made now: trying again at once would only burn CPU. */
  async #addReady(): Promise<boolean> {
    const making = this.#prepareAhead(this.#readyMemoryMb);
    this.#ready.push(making);
    const made = await making.catch(() => undefined);
    // Unless a call has taken it, or it is not wanted any more.
    const at = this.#ready.indexOf(making);
    if (at !== -1) this.#ready.splice(at, 1, ...(made ? [made] : []));
    return made !== undefined;
  }

  /** Lets go of what stood ready for many calls at once. */
  #dismiss(): void {
    this.#mostTaken = this.#taken;
    for (const isolate of this.#ready.splice(STANDING_BY)) disposeOf(isolate);
  }

  async #prepareNow(memoryMb: number): Promise<GuestRealm> {
    const options = this.#optionsOf(memoryMb);
    if (GuestRealm.isAtHand(this.#code)) return GuestRealm.prepareAtOnce(options);
    return GuestRealm.prepare({ ...options, isFrozen: false });
  }

  async #prepareAhead(memoryMb: number): Promise<GuestRealm> {
    const options = this.#optionsOf(memoryMb);
    if (GuestRealm.isAtHand(this.#code)) return GuestRealm.prepareInTurns(options);
    return GuestRealm.prepare({ ...options, isFrozen: false });
  }

  #optionsOf(memoryMb: number) {
    return { code: this.#code, memoryMb, onCatastrophe: this.#onCatastrophe };
  }

  #discardReady(memoryMb: number): void {
    for (const isolate of this.#ready.splice(0)) disposeOf(isolate);
    this.#readyMemoryMb = memoryMb;
  }
}

/** One that is still being made is disposed of once it is. */
const disposeOf = (isolate: GuestRealm | Promise<GuestRealm>): void => {
  Promise.resolve(isolate).then(
    (made) => made.dispose(),
    () => {},
  );
};
