// The shape of a whole configuration, by the table of settings: every setting is present, in the unit of its name.

import type { SETTINGS } from './settings.ts';
import type { ValueOf } from './table/setting.ts';

/** Every setting. A loaded configuration is frozen, and its paths are absolute. `settings/` describes each member. */
export type Config = ValueOf<typeof SETTINGS>;

export type ServerConfig = Config['server'];
export type PluginsConfig = Config['plugins'];
export type LogConfig = Config['log'];

/** Upgrades that wait for approval: those that widen what a plugin may do or change what agents read, all, or none. */
export type ApprovalPolicy = PluginsConfig['approve'];

/** Settings of one plugin, which replace `limits` and `freshState`. */
export type PluginOverride = PluginsConfig['overrides'][string];

export type PluginGrants = Config['grants'][string];

/** Where a secret comes from, and the one plugin and origin it is for. Exactly one of `env`, `file`, `command` and `callerHeader` is set. */
export type SecretBinding = Config['secrets'][string];

/** True if some plugin is granted the store. Otherwise the state of the store does not matter. */
export const usesStore = ({ grants }: Pick<Config, 'grants'>): boolean =>
  Object.values(grants).some(({ store }) => store === true);

/** True if the store is in Redis. */
export const isRedisStore = ({ redisUrl, redisUrlEnv }: Config['store']): boolean =>
  redisUrl !== '' || redisUrlEnv !== '';

/** True if servers share this in the Redis of the store. */
export const isShared = ({ store }: Pick<Config, 'store'>, what: 'keys' | 'quotas' | 'answers'): boolean =>
  store.shared.includes(what);
