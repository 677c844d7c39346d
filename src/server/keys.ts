// Follows the file of API keys, so that a key holds, or is refused, soon after `toolcell key` has changed the file. Front process, main thread.

import { type AdminKey, adminKeysOf } from '../front/doors/admin-keys.ts';
import { KeysBroken, readKeys } from '../front/doors/key-file.ts';
import { hasExpired, type KeyRecord } from '../front/doors/key-record.ts';
import { addUses, type KeyUses } from '../front/doors/key-uses.ts';
import { Keyring } from '../front/doors/keyring.ts';
import type { RedisKeys } from '../front/doors/redis-keys.ts';
import { type Config, isShared } from '../settings/config.ts';
import { stampOfFile, watchFiles } from '../settings/live/watch-file.ts';
import { hasKeys } from '../settings/load/access-relations.ts';
import { Outage } from '../shared/lifetime/outage.ts';
import type { HostOptions } from './host-options.ts';
import { keepUses } from './key-uses.ts';
import { unnameableCallers } from './nameable.ts';
import { StartRefused } from './start-refused.ts';

/** A change is noticed within twice this time and two looks at the files. */
const LOOK_EVERY_MS = 250;

/**
 * The keys at start; undefined if there are none by the settings. If Redis does not answer, they are unread: the server starts, lets nobody in by a
 * key, and is not ready until {@link followKeys} has read them. Throws {@link StartRefused} if they cannot be read otherwise.
 */
export const keyringAtStart = async (config: Config, redisUrl: string): Promise<Keyring | undefined> => {
  if (!hasKeys(config)) return undefined;
  const { access, server } = config;
  const keys = await (isShared(config, 'keys') ? redisKeysAtStart(redisUrl) : readKeys(access.keysFile)).catch(
    (error: unknown) => {
      throw new StartRefused((error as Error).message);
    },
  );
  if (keys === 'unread') return new Keyring(keys);
  const shared = adminKeysOf(server).find((admin) => keys.some(isKeyOf(admin)));
  if (shared !== undefined) throw new StartRefused(`${settingOf(shared)}: ${ALSO_A_KEY}`);
  return new Keyring(keys);
};

const isKeyOf =
  (admin: AdminKey) =>
  ({ hash }: KeyRecord): boolean =>
    hash === admin.hash;
const settingOf = ({ name }: AdminKey): string => `server.adminKeys.${name}`;
const ALSO_A_KEY = 'it is also the hash of an API key → agents and operators need keys of their own';

const redisKeysAtStart = async (redisUrl: string): Promise<readonly KeyRecord[] | 'unread'> => {
  const { KeysOutOfReach } = await import('../front/doors/redis-keys.ts');
  const redis = await openRedisKeys(redisUrl);
  try {
    return await redis.read();
  } catch (error) {
    if (error instanceof KeysOutOfReach) return 'unread';
    throw error;
  } finally {
    redis.close();
  }
};

/** Loaded only if keys are in Redis. */
const openRedisKeys = async (redisUrl: string): Promise<RedisKeys> => {
  const { RedisKeys } = await import('../front/doors/redis-keys.ts');
  return new RedisKeys(redisUrl);
};

/**
 * Follows the keys, and warns once of names in rules that nobody can have. `use` gets them after each reading, and undefined if a file of keys cannot be
 * read.
 */
