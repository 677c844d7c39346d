// Bounds the values of a label. Front process, main thread.

import { OTHER } from './families.ts';

/** Lets the first `most` names through; all further ones become {@link OTHER}. */
export class LabelCap {
  readonly #most: number;
  readonly #names = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  labelOf(name: string): string {
    if (this.#names.has(name)) return name;
    if (this.#names.size >= this.#most) return OTHER;
    this.#names.add(name);
    return name;
  }

  /** Makes room if it is full. Only for figures that are made anew for each scrape: a counter must not change its name. */
  renew(): void {
    if (this.#names.size >= this.#most) this.#names.clear();
  }
}
