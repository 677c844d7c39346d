// API keys in Redis or Valkey, for several servers: one list, replaced in one step, with a mark that changes with it. Servers look at the mark four
// times a second. Front process, main thread, and command line.

import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Outage } from '../../shared/lifetime/outage.ts';
import { RedisLink } from '../../shared/redis/link.ts';
import { KeysBroken } from './key-file.ts';
import { type KeyRecord, keyListText, MOST_LIST_BYTES, readKeyList } from './key-record.ts';
import { type KeyUses, usesIn } from './key-uses.ts';

/** The braces keep both on one node of a cluster. No plugin's namespace begins like this. */
const LIST = 'toolcell-access:{keys}:list';
const MARK = 'toolcell-access:{keys}:mark';
/** Replaces the list if its mark is still the one that was read, so that no change of another process is lost. */
const REPLACE = `
if (redis.call('GET', KEYS[2]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[3])
return 1`;
/** Id of a key → when it was last used. */
const USES = 'toolcell-access:{keys}:uses';
const MARK_BYTES = 12;
const MOST_TRIES = 100;
const MOST_WAIT_MS = 20;
const LOOK_EVERY_MS = 250;

/** Thrown if Redis does not answer. The message has no password. */
export class KeysOutOfReach extends Error {
  override name = 'KeysOutOfReach';
}

interface MarkedList {
  readonly mark: string | undefined;
  readonly keys: readonly KeyRecord[] | undefined;
}

export interface RedisKeysListener {
  readonly onKeys: (keys: readonly KeyRecord[]) => void;
  /** Called once for each problem, until the keys have been read again. The keys from before stay in force. */
  readonly onProblem: (text: string) => void;
}

/** The keys of one Redis. Its connection keeps the process alive until `close`. */
export class RedisKeys {
  readonly #link: RedisLink;
  #isClosed = false;

  constructor(url: string) {
    this.#link = new RedisLink(url);
  }

  /** The keys; none if Redis has none. Throws {@link KeysOutOfReach} after about 2 s, and {@link KeysBroken}. */
  async read(): Promise<readonly KeyRecord[]> {
    return (await this.#load()).keys ?? [];
  }

  /**
   * Replaces the keys by what `change` makes of them. If another process changes them meanwhile, `change` is called again. Nothing is written if
   * it throws. Throws as `read` does, and errors of `change` unchanged.
   */
  async change<Result>(
    change: (keys: readonly KeyRecord[]) => { readonly keys: readonly KeyRecord[]; readonly result: Result },
  ): Promise<Result> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const { mark = '', keys = [] } = await this.#load();
      const { keys: changed, result } = change(keys);
      const text = keyListText(changed);
      if (Buffer.byteLength(text) > MOST_LIST_BYTES)
        throw new KeysBroken(`The keys would take more than ${MOST_LIST_BYTES} bytes → revoke old keys`);
      const next = randomBytes(MARK_BYTES).toString('hex');
      const isDone = await this.#ask((redis) => redis.eval(REPLACE, 2, LIST, MARK, mark, text, next));
      if (isDone === 1) {
        await this.#forgetUses(keys.filter(({ id }) => !changed.some((key) => key.id === id)));
        return result;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * MOST_WAIT_MS));
    }
    throw new KeysOutOfReach('The keys in Redis are being changed by others all the time. Try again.');
  }

  /** When keys were last used; as `read` does, it throws {@link KeysOutOfReach}. */
  async readUses(): Promise<KeyUses> {
    return usesIn(await this.#ask((redis) => redis.hgetall(USES)));
  }

  /** Adds uses. Those of several servers are a minute apart at most, so the last one that is written counts. */
  async addUses(uses: KeyUses): Promise<void> {
    await this.#ask((redis) => redis.hset(USES, Object.fromEntries(uses)));
  }

  async #forgetUses(gone: readonly KeyRecord[]): Promise<void> {
    if (gone.length > 0) await this.#ask((redis) => redis.hdel(USES, ...gone.map(({ id }) => id)));
  }

  /** Calls back with the keys now, and within a second after each change. Goes on by itself after an outage. */
  watch({ onKeys, onProblem }: RedisKeysListener): void {
    let known: string | undefined;
    const outage = new Outage({ pauseMs: LOOK_EVERY_MS, report: 'changed', onFault: onProblem });
    let isFirst = true;
    const look = async (): Promise<void> => {
      try {
        const isSame = outage.reason === undefined && !isFirst && (await this.#mark()) === known;
        if (!isSame) {
          const { mark, keys } = await this.#load();
          if (keys === undefined && known !== undefined)
            throw new KeysBroken('Redis has lost the keys → restore its data, or create the keys again');
          [known, isFirst] = [mark, false];
          outage.worked();
          if (!this.#isClosed) onKeys(keys ?? []);
        }
      } catch (error) {
        if (!this.#isClosed) outage.failed((error as Error).message);
      }
      if (!this.#isClosed) setTimeout(() => void look(), LOOK_EVERY_MS).unref();
    };
    void look();
  }

  close(): void {
    this.#isClosed = true;
    this.#link.close();
  }

  async #mark(): Promise<string | undefined> {
    return (await this.#ask((redis) => redis.get(MARK))) ?? undefined;
  }

  async #load(): Promise<MarkedList> {
    const [list, mark] = await this.#ask((redis) => redis.mget(LIST, MARK));
    if (typeof list !== 'string') return { mark: undefined, keys: undefined };
    const keys = list.length > MOST_LIST_BYTES ? `is longer than ${MOST_LIST_BYTES} bytes` : readKeyList(list);
    if (typeof keys === 'string')
      throw new KeysBroken(
        `The list of keys in Redis (${LIST}) ${keys} → restore it, or delete it and create the keys again`,
      );
    return { mark: mark ?? undefined, keys };
  }

  #ask<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    return this.#link.ask(command).catch(({ message }: Error) => {
      throw new KeysOutOfReach(
        `The keys cannot be read from Redis (${message}) → start it, or correct its address in "store"`,
      );
    });
  }
}
