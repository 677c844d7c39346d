// Counts durations in buckets, at the cost of a few comparisons. Front process, main thread.

/** Upper bounds in seconds. A small call takes about a millisecond; `wallMs` is 5 s by default. */
export const BOUNDS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const BOUNDS_MS: readonly number[] = BOUNDS.map((bound) => bound * 1_000);

/** A histogram of durations. It never grows. */
export class Buckets {
  /** Durations in each bucket alone; those above the last bound are in `count` only. */
  readonly #counts = new Float64Array(BOUNDS.length);
  #sumMs = 0;
  #count = 0;

  /** Counts a duration in milliseconds. */
  note(ms: number): void {
    this.#sumMs += ms;
    this.#count += 1;
    for (let bucket = 0; bucket < BOUNDS_MS.length; bucket += 1) {
      if (ms > (BOUNDS_MS[bucket] as number)) continue;
      (this.#counts[bucket] as number) += 1;
      return;
    }
  }

  get count(): number {
    return this.#count;
  }

  get sumSeconds(): number {
    return this.#sumMs / 1_000;
  }

  /** Durations up to each bound, as Prometheus counts them. */
  upTo(): readonly number[] {
    let sum = 0;
    return [...this.#counts].map((count) => {
      sum += count;
      return sum;
    });
  }
}
