// Bounds the lines of each plugin while the log falls behind: a plugin may hold as much as it leaves free for the others. So a plugin that logs
// without end loses lines of its own, and not those of others. Front process.

/** Characters that wait in a sink, and the most that may wait. */
export interface Backlog {
  readonly waiting: number;
  readonly most: number;
}

/** Plugins are counted only while the backlog is above this part of `most`. */
const COUNTED_FROM = 1 / 8;

/** Decides for each line of a plugin whether it is written. */
export class LogShares {
  readonly #backlog: Backlog;
  /** Plugin → characters it has written since the log fell behind. */
  readonly #held = new Map<string, number>();
  /** Plugin → lines left out since its last written line. */
  readonly #lost = new Map<string, number>();

  constructor(backlog: Backlog) {
    this.#backlog = backlog;
  }

  /** Number of lines of the plugin that were left out before this one; undefined if this one is left out too. */
  take(pluginName: string, characters: number): number | undefined {
    const { waiting, most } = this.#backlog;
    if (waiting < most * COUNTED_FROM) this.#held.clear();
    const held = (this.#held.get(pluginName) ?? 0) + characters;
    const lost = this.#lost.get(pluginName) ?? 0;
    if (held > most - waiting) {
      this.#lost.set(pluginName, lost + 1);
      return undefined;
    }
    this.#held.set(pluginName, held);
    this.#lost.delete(pluginName);
    return lost;
  }
}
