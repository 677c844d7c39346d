// How fast the responses of one plugin are read, because all plugins share the thread that reads them: more than a gigabit, and a tenth of what
// the thread can do. Control thread.

const BYTES_PER_MS = 100_000;
/** Bytes that may be read at once after a pause. */
const BURST_BYTES = 4_000_000;

/** The pace of one plugin. `nowMs` never goes back. */
export class Pace {
  readonly #nowMs: () => number;
  /** The time at which an even pace would have reached the bytes read so far. */
  #evenMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs = (): number => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Counts bytes that were read. Returns how long to wait, in milliseconds, before more of the same response is read. */
  take(bytes: number): number {
    const nowMs = this.#nowMs();
    this.#evenMs = Math.max(this.#evenMs, nowMs - BURST_BYTES / BYTES_PER_MS) + bytes / BYTES_PER_MS;
    return Math.max(0, this.#evenMs - nowMs);
  }
}
