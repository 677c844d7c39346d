// How often each cordon is called: one number for each, which grows with a call and fades with time. Main thread. Decision 0060.
//
// A call counts 1 now, half after HALF_LIFE_MS, a quarter after twice that. The number is kept as a logarithm, to which the age of the clock is
// added, so that all of them fade at the same rate without being touched, and two can be compared at any time.

/** A plugin that is called no more gives way after about this time, whatever it had before. */
export const HALF_LIFE_MS = 10_000;
/** A cordon that was not called for this long is not active any more. */
const ACTIVE_MS = 6 * 3_600_000;
/** The heat of a cordon that was active before this start, as if it had been called this many half-lives ago: less than any that was called since. */
const BEFORE_START = 64;
/** Cordons whose heat is remembered. If there are more, the colder half is forgotten. */
export const MOST_REMEMBERED = 1_024;

/** The heat of one cordon. */
export class Heat {
  #level: number;

  constructor(level = Number.NEGATIVE_INFINITY) {
    this.#level = level;
  }

  /** The logarithm to base 2 of the faded number of calls, plus the same amount for all: 1 more is twice as hot. */
  get level(): number {
    return this.#level;
  }

  noteCall(nowMs: number): void {
    const age = nowMs / HALF_LIFE_MS;
    this.#level = age + Math.log2(1 + 2 ** (this.#level - age));
  }
}

/** The heat of cordons by name. It outlives a cordon, which is forgotten when it has neither runner nor call. */
export class Heats {
  readonly #heats = new Map<string, Heat>();

  of(name: string): Heat {
    const known = this.#heats.get(name);
    if (known) return known;
    if (this.#heats.size >= MOST_REMEMBERED) this.#forgetColder();
    const heat = new Heat();
    this.#heats.set(name, heat);
    return heat;
  }

  /** Gives cordons that were active before this start a little heat, the first one most. */
  remember(names: readonly string[], nowMs: number): void {
    for (const [place, name] of names.slice(0, MOST_REMEMBERED / 2).entries())
      if (!this.#heats.has(name)) this.#heats.set(name, new Heat(nowMs / HALF_LIFE_MS - BEFORE_START - place));
  }

  /** Names of the cordons that were called in the last hours, the hottest first. */
  hottest(nowMs: number): readonly string[] {
    const least = (nowMs - ACTIVE_MS) / HALF_LIFE_MS;
    return [...this.#heats]
      .filter(([, { level }]) => level > least)
      .toSorted(([, a], [, b]) => b.level - a.level)
      .map(([name]) => name);
  }

  #forgetColder(): void {
    const colder = [...this.#heats].toSorted(([, a], [, b]) => a.level - b.level).slice(0, MOST_REMEMBERED / 2);
    for (const [name] of colder) this.#heats.delete(name);
  }
}
