// Bounds the values of a label, and names what has no value of its own. Front process, main thread.

/** Stands for every name above the cap. No tool, client or cordon can have this name. */
export const OTHER = '(other)';
/** Stands for every tool name that no plugin has. */
export const UNKNOWN = '(unknown)';
/** Callers without a credential. */
export const ANONYMOUS_CLIENT = '(anonymous)';
/** Callers whose credential nobody has checked. */
export const UNCHECKED_CLIENT = '(unchecked)';
/** The cordon of runner processes that serve no plugin yet. */
export const SPARE = '(spare)';

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
