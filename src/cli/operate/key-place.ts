// Where the API keys of a server are, for commands: in a file, or in the Redis of the store.

import { changeKeys, readKeys } from '../../front/doors/key-file.ts';
import type { KeyRecord } from '../../front/doors/key-record.ts';
import { type KeyUses, readUses } from '../../front/doors/key-uses.ts';
import { RedisKeys } from '../../front/doors/redis-keys.ts';
import { isShared } from '../../settings/config.ts';
import { hasKeys } from '../../settings/load/access-relations.ts';
import type { CommandContext } from '../common/command.ts';
import { redisUrlFor, type Settings } from '../common/settings.ts';

/** Reads and changes keys; see key-file.ts and redis-keys.ts for the errors. */
export interface KeyPlace {
  /** A path, or `Redis`. */
  readonly words: string;
  /** Names it in answers with --json. */
  readonly named: { readonly file: string } | { readonly redis: true };
  read(): Promise<readonly KeyRecord[]>;
  /** When keys were last used, as far as servers have kept it. */
  uses(): Promise<KeyUses>;
  change<Result>(
    change: (keys: readonly KeyRecord[]) => { readonly keys: readonly KeyRecord[]; readonly result: Result },
  ): Promise<Result>;
  /** Ends its connection, which would keep the process alive. */
  close(): void;
}

export const fileOfKeys = (file: string): KeyPlace => ({
  words: file,
  named: { file },
  read: () => readKeys(file),
  uses: () => readUses(file),
  change: (change) => changeKeys(file, change),
  close: () => {},
});

/** The place that the settings name; undefined if they name none. Throws `CommandFailed` if they name Redis and not its address. */
export const keyPlaceOf = (settings: Settings, context: Pick<CommandContext, 'cwd' | 'env'>): KeyPlace | undefined => {
  const { access } = settings.config;
  if (!hasKeys(settings.config)) return undefined;
  if (!isShared(settings.config, 'keys')) return fileOfKeys(access.keysFile);
  const redis = new RedisKeys(redisUrlFor(settings, context));
  return {
    words: 'Redis',
    named: { redis: true },
    read: () => redis.read(),
    uses: () => redis.readUses(),
    change: (change) => redis.change(change),
    close: () => redis.close(),
  };
};
