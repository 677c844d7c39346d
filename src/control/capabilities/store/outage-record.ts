// Records that a store does not serve: notifies the operator once, tries again until it serves, and then notifies again.
// Runs in a control thread.

import type { Notice } from '../../../shared/protocol/task.ts';
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

  /** Notes that the store did not carry out a host request. */
  noteOut(outage: Outage, detail: string): void {
    const isNew = this.#detail === undefined;
    this.#detail = detail;
    this.#outage = outage;
    if (!isNew) return;
    this.#sinceMs = performance.now();
    this.#onNotice({ level: 'error', text: `The store of the plugins does not serve: ${detail}` });
    this.#retry = setInterval(() => void this.#probe(), RETRY_MS).unref();
  }

  /** Notes that the store carried out a host request. A read does not show that a full store has room again. */
  noteServes(hasWritten: boolean): void {
    if (this.#detail === undefined || (this.#outage === 'full' && !hasWritten)) return;
    this.#detail = undefined;
    clearInterval(this.#retry);
    const seconds = Math.round((performance.now() - this.#sinceMs) / 1_000);
    this.#onNotice({ level: 'info', text: `The store of the plugins serves again, after ${seconds} s.` });
  }

  /** Stops trying. */
  close(): void {
    clearInterval(this.#retry);
  }
}
