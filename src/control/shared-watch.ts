// Two numbers that a control thread and the main thread share: whether the watch runs, and the highest resident memory of any runner.

const AWAKE = 0;
const PEAK_KB = 1;
const WORDS = 2;

/** Both threads use it without locks. */
export class SharedWatch {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;

  constructor(memory = new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#words = new Int32Array(memory);
  }

  /** True if the watch does not run and the caller has to wake it. Call after writing a card. */
  startAwake(): boolean {
    return Atomics.load(this.#words, AWAKE) === 0 && Atomics.exchange(this.#words, AWAKE, 1) === 0;
  }

  /** The watch ends after one last look, which comes after this. */
  rest(): void {
    Atomics.store(this.#words, AWAKE, 0);
  }

  get peakRssMb(): number {
    return Atomics.load(this.#words, PEAK_KB) / 1024;
  }

  set peakRssMb(rssMb: number) {
    Atomics.store(this.#words, PEAK_KB, Math.round(rssMb * 1024));
  }
}
