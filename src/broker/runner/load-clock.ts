// Limits the time of one stage of an inspection, not counting the time in which the machine had no core for it. Main thread.

import type { RunnerProcess } from './runner-process.ts';

/** A stage ends after this many times its limit, even if its process waited for a core. */
const MOST_TIMES = 5;
/** Each look at the waits of a process is a message to another thread. */
const LEAST_BETWEEN_LOOKS_MS = 10;

/** Calls `onLate` at most once per stage; `isStarved` if the stage never had the time that it may take. */
export class LoadClock {
  readonly #runner: Pick<RunnerProcess, 'coreWaits'>;
  readonly #stageMs: number;
  readonly #onLate: (isStarved: boolean) => void;
  #timer: NodeJS.Timeout | undefined;
  /** Thread → milliseconds that it had waited for a core when the stage began. */
  #waits: ReadonlyMap<string, number> = new Map();
  #startedMs = 0;
  /** Number of the current stage: an answer that was asked for an earlier stage is dropped. */
  #stage = 0;

  constructor(runner: Pick<RunnerProcess, 'coreWaits'>, stageMs: number, onLate: (isStarved: boolean) => void) {
    this.#runner = runner;
    this.#stageMs = stageMs;
    this.#onLate = onLate;
  }

  /** A stage begins. */
  start(): void {
    this.stop();
    const stage = this.#stage;
    this.#startedMs = performance.now();
    this.#waits = new Map();
    void this.#runner.coreWaits().then((waits) => {
      if (stage === this.#stage) this.#waits = waits;
    });
    this.#lookIn(this.#stageMs);
  }

  stop(): void {
    this.#stage += 1;
    clearTimeout(this.#timer);
  }

  #lookIn(delayMs: number): void {
    const stage = this.#stage;
    this.#timer = setTimeout(() => void this.#look(stage), Math.max(delayMs, LEAST_BETWEEN_LOOKS_MS));
  }

  async #look(stage: number): Promise<void> {
    const waits = await this.#runner.coreWaits();
    if (stage !== this.#stage) return;
    let waitedMs = 0;
    for (const [thread, wait] of waits) waitedMs = Math.max(waitedMs, wait - (this.#waits.get(thread) ?? 0));
    const passedMs = performance.now() - this.#startedMs;
    const missingMs = this.#stageMs - (passedMs - waitedMs);
    if (missingMs <= 0) return this.#onLate(false);
    const leftMs = MOST_TIMES * this.#stageMs - passedMs;
    if (leftMs <= 0) return this.#onLate(true);
    this.#lookIn(Math.min(missingMs, leftMs));
  }
}