export const followKeys = (
  { config, externalValues, onNotice, onKeys }: Pick<HostOptions, 'config' | 'externalValues' | 'onNotice' | 'onKeys'>,
  {
    keyring,
    configNow,
  }: { readonly keyring: Pick<Keyring, 'isRead' | 'takeUses' | 'giveBack' | 'has'>; readonly configNow: () => Config },
  use: (keys: readonly KeyRecord[] | undefined) => void,
): { readonly close: () => Promise<void> } => {
  const { keysFile } = config.access;
  const warned = new Set<string>();
  const callbacks: Omit<KeyWatch, 'keysFile'> = {
    onKeys: (read) => {
      const admins = adminKeysOf(config.server).filter((admin) => read.some(isKeyOf(admin)));
      const records = read.filter((record) => !admins.some((admin) => isKeyOf(admin)(record)));
      for (const admin of admins)
        onNotice?.({ level: 'error', text: `${settingOf(admin)}: ${ALSO_A_KEY}. Callers cannot use it.` });
      use(records);
      onKeys?.(records);
      const count = records.filter((record) => !hasExpired(record, Date.now())).length;
      onNotice?.({ level: 'info', text: `${count} API key${count === 1 ? ' is' : 's are'} in force` });
      for (const text of unnameableCallers(configNow(), records)) {
        if (!warned.has(text)) onNotice?.({ level: 'warn', text });
        warned.add(text);
      }
    },
    onProblem: (problem) => {
      const meanwhile = keyring.isRead
        ? 'The keys from before stay in force.'
        : 'Until the keys can be read, callers with keys get identity_unavailable.';
      onNotice?.({ level: 'error', text: `${problem}. ${meanwhile}` });
    },
    onUnread: () => use(undefined),
  };
  const { keep, close } = isShared(config, 'keys')
    ? watchRedisKeys(externalValues?.redisUrl ?? '', callbacks)
    : {
        ...watchKeys({ keysFile, ...callbacks }),
        keep: (uses: KeyUses, isKept: (id: string) => boolean) => addUses(keysFile, uses, isKept),
      };
  const uses = keepUses({ keyring, keep, onNotice });
  return {
    close: async () => {
      await uses.close();
      close();
    },
  };
};

/** Calls back with the keys in Redis, as {@link watchKeys} does for a file. */
const watchRedisKeys = (
  redisUrl: string,
  callbacks: Pick<KeyWatch, 'onKeys' | 'onProblem'>,
): { readonly close: () => void; readonly keep: (uses: KeyUses) => Promise<void> } => {
  const opened = openRedisKeys(redisUrl);
  void opened.then((redis) => redis.watch(callbacks));
  return {
    keep: async (uses) => (await opened).addUses(uses),
    close: () => void opened.then((redis) => redis.close()),
  };
};

export interface KeyWatch {
  readonly keysFile: string;
  readonly onKeys: (keys: readonly KeyRecord[]) => void;
  /** Called for each new reason why the keys cannot be read. */
  readonly onProblem: (text: string) => void;
  /** Called each time the file cannot be read. */
  readonly onUnread: () => void;
}

/**
 * Calls back with the keys now, and after each change of the file. A file that cannot be read is read again and again, until it can. Its timers keep no
 * process alive.
 *
 * The keys from before do not go on: the file may have been changed by a user who may read it, and whom a command told that a key is revoked.
 */
export const watchKeys = ({ keysFile, onKeys, onProblem, onUnread }: KeyWatch): { readonly close: () => void } => {
  const outage = new Outage({ pauseMs: LOOK_EVERY_MS, report: 'changed', onFault: onProblem });
  let again: NodeJS.Timeout | undefined;
  let isClosed = false;
  const read = async (): Promise<void> => {
    const found = await readKeys(keysFile).catch((error: Error) => error);
    if (isClosed) return;
    clearTimeout(again);
    if (!(found instanceof Error)) {
      outage.worked();
      return onKeys(found);
    }
    onUnread();
    const why = found instanceof KeysBroken ? found.message : `${keysFile}: ${found.message}`;
    outage.failed(why);
    again = setTimeout(readInTurn, LOOK_EVERY_MS).unref();
  };
  // One reading at a time: a later one must not be overtaken by an earlier one. The file may have changed before the watch began.
  let reading: Promise<void> | undefined;
  const readInTurn = (): void => {
    reading = (reading ?? Promise.resolve()).then(read);
  };
  const watch = watchFiles(
    () => [keysFile],
    readInTurn,
    LOOK_EVERY_MS,
    (path) => stampOfFile(path).catch(codeOf),
  );
  readInTurn();
  return {
    close: () => {
      isClosed = true;
      clearTimeout(again);
      watch.close();
    },
  };
};

/** A file that is out of reach has changed, too. */
const codeOf = ({ code }: NodeJS.ErrnoException): string => `out of reach: ${code}`;
