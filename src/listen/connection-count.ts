// Open connections of all listening threads together, in memory that they share. Each thread writes a number of its own, so that one that dies
// takes its connections out of the count.

/** Counts the connections of one thread, of `counts.length`. */
export class ConnectionCount {
  readonly #counts: Int32Array<SharedArrayBuffer>;
  readonly #thread: number;

  constructor({ counts, thread }: { readonly counts: Int32Array<SharedArrayBuffer>; readonly thread: number }) {
    this.#counts = counts;
    this.#thread = thread;
    Atomics.store(counts, thread, 0);
  }

  /** Counts one more; false, and it is not counted, if there are `most` already. Of two that come at the same time for the last place none may get it. */
  enter(most: number): boolean {
    Atomics.add(this.#counts, this.#thread, 1);
    let all = 0;
    for (let thread = 0; thread < this.#counts.length; thread += 1) all += Atomics.load(this.#counts, thread);
    if (all <= most) return true;
    this.leave();
    return false;
  }

  leave(): void {
    Atomics.sub(this.#counts, this.#thread, 1);
  }
}
