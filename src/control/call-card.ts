// The state of the calls of one runner process, in memory that two threads share. The main thread writes it as calls begin and end; the control
// thread reads it every few milliseconds and enforces the limits. No message is sent for a call. Decision 0039.
//
// Every number is written and read by an atomic operation, in the order of the code. A slot has a version that is odd while the slot is being
// written. A reader that sees an odd version, or sees it change, skips the slot until its next look. So no reader combines one call's id with
// another call's clock. What it reads may be out of date; process-control.ts explains how blame is confirmed.

import { machineMs } from '../shared/protocol/machine-clock.ts';

/** A `queued` call may be given to another runner; one that has begun may not, and never becomes `queued` again. */
export type CallProgress = 'queued' | 'running' | 'suspended';

/** A call whose time is limited now. Milliseconds; `sinceMs` by {@link machineMs}. */
export interface CardCall {
  readonly id: number;
  /** `queued` while its runner prepares it. */
  readonly state: CallProgress;
  /** When it began, or since when it is prepared. */
  readonly sinceMs: number;
  readonly wallMs: number;
  readonly killGraceMs: number;
  readonly cpuMs: number;
}

/** Numbers of the process as a whole. */
export interface CardHead {
  readonly callsInFlight: number;
  /** Grows with each answer, and starts again at 0 after 2^31. */
  readonly callsServed: number;
  /** Calls run one after the other on the first thread. */
  readonly isSerial: boolean;
  /** Lowest cap on resident memory of the calls in flight, in MB; 0 for none. */
  readonly runnerRssMb: number;
  /** Lowest cap of all calls that it was ever given, in MB; 0 for none. */
  readonly lowestRssMb: number;
  /** Cap during an inspection, in MB; 0 for none. */
  readonly inspectionRssMb: number;
}

const HEAD: readonly (keyof CardHead)[] = [
  'callsInFlight',
  'callsServed',
  'isSerial',
  'runnerRssMb',
  'lowestRssMb',
  'inspectionRssMb',
];
/** Written by the reader: resident memory in KB, and how much of it is the process's own. */
const RSS_KB = HEAD.length;
const OWN_KB = RSS_KB + 1;
const SLOTS_FROM = 8;

const VERSION = 0;
const ID = 1;
const STATE = 2;
const SINCE = 3;
const WALL = 4;
const GRACE = 5;
const CPU = 6;
const SLOT_LENGTH = 7;
/** Stands for a call in a slot that has none. */
const FREE = -1;

/** A state's index is its number on the card; 0 is a slot without a call. */
const STATES: readonly (CallProgress | undefined)[] = [undefined, 'queued', 'running', 'suspended'];

/** The shared memory of a card for `slots` calls. */
const cardMemory = (slots: number): SharedArrayBuffer =>
  new SharedArrayBuffer((SLOTS_FROM + slots * SLOT_LENGTH) * Int32Array.BYTES_PER_ELEMENT);

/** The writer's side, for one thread. */
export class CallCard {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;
  /** For each slot the id of its call. */
  readonly #ids: number[];

  /** `slots`: calls whose time is limited at the same time. */
  constructor(slots: number, memory = cardMemory(slots)) {
    this.memory = memory;
    this.#words = new Int32Array(this.memory);
    this.#ids = new Array<number>(slots).fill(FREE);
  }

  /** Resident memory of the process at the last look, in MB; 0 before. */
  get rssMb(): number {
    return Atomics.load(this.#words, RSS_KB) / 1024;
  }

  /** The same without the pages of files. */
  get ownMb(): number {
    return Atomics.load(this.#words, OWN_KB) / 1024;
  }

  set(name: keyof CardHead, value: number | boolean): void {
    Atomics.store(this.#words, HEAD.indexOf(name), Number(value));
  }

  /** Writes the state of a call. False if all slots are taken. */
  write(call: CardCall): boolean {
    const known = this.#ids.indexOf(call.id);
    const slot = known === -1 ? this.#ids.indexOf(FREE) : known;
    if (slot === -1) return false;
    this.#ids[slot] = call.id;
    const at = SLOTS_FROM + slot * SLOT_LENGTH;
    const words = this.#words;
    const version = Atomics.add(words, at + VERSION, 1) + 2;
    Atomics.store(words, at + ID, call.id);
    Atomics.store(words, at + STATE, STATES.indexOf(call.state));
    Atomics.store(words, at + SINCE, call.sinceMs);
    Atomics.store(words, at + WALL, call.wallMs);
    Atomics.store(words, at + GRACE, call.killGraceMs);
    Atomics.store(words, at + CPU, call.cpuMs);
    Atomics.store(words, at + VERSION, version);
    return true;
  }

  /** The call has ended, or its time is not limited for now. */
  clear(id: number): void {
    const slot = this.#ids.indexOf(id);
    if (slot === -1) return;
    this.#ids[slot] = FREE;
    // One word needs no version: a reader that misses this has a call that was there a moment ago.
    Atomics.store(this.#words, SLOTS_FROM + slot * SLOT_LENGTH + STATE, 0);
  }
}

/** The reader's side. It writes only the memory of the process. */
export class CardReader {
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory);
  }

  get head(): CardHead {
    const [callsInFlight, callsServed, isSerial, runnerRssMb, lowestRssMb, inspectionRssMb] = HEAD.map((_, index) =>
      Atomics.load(this.#words, index),
    ) as [number, number, number, number, number, number];
    return { callsInFlight, callsServed, isSerial: isSerial === 1, runnerRssMb, lowestRssMb, inspectionRssMb };
  }

  /** True if the process has calls or an inspection. */
  get isBusy(): boolean {
    return Atomics.load(this.#words, 0) > 0 || Atomics.load(this.#words, HEAD.indexOf('inspectionRssMb')) > 0;
  }

  noteMemory({ rssMb, ownMb }: { readonly rssMb: number; readonly ownMb: number }): void {
    Atomics.store(this.#words, RSS_KB, Math.round(rssMb * 1024));
    Atomics.store(this.#words, OWN_KB, Math.round(ownMb * 1024));
  }

  /** The calls whose time is limited, in no order. A call that is being written is left out. */
  calls(nowMs: number = machineMs()): CardCall[] {
    const calls: CardCall[] = [];
    for (let at = SLOTS_FROM; at < this.#words.length; at += SLOT_LENGTH) {
      const call = this.#read(at, nowMs);
      if (call) calls.push(call);
    }
    return calls;
  }

  #read(at: number, nowMs: number): CardCall | undefined {
    const words = this.#words;
    const version = Atomics.load(words, at + VERSION);
    const state = STATES[Atomics.load(words, at + STATE)];
    if (version % 2 !== 0 || state === undefined) return undefined;
    const id = Atomics.load(words, at + ID);
    // A slot has 32 bits of milliseconds. Their difference is the age of the call, because no call is 49 days old.
    const ageMs = (nowMs - Atomics.load(words, at + SINCE)) >>> 0;
    const wallMs = Atomics.load(words, at + WALL);
    const killGraceMs = Atomics.load(words, at + GRACE);
    const cpuMs = Atomics.load(words, at + CPU);
    if (Atomics.load(words, at + VERSION) !== version) return undefined;
    // Rounding may place the start of a call a moment into the future.
    const sinceMs = ageMs > 2 ** 31 ? nowMs : nowMs - ageMs;
    return { id, state, sinceMs, wallMs, killGraceMs, cpuMs };
  }
}
