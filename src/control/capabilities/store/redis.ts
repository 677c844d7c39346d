// The store in Redis or Valkey. Control thread.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import type { StoreEntry, StoreOperation, StoreResult } from '../../../shared/protocol/capabilities.ts';
import { RedisFailure, RedisLink } from '../../../shared/redis/link.ts';
import { LIST_KEY_BYTES, type OutageKind, type StoreBackend, type StoreReply, type StoreRequest } from './backend.ts';
import type { AtATime } from './turns.ts';

const SCRIPT = readFileSync(new URL('./namespace.lua', import.meta.url), 'utf8');
const SCRIPT_HASH = createHash('sha1').update(SCRIPT).digest('hex');
const PARTS = ['values', 'entries', 'names', 'expiry'] as const;

/** How long a host request waits for a connection that is lost. */
const ARRIVAL_MS = 500;
/** Runs of the script that may remove expired entries before one carries the host request out. */
const MOST_RUNS = 1_000;

type Argument = string | number | Buffer;

/** Too many expired entries have to be removed first. */
class TooManyExpired extends Error {}

export class RedisBackend implements StoreBackend {
  /** Redis carries out one at a time. Several under way hide the time that messages travel. */
  readonly atATime: AtATime = { perPlugin: 4, inAll: 16 };
  readonly answerMs = 1_000;
  readonly #link: RedisLink;

  constructor(url: string) {
    this.#link = new RedisLink(url, { arrivalMs: ARRIVAL_MS });
  }

  start(): undefined {}

  async perform(request: StoreRequest): Promise<StoreReply> {
    try {
      for (let run = 0; run < MOST_RUNS; run += 1) {
        const reply = await this.#link.ask((redis) => runScript(redis, request));
        if (reply[0] !== 'again') return replyOf(request.ask, reply);
      }
      throw new TooManyExpired('Too many expired entries have to be removed first.');
    } catch (error) {
      return { kind: 'outage', outage: outageOf(error), detail: (error as Error).message };
    }
  }

  async close(): Promise<void> {
    this.#link.close();
  }
}

const runScript = async (redis: Redis, request: StoreRequest): Promise<readonly unknown[]> => {
  // The braces keep a namespace's keys on one node.
  const keys = PARTS.map((part) => `toolcell:{${request.namespace}}:${part}`);
  const rest: Argument[] = [...keys, ...argumentsOf(request)];
  try {
    return (await redis.evalsha(SCRIPT_HASH, keys.length, ...rest)) as unknown[];
  } catch (error) {
    if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
    return (await redis.eval(SCRIPT, keys.length, ...rest)) as unknown[];
  }
};

const conditionOf = (ifVersion: string | null | undefined): string => {
  if (ifVersion === undefined) return '';
  return ifVersion === null ? '-' : `=${ifVersion}`;
};

const argumentsOf = ({ ask, newVersion, storeBytes, storeKeys }: StoreRequest): readonly Argument[] => {
  switch (ask.op) {
    case 'get':
      return ['get', ask.key];
    case 'set': {
      const { key, value, ifVersion, ttlMs = '' } = ask;
      return ['set', key, conditionOf(ifVersion), newVersion, value, ttlMs, storeBytes, storeKeys];
    }
    case 'delete':
      return ['delete', ask.key, conditionOf(ask.ifVersion)];
    case 'list': {
      const { prefix = '', after = '', limit = 100 } = ask;
      const isAfter = Buffer.compare(Buffer.from(after), Buffer.from(prefix)) >= 0 && after !== '';
      // No key holds the byte at the end.
      const to = Buffer.concat([Buffer.from(`(${prefix}`), Buffer.of(0xff)]);
      return ['list', isAfter ? `(${after}` : `[${prefix}`, to, limit, LIST_KEY_BYTES];
    }
  }
};

const entryOf = (key: string, version: unknown, expires: unknown): StoreEntry => ({
  key,
  version: version as string,
  ...(expires !== '' && { expiresAt: Number(expires) }),
});

const replyOf = (ask: StoreOperation, [kind, ...parts]: readonly unknown[]): StoreReply => {
  if (kind === 'conflict') return { kind };
  if (kind === 'overQuota') return { kind, limit: parts[0] as 'storeBytes' | 'storeKeys', wanted: Number(parts[1]) };
  return { kind: 'given', text: JSON.stringify(givenOf(ask, parts)) };
};

const givenOf = (ask: StoreOperation, parts: readonly unknown[]): StoreResult => {
  switch (ask.op) {
    case 'get':
      return parts.length === 0 ? null : { ...entryOf(ask.key, parts[0], parts[1]), value: parts[2] as string };
    case 'set':
      return entryOf(ask.key, parts[0], parts[1]);
    case 'delete':
      return parts[0] === 1;
    case 'list': {
      const [hasMore, ...rows] = parts as readonly [number, ...(readonly [string, string, string])[]];
      const entries = rows.map((row) => entryOf(...row));
      const last = entries.at(-1);
      return { entries, ...(hasMore === 1 && last && { next: last.key }) };
    }
  }
};

const outageOf = (error: unknown): OutageKind => {
  if (error instanceof TooManyExpired) return 'slow';
  if (error instanceof RedisFailure && !error.isConnected) return 'unreachable';
  const { message } = error as Error;
  if (message.startsWith('OOM')) return 'full';
  if (message.includes('timed out')) return 'slow';
  return /^(?:[A-Z]+ )/.test(message) ? 'broken' : 'unreachable';
};
