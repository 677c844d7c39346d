// Remembers what was read of each bundle, so that a folder of a thousand is not read anew because one of them has changed. A bundle counts as unchanged
// while it has the same stamp (stamps.ts). Front process.

import type { BundleRecall, Remembered } from './types.ts';

/** Results of earlier reads, by bundle. In memory only. */
export class BundleMemory implements BundleRecall {
  #known = new Map<string, Remembered & { readonly stamp: string }>();
  #stamps: ReadonlyMap<string, string> = new Map();

  /**
   * Called before each read with the stamps of all bundles. They are older than what is read, so that a change during the read is seen the next time.
   * Forgets bundles that have none.
   */
  expect(stamps: ReadonlyMap<string, string>): void {
    this.#stamps = stamps;
    this.#known = new Map([...this.#known].filter(([bundle]) => stamps.has(bundle)));
  }

  /** What was read is not what would be read now. */
  forget(): void {
    this.#known.clear();
  }

  recall(bundle: string): Remembered | undefined {
    const known = this.#known.get(bundle);
    return known && known.stamp === this.#stamps.get(bundle) ? known : undefined;
  }

  keep(bundle: string, remembered: Remembered): void {
    const stamp = this.#stamps.get(bundle);
    if (stamp !== undefined) this.#known.set(bundle, { ...remembered, stamp });
  }
}
