// What is known of a store that does not serve: told to the operator once, tried again until it serves, and then that is told too.
// Runs in a control thread.

import type { Notice } from '../../../protocol/task.ts';
import type { Outage } from './backend.ts';

/** Time between two tries of a store that is out. */
const RETRY_MS = 2_000;

export class OutageRecord {
  readonly #probe: () => Promise<void>;
  readonly #onNotice: (notice: Notice) => void;
  #detail: string | undefined;
  #outage: Outage | undefined;
  #sinceMs = 0;
  #retry: NodeJS.Timeout | undefined;

  /** `probe` tries the store, and notes what it finds here. */
  constructor(probe: () => Promise<void>, onNotice: (notice: Notice) => void) {
    this.#probe = probe;
    this.#onNotice = onNotice;
  }

  /** Why the store does not serve, for the operator: it may name paths and hosts. Undefined while it serves, as far as is known. */
  get detail(): string | undefined {
    return this.#detail;
  }

  /** Notes that the store did not do what it was asked. */
  noteOut(outage: Outage, detail: string): void {
    const isNew = this.#detail === undefined;
    this.#detail = detail;
    this.#outage = outage;
    if (!isNew) return;
    this.#sinceMs = performance.now();
    this.#onNotice({ level: 'error', text: `The store of the plugins does not serve: ${detail}` });
    this.#retry = setInterval(() => void this.#probe(), RETRY_MS).unref();
  }

  /** Notes that the store did what it was asked. Reading says nothing of a store that has no room. */
  noteServes(hasWritten: boolean): void {
    if (this.#detail === undefined || (this.#outage === 'full' && !hasWritten)) return;
    this.#detail = undefined;
    clearInterval(this.#retry);
    const seconds = Math.round((performance.now() - this.#sinceMs) / 1_000);
    this.#onNotice({ level: 'info', text: `The store of the plugins serves again, after ${seconds} s.` });
  }

  /** Tries no more. */
  close(): void {
    clearInterval(this.#retry);
  }
}
