// A connection to Redis or Valkey that is opened when it is first used, and again after each loss. Front process and command line. Loads ioredis
// when it is first used.

import type { Redis, RedisOptions } from 'ioredis';

const COMMAND_MS = 3_000;
const RECONNECT_MS = 250;

const OPTIONS = {
  lazyConnect: true,
  connectTimeout: 2_000,
  // A command without an answer may have been carried out, so it is not sent again.
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  // The check needs a right of its own, and a server that is still loading answers that it is.
  enableReadyCheck: false,
  disableClientInfo: true,
  protocol: 2,
  retryStrategy: () => RECONNECT_MS,
} as const satisfies RedisOptions;

/** Asks one Redis. Its connection keeps the process alive until `close`. */
export class RedisLink {
  readonly #url: string;
  readonly #commandTimeout: number;
  #connecting: Promise<Redis> | undefined;
  #isClosed = false;
  #lastError = '';

  /** `commandTimeoutMs`: how long an answer is waited for. */
  constructor(url: string, commandTimeoutMs: number = COMMAND_MS) {
    this.#url = url;
    this.#commandTimeout = commandTimeoutMs;
  }

  /** Runs a command. Rejects with an error whose message has no password if there is no answer, after about 2 s without a connection. */
  async ask<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    try {
      this.#connecting ??= this.#open();
      return await command(await this.#connecting);
    } catch (error) {
      throw new Error(this.#lastError === '' ? (error as Error).message : this.#lastError);
    }
  }

  /** Ends the connection. */
  close(): void {
    this.#isClosed = true;
    void this.#connecting?.then((redis) => redis.disconnect());
  }

  async #open(): Promise<Redis> {
    const { Redis } = await import('ioredis');
    const redis = new Redis(this.#url, { ...OPTIONS, commandTimeout: this.#commandTimeout });
    redis.on('error', ({ message }: Error) => {
      this.#lastError = message;
    });
    redis.on('ready', () => {
      this.#lastError = '';
    });
    // The first connection, for which all first commands wait; later ones are opened by ioredis.
    if (this.#isClosed) redis.disconnect();
    else await redis.connect().catch(() => {});
    return redis;
  }
}
