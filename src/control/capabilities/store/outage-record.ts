// Records that a store does not serve: notifies the operator once, tries again until it serves, and then notifies again. Control thread.

import { Outage } from '../../../shared/lifetime/outage.ts';
import type { Notice } from '../../../shared/protocol/task.ts';
import type { OutageKind } from './backend.ts';

/** Pause between two tries of a store that is out. */
const RETRY_MS = 250;

interface Reason {
  readonly kind: OutageKind;
  readonly detail: string;
}

export class OutageRecord {
  readonly #probe: () => Promise<void>;
  readonly #outage: Outage<Reason>;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `probe` writes to the store, and notes here what came of it. */
  constructor(probe: () => Promise<void>, onNotice: (notice: Notice) => void) {
    this.#probe = probe;
    this.#outage = new Outage<Reason>({
      pauseMs: RETRY_MS,
      onFault: ({ detail }) => onNotice({ level: 'error', text: `The store of the plugins does not serve: ${detail}` }),
      onMended: (outMs) => {
        const text = `The store of the plugins serves again, after ${Math.round(outMs / 1_000)} s.`;
        onNotice({ level: 'info', text });
      },
    });
  }

  /** Why the store does not serve, for the operator: it may name paths and hosts. Undefined while it serves, as far as is known. */
  get detail(): string | undefined {
    return this.#outage.reason?.detail;
  }

  /** True if whoever asks the store would only wait. One that is full or broken answers at once, and may still be read. */
  get isAway(): boolean {
    const kind = this.#outage.reason?.kind;
    return kind === 'unreachable' || kind === 'slow';
  }

  noteOut(kind: OutageKind, detail: string): void {
    const isNew = this.#outage.reason === undefined;
    this.#outage.failed({ kind, detail });
    if (isNew) this.#tryLater();
  }

  /** Notes that the store took a change. A read does not show that it would: see {@link WRITE_PROBES}. */
  noteTakesChanges(): void {
    if (this.#outage.reason !== undefined) this.#outage.worked();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
  }

  #tryLater(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(async () => {
      await this.#probe();
      if (this.#outage.reason !== undefined) this.#tryLater();
    }, RETRY_MS).unref();
  }
}
