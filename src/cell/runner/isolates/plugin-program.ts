// A plugin inside its runner: its compiled code, its validators, and a few isolates prepared for its next calls.

import type { CheckedProgram } from '../../../shared/protocol/program.ts';
import { keepBlank, takeBlank } from './blank-isolate.ts';
import { compileWhole } from './compiled-code.ts';
import { CpuShares } from './cpu-shares.ts';
import { Diagnosis } from './diagnosis.ts';
import { GuestIsolate } from './guest-isolate.ts';
import { ModuleCode } from './module-code.ts';
import { SharedRealm } from './shared-realm.ts';
import { ValidatorIsolate } from './validator-isolate.ts';

/** Prepared isolates that are always kept; each takes about 2.6 MB. */
const STANDING_BY = 2;
/** Most prepared isolates, for a plugin with many calls at once. */
const MOST_STANDING_BY = 8;
/** After this long without a call, only `STANDING_BY` prepared isolates are kept. */
const REST_MS = 10_000;

/** Gives each call an isolate in which nothing has run. Its timer runs on the runner's main thread. `restMs`: see `REST_MS`. `shares`: those of the runner. */
export class PluginProgram {
  readonly pluginName: string;
  readonly digest: string;
  /** As in CheckedProgram. */
  readonly isScript: boolean;
  readonly validators: ValidatorIsolate;
  readonly diagnosis: Diagnosis;
  readonly #code: ModuleCode;
  readonly #program: CheckedProgram;
  readonly #onCatastrophe: (message: string) => void;
  readonly #ready: (GuestIsolate | Promise<GuestIsolate>)[] = [];
  readonly #restMs: number;
  #isFilling = false;
  #readyMemoryMb = 0;
  /** Number of isolates that calls have now, and the most they have had at once since the last rest. */
  #taken = 0;
  #mostTaken = 0;
  #rest: NodeJS.Timeout | undefined;

  constructor(
    program: CheckedProgram,
    onCatastrophe: (message: string) => void,
    { restMs = REST_MS, shares = new CpuShares() } = {},
  ) {
    this.#program = program;
    this.#restMs = restMs;
    this.pluginName = program.pluginName;
    this.digest = program.digest;
    this.isScript = program.isScript === true;
    this.#code = new ModuleCode(program.factoryCode, program.entryName);
    this.#onCatastrophe = onCatastrophe;
    this.validators = new ValidatorIsolate(program.validatorCode, onCatastrophe, { mayHold: true, shares });
    this.diagnosis = new Diagnosis(program, onCatastrophe, shares);
  }

  /** An isolate in which nothing has run yet: a prepared one, or else a new one. Rejects if none can be made. */
  async takeIsolate(memoryMb: number): Promise<GuestIsolate> {
    if (memoryMb !== this.#readyMemoryMb) this.#discardReady(memoryMb);
    this.#taken += 1;
    this.#mostTaken = Math.max(this.#mostTaken, this.#taken);
    try {
      return (await this.#ready.shift()) ?? (await this.#prepare(memoryMb, false));
    } catch (error) {
      this.#taken -= 1;
      throw error;
    }
  }

  /** Disposes of an isolate that a call has used. */
  takeApart(isolate: GuestIsolate): void {
    this.#taken -= 1;
    isolate.dispose();
  }

  /** Takes back an isolate in which nothing has run. */
  giveBack(isolate: GuestIsolate, memoryMb: number): void {
    this.#taken -= 1;
    if (!this.isScript && memoryMb === this.#readyMemoryMb && this.#hasRoom) this.#ready.unshift(isolate);
    else isolate.dispose();
  }

  /** Makes a frozen realm that many calls may enter. */
  makeRealm(memoryMb: number): Promise<SharedRealm> {
    return SharedRealm.prepare(this.#program, this.#code, memoryMb);
  }

  /** Prepares as many isolates as calls have had at once, over several turns, so that messages need not wait for all. A call will report a failure. */
  standBy(memoryMb: number): void {
    compileWhole();
    if (this.isScript) return void keepBlank({ memoryMb, onCatastrophe: this.#onCatastrophe });
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

  /** Never more isolates than calls have had at once, plus `STANDING_BY`: the memory of the process is planned for that. */
  get #hasRoom(): boolean {
    const ready = this.#ready.length;
    return ready < STANDING_BY || (ready < MOST_STANDING_BY && ready + this.#taken < this.#mostTaken + STANDING_BY);
  }

  /** Prepares one isolate. False if that failed: trying again at once would only waste CPU. */
  async #addReady(): Promise<boolean> {
    const making = this.#prepare(this.#readyMemoryMb, true);
    this.#ready.push(making);
    const made = await making.catch(() => undefined);
    // It is no longer in the list if a call has taken it, or if it was discarded.
    const at = this.#ready.indexOf(making);
    if (at !== -1) this.#ready.splice(at, 1, ...(made ? [made] : []));
    return made !== undefined;
  }

  /** Disposes of the isolates that were prepared for many calls at once. */
  #dismiss(): void {
    this.#mostTaken = this.#taken;
    for (const isolate of this.#ready.splice(STANDING_BY)) disposeOf(isolate);
  }

  async #prepare(memoryMb: number, isAhead: boolean): Promise<GuestIsolate> {
    const options = { code: this.#code, memoryMb, onCatastrophe: this.#onCatastrophe };
    const blank = this.isScript ? takeBlank(memoryMb, this.#code) : undefined;
    if (blank) return GuestIsolate.prepareIn(blank, this.#code);
    if (!GuestIsolate.isAtHand(this.#code)) return GuestIsolate.prepare(options, false);
    return isAhead ? GuestIsolate.prepareInTurns(options) : GuestIsolate.prepareAtOnce(options);
  }

  #discardReady(memoryMb: number): void {
    for (const isolate of this.#ready.splice(0)) disposeOf(isolate);
    this.#readyMemoryMb = memoryMb;
  }
}

/** Disposes of an isolate, or of one that is still being made as soon as it is made. */
const disposeOf = (isolate: GuestIsolate | Promise<GuestIsolate>): void => {
  Promise.resolve(isolate).then(
    (made) => made.dispose(),
    () => {},
  );
};
