// The share of the runners that scripts may have. A script holds its runner while it waits for tools, which need runners as well: if scripts had all of
// them, each would wait for what the others hold. Main thread. Decision 0068.

import type { HeldRunner, RunnerHolder } from './room.ts';

/** Scripts may have one runner of this many, and always one. */
const SHARE_OF = 2;

const isHeld = ({ state, callsInFlight }: HeldRunner): boolean => state !== 'retired' || callsInFlight > 0;

/** What the share means at one moment. `places`: runners that all cordons may have. */
export class ScriptShare<Runner extends HeldRunner> {
  readonly #holders: readonly RunnerHolder<Runner>[];
  readonly #isSpent: boolean;

  constructor(holders: Iterable<RunnerHolder<Runner>>, places: number) {
    this.#holders = [...holders];
    const held = this.#holders
      .filter(({ isScript }) => isScript)
      .reduce((sum, { runners }) => sum + runners.filter(isHeld).length, 0);
    this.#isSpent = held >= Math.max(1, Math.floor(places / SHARE_OF));
  }

  /** True if only a runner of other scripts can become one of these. */
  isSpentFor({ isScript = false }: RunnerHolder<Runner>): boolean {
    return isScript && this.#isSpent;
  }

  /** Those to whom free places may be owed: not scripts that wait for others to end. */
  entitled(): readonly RunnerHolder<Runner>[] {
    return this.#isSpent
      ? this.#holders.filter(({ isScript, runners }) => !isScript || runners.length > 0)
      : this.#holders;
  }

  /** Those that may lose a runner for `wanting`. A busy runner of a script is no room for a tool: the script may be waiting for just that tool. */
  thatGiveWayTo(wanting: RunnerHolder<Runner>): readonly RunnerHolder<Runner>[] {
    if (this.isSpentFor(wanting)) return this.#holders.filter(({ isScript }) => isScript);
    if (wanting.isScript) return this.entitled();
    return this.entitled().map((holder) =>
      holder.isScript
        ? { ...viewOf(holder), runners: holder.runners.filter(({ callsInFlight }) => callsInFlight === 0) }
        : holder,
    );
  }
}

/** Members by name, because they are getters of a class. */
const viewOf = <Runner extends HeldRunner>({
  callsQueued,
  queuedSinceMs,
  heat,
}: RunnerHolder<Runner>): Omit<RunnerHolder<Runner>, 'runners'> => ({
  callsQueued,
  queuedSinceMs,
  heat,
  isScript: true,
});
