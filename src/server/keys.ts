// Follows the file of API keys, so that a key holds, or is refused, soon after `toolcell key` has changed the file. Front process, main thread.

import { adminKeysOf } from '../front/doors/admin-keys.ts';
import { KeysBroken, readKeys } from '../front/doors/key-file.ts';
import type { KeyRecord } from '../front/doors/key-record.ts';
import type { RedisKeys } from '../front/doors/redis-keys.ts';
import { type Config, isShared } from '../settings/config.ts';
import { watchFiles } from '../settings/live/watch-file.ts';
import { hasKeys } from '../settings/load/access-relations.ts';
import type { HostOptions } from './host-options.ts';
import { StartRefused } from './start-refused.ts';

/** A change is noticed within twice this time and two looks at the files. */
const LOOK_EVERY_MS = 250;

/** The keys at start; undefined if there are none by the settings. Throws {@link StartRefused} if they cannot be read. */
export const keysAtStart = async (config: Config, redisUrl: string): Promise<readonly KeyRecord[] | undefined> => {
  if (!hasKeys(config)) return undefined;
  const { access, server } = config;
  const keys = await (isShared(config, 'keys') ? redisKeysAtStart(redisUrl) : readKeys(access.keysFile)).catch(
    (error: unknown) => {
      throw new StartRefused((error as Error).message);
    },
  );
  const shared = adminKeysOf(server).find((admin) => keys.some(({ hash }) => hash === admin.hash));
  if (shared === undefined) return keys;
  const setting = `server.adminKeys.${shared.name}`;
  throw new StartRefused(`${setting}: it is also the hash of an API key → agents and operators need keys of their own`);
};

const redisKeysAtStart = async (redisUrl: string): Promise<readonly KeyRecord[]> => {
  const redis = await openRedisKeys(redisUrl);
  return redis.read().finally(() => redis.close());
};

/** Loaded only if keys are in Redis. */
const openRedisKeys = async (redisUrl: string): Promise<RedisKeys> => {
  const { RedisKeys } = await import('../front/doors/redis-keys.ts');
  return new RedisKeys(redisUrl);
};

/** Follows the keys, if there are any by the settings. `use` gets them after each reading. */
export const followKeys = (
  { config, externalValues, onNotice, onKeys }: Pick<HostOptions, 'config' | 'externalValues' | 'onNotice' | 'onKeys'>,
  use: (keys: readonly KeyRecord[]) => void,
): { readonly close: () => void } | undefined => {
  if (!hasKeys(config)) return undefined;
  const { keysFile } = config.access;
  const callbacks: Omit<KeyWatch, 'keysFile'> = {
    onKeys: (records) => {
      use(records);
      onKeys?.(records);
      onNotice?.({
        level: 'info',
        text: `${records.length} API key${records.length === 1 ? ' is' : 's are'} in force`,
      });
    },
    onProblem: (text) => onNotice?.({ level: 'error', text }),
  };
  return isShared(config, 'keys')
    ? watchRedisKeys(externalValues?.redisUrl ?? '', callbacks)
    : watchKeys({ keysFile, ...callbacks });
};

/** Calls back with the keys in Redis, as {@link watchKeys} does for a file. */
const watchRedisKeys = (
  redisUrl: string,
  { onKeys, onProblem }: Omit<KeyWatch, 'keysFile'>,
): { readonly close: () => void } => {
  const opened = openRedisKeys(redisUrl);
  void opened.then((redis) =>
    redis.watch({ onKeys, onProblem: (text) => onProblem(`${text}. The keys from before stay in force.`) }),
  );
  return { close: () => void opened.then((redis) => redis.close()) };
};

export interface KeyWatch {
  readonly keysFile: string;
  readonly onKeys: (keys: readonly KeyRecord[]) => void;
  /** Called if the file cannot be read. The keys from before stay in force. */
  readonly onProblem: (text: string) => void;
}

/** Calls back with the keys now, and after each change of the file. Its timer keeps no process alive. */
export const watchKeys = ({ keysFile, onKeys, onProblem }: KeyWatch): { readonly close: () => void } => {
  const read = async (): Promise<void> => {
    try {
      onKeys(await readKeys(keysFile));
    } catch (error) {
      const why = error instanceof KeysBroken ? error.message : `${keysFile}: ${(error as Error).message}`;
      onProblem(`${why}. The keys from before stay in force.`);
    }
  };
  // One reading at a time: a later one must not be overtaken by an earlier one. The file may have changed before the watch began.
  let reading: Promise<void> | undefined;
  const watch = watchFiles(
    () => [keysFile],
    () => {
      reading = (reading ?? Promise.resolve()).then(read);
    },
    LOOK_EVERY_MS,
  );
  reading = read();
  return watch;
};
