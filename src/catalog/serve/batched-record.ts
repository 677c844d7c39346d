// Gathers what is to be recorded in the lock file, because the file may have megabytes and a start may have a thousand new bundles. Front process.

/** Longest time that something waits to be recorded if no call waits for it. */
const QUIET_MS = 5_000;
/** Shortest time between two writes. */
const PAUSE_MS = 200;
/** Delay before what could not be written for the moment is tried again. */
const AGAIN_MS = 1_000;

/** Where bundles that passed their inspection are recorded. */
export interface PassRecord {
  /** Resolves when everything that has passed by now is recorded, or cannot be in this folder. Never rejects. */
  soon(): Promise<void>;
  /** A call waits for what is still to be recorded. */
  hurry(): void;
}

/** Writes at most once at a time, for all who asked before. Its timer never keeps the process alive. */
export class BatchedRecord implements PassRecord {
  readonly #write: () => Promise<boolean>;
  #waiting: PromiseWithResolvers<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #dueMs = Number.POSITIVE_INFINITY;
  #notBeforeMs = 0;
  #isWriting = false;

  /** `write` resolves with false if it is to be tried again. It never rejects. */
  constructor(write: () => Promise<boolean>) {
    this.#write = write;
  }

  soon(): Promise<void> {
    this.#waiting ??= Promise.withResolvers<void>();
    this.#writeIn(QUIET_MS);
    return this.#waiting.promise;
  }

  hurry(): void {
    if (this.#waiting) this.#writeIn(0);
  }

  #writeIn(ms: number): void {
    const nowMs = performance.now();
    const dueMs = Math.max(nowMs + ms, this.#notBeforeMs);
    if (dueMs >= this.#dueMs) return;
    this.#dueMs = dueMs;
    if (!this.#isWriting) this.#setTimer();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#writeNow(), Math.max(0, this.#dueMs - performance.now())).unref();
  }

  async #writeNow(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = undefined;
    this.#dueMs = Number.POSITIVE_INFINITY;
    this.#isWriting = true;
    const isDone = await this.#write();
    this.#isWriting = false;
    this.#notBeforeMs = performance.now() + (isDone ? PAUSE_MS : AGAIN_MS);
    if (isDone) batch?.resolve();
    else if (batch) this.#joinNext(batch);
    if (!this.#waiting) return;
    this.#dueMs = Math.max(this.#dueMs, this.#notBeforeMs);
    this.#setTimer();
  }

  #joinNext(batch: PromiseWithResolvers<void>): void {
    this.#waiting ??= Promise.withResolvers<void>();
    void this.#waiting.promise.then(batch.resolve);
    this.#dueMs = 0;
  }
}
