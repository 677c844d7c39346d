// Records that a store does not serve: notifies the operator once, tries again until it serves, and then notifies again.

import { Outage } from '../../../shared/lifetime/outage.ts';
import type { Notice } from '../../../shared/protocol/task.ts';
import type { OutageKind } from './backend.ts';

/** Time between two tries of a store that is out. */
const RETRY_MS = 2_000;

interface Reason {
  readonly kind: OutageKind;
  readonly detail: string;
}

export class OutageRecord {
  readonly #probe: () => Promise<void>;
  readonly #outage: Outage<Reason>;
  #retry: NodeJS.Timeout | undefined;

  /** `probe` tries the store, and notes what it finds here. */
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

  noteOut(kind: OutageKind, detail: string): void {
    const isNew = this.#outage.reason === undefined;
    this.#outage.failed({ kind, detail });
    if (isNew) this.#retry = setInterval(() => void this.#probe(), RETRY_MS).unref();
  }

  /** Notes that the store carried out a host request. A read does not show that a full store has room again. */
  noteServes(hasWritten: boolean): void {
    const { reason } = this.#outage;
    if (reason === undefined || (reason.kind === 'full' && !hasWritten)) return;
    clearInterval(this.#retry);
    this.#outage.worked();
  }

  close(): void {
    clearInterval(this.#retry);
  }
}
