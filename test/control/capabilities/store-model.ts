// What the store must do, as simply as it can be said: a map in memory. Read by the tests that compare the two.

import type { StoreEntry, StoreOperation } from '../../../src/shared/protocol/capabilities.ts';

interface ModelEntry extends StoreEntry {
  readonly value: string;
}

export interface ModelLimits {
  readonly storeKeys: number;
  readonly storeBytes: number;
}

const bytesOf = ({ key, value }: { readonly key: string; readonly value: string }): number =>
  Buffer.byteLength(key) + Buffer.byteLength(value);

const order = (one: { readonly key: string }, other: { readonly key: string }): number =>
  Buffer.compare(Buffer.from(one.key), Buffer.from(other.key));

/** A namespace. What it is asked must not take place while something expires. */
export class StoreModel {
  readonly #limits: ModelLimits;
  #entries: readonly ModelEntry[] = [];

  constructor(limits: ModelLimits) {
    this.#limits = limits;
  }

  /** When something expires next, in milliseconds since 1970. */
  get nextExpiry(): number {
    return Math.min(...this.#entries.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY));
  }

  expire(now: number): void {
    this.#entries = this.#entries.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
  }

  versionOf(key: string): string | undefined {
    return this.#entries.find((entry) => entry.key === key)?.version;
  }

  /** The name of the error that an ask must be answered with, if any. */
  errorOf(ask: StoreOperation): string | undefined {
    if (ask.op !== 'set' && ask.op !== 'delete') return undefined;
    const old = this.#entries.find(({ key }) => key === ask.key);
    if (ask.ifVersion !== undefined && ask.ifVersion !== (old?.version ?? null)) return 'ConflictError';
    if (ask.op === 'delete') return undefined;
    const held = this.#entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
    const grown = bytesOf(ask) - (old ? bytesOf(old) : 0);
    const isTooMany = !old && this.#entries.length + 1 > this.#limits.storeKeys;
    return isTooMany || (grown > 0 && held + grown > this.#limits.storeBytes) ? 'QuotaExceededError' : undefined;
  }

  /** What an ask must give; a set takes its version and time from what the store `gave`. */
  perform(ask: StoreOperation, gave: unknown): unknown {
    switch (ask.op) {
      case 'get':
        return this.#entries.find(({ key }) => key === ask.key) ?? null;
      case 'set': {
        const { version, expiresAt } = gave as StoreEntry;
        const entry = { key: ask.key, version, ...(ask.ttlMs !== undefined && { expiresAt: expiresAt ?? 0 }) };
        this.#entries = [...this.#entries.filter(({ key }) => key !== ask.key), { ...entry, value: ask.value }];
        return entry;
      }
      case 'delete': {
        const isThere = this.versionOf(ask.key) !== undefined;
        this.#entries = this.#entries.filter(({ key }) => key !== ask.key);
        return isThere;
      }
      case 'list':
        return this.#list(ask);
    }
  }

  #list({ prefix = '', after = '', limit = 100 }: Extract<StoreOperation, { op: 'list' }>): unknown {
    const found = this.#entries
      .filter((entry) => entry.key.startsWith(prefix) && order(entry, { key: after }) > 0)
      .sort(order)
      .map(({ value, ...entry }) => entry);
    const entries = found.slice(0, limit);
    return { entries, ...(found.length > limit && { next: entries.at(-1)?.key }) };
  }
}
