// The time that one stage of an inspection may take, without the time in which the machine had no core for it.

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
  /** Of the stage that runs: what was asked for one before is of no use. */
  #stage = 0;

  constructor(runner: Pick<RunnerProcess, 'coreWaits'>, stageMs: number, onLate: (isStarved: boolean) => void) {
    this.#runner = runner;
    this.#stageMs = stageMs;
    this.#onLate = onLate;
  }

  /** A stage begins. */
  start(): void {
    this.#times = 0;
    this.#waits = new Map();
    const stage = this.#startAgain();
    void this.#runner.coreWaits().then((waits) => {
      if (stage === this.#stage) this.#waits = waits;
    });
  }

  stop(): void {
    this.#stage += 1;
    clearTimeout(this.#timer);
  }

  #startAgain(): number {
    this.stop();
    this.#times += 1;
    const stage = this.#stage;
    this.#timer = setTimeout(() => void this.#look(stage), this.#stageMs);
    return stage;
  }

  async #look(stage: number): Promise<void> {
    const waits = await this.#runner.coreWaits();
    if (stage !== this.#stage) return;
    let waitedMs = 0;
    for (const [thread, wait] of waits) waitedMs = Math.max(waitedMs, wait - (this.#waits.get(thread) ?? 0));
    const isStarved = waitedMs >= this.#stageMs * STARVED_SHARE;
    if (!isStarved || this.#times >= MOST_TIMES) return this.#onLate(isStarved);
    this.#waits = waits;
    this.#startAgain();
  }
}
