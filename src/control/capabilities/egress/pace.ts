// How quickly the responses of one plugin are taken off the network: reading is the work of a thread that all plugins share. Control thread.

const BYTES_PER_MS = 100_000;
/** Read at once after a while without. */
const BURST_BYTES = 4_000_000;

/** The pace of one plugin; `nowMs` never goes back. */
export class Pace {
  readonly #nowMs: () => number;
  /** When all that was read would have been at an even pace. */
  #evenMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs = (): number => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** So many bytes were read. Returns how long to wait before more of the same response are, in milliseconds. */
  take(bytes: number): number {
    const nowMs = this.#nowMs();
    this.#evenMs = Math.max(this.#evenMs, nowMs - BURST_BYTES / BYTES_PER_MS) + bytes / BYTES_PER_MS;
    return Math.max(0, this.#evenMs - nowMs);
  }
}
