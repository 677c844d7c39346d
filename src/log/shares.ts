// What the lines of one plugin may take of a log that cannot be written as fast as it comes: as much as is left free for the others, so that
// a plugin that logs without end loses lines of its own, and neither a neighbour's nor the server's.

/** What of a sink counts here, in characters. */
export interface Backlog {
  readonly waiting: number;
  readonly most: number;
}

/** Below this part of what may wait nobody is counted. */
const COUNTED_FROM = 1 / 8;

export class LogShares {
  readonly #backlog: Backlog;
  /** Plugin → characters that it has written since the log fell behind. */
  readonly #held = new Map<string, number>();
  /** Plugin → lines of it that were left out since its last one. */
  readonly #lost = new Map<string, number>();

  constructor(backlog: Backlog) {
    this.#backlog = backlog;
  }

  /** How many lines of the plugin were left out before this one; undefined if this one is left out too. */
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
