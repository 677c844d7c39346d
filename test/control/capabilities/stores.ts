// The store on each of its backends, for tests that must hold on both.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CapabilityAnswer } from '../../../src/control/capabilities/refusal.ts';
import type { StoreScope } from '../../../src/control/capabilities/store/request.ts';
import { StoreTime } from '../../../src/control/capabilities/store/store-time.ts';
import type { Store, StoreSettings } from '../../../src/control/capabilities/store.ts';
import { SETTINGS } from '../../../src/settings/settings.ts';
import { type HostRequestError, NO_GRANTS, type StoreEntry } from '../../../src/shared/protocol/capabilities.ts';
import type { Limits } from '../../../src/shared/protocol/limits.ts';
import { RedisServer } from '../../support/redis-server.ts';
import { noRedis } from '../../support/skip.ts';

/** A place for entries, and what a store needs to find it. */
export interface Place {
  readonly settings: StoreSettings;
  end(): Promise<void>;
}

export const PLACES: Readonly<Record<StoreSettings['kind'], () => Promise<Place>>> = {
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-store-'));
    const settings: StoreSettings = { kind: 'sqlite', file: join(folder, 'deep', 'store.sqlite'), redisUrl: '' };
    return { settings, end: async () => rmSync(folder, { recursive: true, force: true }) };
  },
  redis: async () => {
    const server = await RedisServer.start();
    return { settings: { kind: 'redis', file: '', redisUrl: server.url }, end: () => server.end() };
  },
};

/** What the backend needs that this machine has not; undefined if the tests can run. */
export const missingFor = (kind: StoreSettings['kind']): string | undefined =>
  kind === 'redis' ? noRedis() : undefined;

export const KINDS = Object.keys(PLACES) as readonly StoreSettings['kind'][];

const DEFAULT_LIMITS = Object.fromEntries(
  Object.entries(SETTINGS.limits).map(([name, { default: value }]) => [name, value]),
) as unknown as Limits;

export interface AskerOptions {
  readonly pluginName?: string;
  readonly callId?: string;
  readonly caller?: string;
  readonly scope?: 'plugin' | 'caller' | undefined;
  readonly isGranted?: boolean;
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
}

/** A call's scope, with the store asked for and granted unless it says otherwise. */
export const scopeOf = (options: AskerOptions = {}): StoreScope => {
  const {
    pluginName = 'notes',
    callId = 'call',
    caller = '',
    isGranted = true,
    limits,
    signal = new AbortController().signal,
  } = options;
  const scope = 'scope' in options ? options.scope : 'plugin';
  return {
    pluginName,
    callId,
    caller,
    grants: { ...NO_GRANTS, store: { scope, isGranted } },
    limits: { ...DEFAULT_LIMITS, ...limits },
    signal,
    time: new StoreTime(),
  };
};

export type Given = (StoreEntry & { readonly value: string }) &
  Readonly<{ entries: readonly StoreEntry[]; next?: string }>;

/** What a store gives, or the error it answers with. */
export type Answer =
  | { readonly given: Given; readonly error?: never }
  | { readonly error: HostRequestError; readonly given?: never };

/** What else the host says of a refusal. */
export type Told = Pick<CapabilityAnswer, 'failure' | 'denial'>;

/** Asks as a call of such a plugin. */
export const asker =
  (store: Store, options: AskerOptions = {}) =>
  async (ask: unknown): Promise<Answer & Told> => {
    const text = typeof ask === 'string' ? ask : JSON.stringify(ask);
    const answer = await store.perform(text, scopeOf(options));
    const { failure, denial } = answer;
    const told = { ...(failure && { failure }), ...(denial && { denial }) };
    return answer.ok ? { given: JSON.parse(answer.text) } : { error: JSON.parse(answer.text), ...told };
  };

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
