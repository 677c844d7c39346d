// A connection to Redis or Valkey that is opened when it is first used, and again after each loss. Any process; in the front process, the main thread
// and the control thread. Loads ioredis when it is first used.

import type { Redis, RedisOptions } from 'ioredis';

const CONNECT_MS = 2_000;
const COMMAND_MS = 3_000;
const RECONNECT_MS = { first: 50, longest: 250 } as const;

const OPTIONS = {
  lazyConnect: true,
  connectTimeout: CONNECT_MS,
  commandTimeout: COMMAND_MS,
  // A command without an answer may have been carried out, so it is not sent again.
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  // The check needs a right of its own, and a server that is still loading answers that it is.
  enableReadyCheck: false,
  disableClientInfo: true,
  protocol: 2,
  retryStrategy: (times: number) => Math.min(RECONNECT_MS.first * 2 ** Math.min(times, 10), RECONNECT_MS.longest),
} as const satisfies RedisOptions;

/** Thrown if a command has no answer. The message has no password. */
export class RedisFailure extends Error {
  override name = 'RedisFailure';
  /** False if there was no connection. */
  readonly isConnected: boolean;

  constructor(message: string, isConnected: boolean) {
    super(message);
    this.isConnected = isConnected;
  }
}

export interface RedisLinkOptions {
  /** How long a command waits for a connection that is lost, in milliseconds; by default it fails at once, and only the first connection is waited for. */
  readonly arrivalMs?: number;
}

/** Asks one Redis. Its connection keeps the process alive until `close`. */
export class RedisLink {
  readonly #url: string;
  readonly #arrivalMs: number;
  #connecting: Promise<Redis> | undefined;
  #arrival: Promise<void> | undefined;
  #isClosed = false;
  /** Why there is no connection. */
  #lastError = '';

  constructor(url: string, { arrivalMs = 0 }: RedisLinkOptions = {}) {
    this.#url = url;
    this.#arrivalMs = arrivalMs;
  }

  /** Runs a command. Rejects with {@link RedisFailure} if it is refused, or has no answer within 3 s, or there is no connection within about 2 s. */
  async ask<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    let redis: Redis | undefined;
    try {
      this.#connecting ??= this.#open();
      redis = await this.#connecting;
      if (redis.status !== 'ready' && this.#arrivalMs > 0) await this.#arrived(redis);
      return await command(redis);
    } catch (error) {
      const message = this.#lastError === '' ? (error as Error).message : this.#lastError;
      throw new RedisFailure(message, redis?.status === 'ready');
    }
  }

  close(): void {
    this.#isClosed = true;
    void this.#connecting?.then((redis) => redis.disconnect());
  }

  async #open(): Promise<Redis> {
    const { Redis } = await import('ioredis');
    const redis = new Redis(this.#url, OPTIONS);
    redis.on('error', ({ message }: Error) => {
      this.#lastError = message;
    });
    redis.on('ready', () => {
      this.#lastError = '';
    });
    if (this.#isClosed) redis.disconnect();
    else {
      const connected = redis.connect().catch(() => {});
      // All first commands wait for it. Later connections are opened by ioredis.
      if (this.#arrivalMs === 0) await connected;
    }
    return redis;
  }

  /** Resolves when the connection is there. All commands wait for the same arrival. */
  #arrived(redis: Redis): Promise<void> {
    this.#arrival ??= arrivalOf(redis, this.#arrivalMs).finally(() => {
      this.#arrival = undefined;
    });
    return this.#arrival;
  }
}

const arrivalOf = (redis: Redis, arrivalMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      redis.off('ready', arrive);
      reject(new Error('there is no connection to Redis'));
    }, arrivalMs);
    const arrive = (): void => {
      clearTimeout(timer);
      resolve();
    };
    redis.once('ready', arrive);
  });
