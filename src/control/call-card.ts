// What the calls of one runner process do, in memory that two threads share: the listening thread writes it as calls begin and end, the
// control thread reads it every few milliseconds and holds the process to its limits. Nothing is sent for a call.
//
// Every number is written and read by an atomic operation, in the order of the code. A slot has a version that is odd while it is being
// written: a reader that sees it odd, or changed, passes the slot over until its next look. So no reader ever has one call's number with
// another one's clock. What it has may be out of date: see process-control.ts for what is asked before anybody is blamed.

import { ShortMap } from '../protocol/short-map.ts';

/** Whether a call has begun: `queued` calls may be given to another runner, the others may not. None ever becomes `queued` again. */
export type CallProgress = 'queued' | 'running' | 'waiting';

/** What is to be known of a call on which time passes. Milliseconds; `sinceMs` by {@link machineMs}. */
export interface CardCall {
  readonly id: number;
  /** `queued` for one that its runner prepares to run. */
  readonly state: CallProgress;
  /** When it began; while it is prepared, since when. */
  readonly sinceMs: number;
  readonly wallMs: number;
  readonly killGraceMs: number;
  readonly cpuMs: number;
}

/** What holds for the process as a whole. */
export interface CardHead {
  readonly callsInFlight: number;
  /** Grows with each answer, and starts again at 0 after 2^31. */
  readonly callsServed: number;
  /** Calls run one after the other on the first thread. */
  readonly isSerial: boolean;
  /** The lowest cap on resident memory of the calls in flight, in MB, and of all it was ever given; 0 for none. */
  readonly runnerRssMb: number;
  readonly lowestRssMb: number;
  /** The same while a program is tried out. */
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
/** Written by the reader: resident memory in KB. */
const RSS_KB = HEAD.length;
const SLOTS_FROM = 8;

const VERSION = 0;
const ID = 1;
const STATE = 2;
const SINCE = 3;
const WALL = 4;
const GRACE = 5;
const CPU = 6;
const SLOT_LENGTH = 7;

/** The number of a state; 0 is a slot without a call. */
const STATES: readonly (CallProgress | undefined)[] = [undefined, 'queued', 'running', 'waiting'];

/** From the clock of this thread to the one that all threads of the machine share. */
const CLOCK_OFFSET_MS = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** Milliseconds since the machine started: the same in every thread, unlike `performance.now()`. */
export const machineMs = (threadMs: number = performance.now()): number => threadMs + CLOCK_OFFSET_MS;

/** The shared memory of a card for so many calls at a time. */
export const cardMemory = (slots: number): SharedArrayBuffer =>
  new SharedArrayBuffer((SLOTS_FROM + slots * SLOT_LENGTH) * Int32Array.BYTES_PER_ELEMENT);

/** The writer's side. */
export class CallCard {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;
  /** Starts of the slots that have no call. */
  readonly #free: number[] = [];
  readonly #slots = new ShortMap<number, number>();

  /** `slots`: calls on which time may pass at once. */
  constructor(slots: number, memory = cardMemory(slots)) {
    this.memory = memory;
    this.#words = new Int32Array(this.memory);
    for (let slot = slots - 1; slot >= 0; slot -= 1) this.#free.push(SLOTS_FROM + slot * SLOT_LENGTH);
  }

  /** Resident memory of the process when it was last looked at, in MB; 0 before. */
  get rssMb(): number {
    return Atomics.load(this.#words, RSS_KB) / 1024;
  }

  set(name: keyof CardHead, value: number | boolean): void {
    Atomics.store(this.#words, HEAD.indexOf(name), Number(value));
  }

  /** Writes what a call does now. False if all slots are taken. */
  write(call: CardCall): boolean {
    const at = this.#slots.get(call.id) ?? this.#free.pop();
    if (at === undefined) return false;
    this.#slots.set(call.id, at);
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

  /** The call is over, or its time does not count for now. */
  clear(id: number): void {
    const at = this.#slots.get(id);
    if (at === undefined) return;
    this.#slots.delete(id);
    this.#free.push(at);
    // One word: a reader that has the slot whole has a call that was there a moment ago.
    Atomics.store(this.#words, at + STATE, 0);
  }
}

/** The reader's side. */
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

  /** True if the process has work. */
  get isBusy(): boolean {
    return Atomics.load(this.#words, 0) > 0 || Atomics.load(this.#words, HEAD.indexOf('inspectionRssMb')) > 0;
  }

  noteRssMb(rssMb: number): void {
    Atomics.store(this.#words, RSS_KB, Math.round(rssMb * 1024));
  }

  /** The calls on which time passes, in no order; one that is being written is left out. */
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
    // 32 bits of milliseconds: the age of a call is what they differ by, and no call is 49 days old.
    const ageMs = (nowMs - Atomics.load(words, at + SINCE)) >>> 0;
    const wallMs = Atomics.load(words, at + WALL);
    const killGraceMs = Atomics.load(words, at + GRACE);
    const cpuMs = Atomics.load(words, at + CPU);
    if (Atomics.load(words, at + VERSION) !== version) return undefined;
    // Rounding lets a call look a moment younger than it is, or not yet begun.
    const sinceMs = ageMs > 2 ** 31 ? nowMs : nowMs - ageMs;
    return { id, state, sinceMs, wallMs, killGraceMs, cpuMs };
  }
}
