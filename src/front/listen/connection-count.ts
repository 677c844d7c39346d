// Counts the open connections of all listening threads in shared memory. Each thread has a number of its own, so that the connections of a
// lost thread can be taken out of the count.

/** Counts the connections of one of `counts.length` threads. */
export class ConnectionCount {
  readonly #counts: Int32Array<SharedArrayBuffer>;
  readonly #thread: number;

  constructor({ counts, thread }: { readonly counts: Int32Array<SharedArrayBuffer>; readonly thread: number }) {
    this.#counts = counts;
    this.#thread = thread;
    Atomics.store(counts, thread, 0);
  }

  /** Counts one more connection. False, and not counted, if there are `most` already. Two threads that ask for the last place may both get false. */
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
