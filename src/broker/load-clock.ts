// The time that one stage of an inspection may take, without the time in which the machine had no core for it. Runs in a broker.

import type { RunnerProcess } from './runner-process.ts';

/** A stage is given its time again if its process waited for a core for this share of it. */
const STARVED_SHARE = 0.75;
const MOST_TIMES = 3;

/** Calls back once a stage is late; `isStarved` if it never had the time that it may take. */
export class LoadClock {
  readonly #runner: Pick<RunnerProcess, 'coreWaits'>;
  readonly #stageMs: number;
  readonly #onLate: (isStarved: boolean) => void;
  #timer: NodeJS.Timeout | undefined;
  #waits: ReadonlyMap<string, number> = new Map();
  #times = 0;

  constructor(runner: Pick<RunnerProcess, 'coreWaits'>, stageMs: number, onLate: (isStarved: boolean) => void) {
    this.#runner = runner;
    this.#stageMs = stageMs;
    this.#onLate = onLate;
  }

  /** A stage begins. */
  start(): void {
    this.#times = 0;
    this.#startAgain(this.#runner.coreWaits());
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #startAgain(waits: ReadonlyMap<string, number>): void {
    clearTimeout(this.#timer);
    this.#waits = waits;
    this.#times += 1;
    this.#timer = setTimeout(() => this.#look(), this.#stageMs);
  }

  #look(): void {
    const waits = this.#runner.coreWaits();
    let waitedMs = 0;
    for (const [thread, wait] of waits) waitedMs = Math.max(waitedMs, wait - (this.#waits.get(thread) ?? 0));
    const isStarved = waitedMs >= this.#stageMs * STARVED_SHARE;
    if (isStarved && this.#times < MOST_TIMES) this.#startAgain(waits);
    else this.#onLate(isStarved);
  }
}
