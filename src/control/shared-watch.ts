// Two words that a control thread and the listening thread share: whether cards are being looked at, and the highest memory seen of a runner.

const AWAKE = 0;
const PEAK_KB = 1;
const WORDS = 2;

export class SharedWatch {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;

  constructor(memory = new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#words = new Int32Array(memory);
  }

  /** True for whoever finds the watch asleep and has to wake it. Called after a card was written. */
  startAwake(): boolean {
    return Atomics.load(this.#words, AWAKE) === 0 && Atomics.exchange(this.#words, AWAKE, 1) === 0;
  }

  /** Cards are not looked at any more, after one last look that comes after this. */
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
