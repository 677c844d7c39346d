// A configuration as it may be shown: what may hold a password is hidden.

import type { Config } from './config.ts';

const HIDDEN = '(hidden)';

/** An address without its user name and password. */
const withoutPassword = (address: string): string => {
  if (!URL.canParse(address)) return address === '' ? '' : HIDDEN;
  const { protocol, host, pathname, username, password } = new URL(address);
  return `${protocol}//${username === '' && password === '' ? '' : `${HIDDEN}@`}${host}${pathname}`;
};

/** The value of a setting, by its path, with whatever may be secret in it hidden. */
export const redacted = (path: string, value: unknown): unknown => {
  if (path === 'store.redisUrl') return withoutPassword(String(value));
  return /^secrets\.[A-Z][A-Z0-9_]*\.command$/.test(path) ? HIDDEN : value;
};

/** The whole configuration, fit to be printed. */
export const redactedConfig = (config: Config): Config => ({
  ...config,
  store: { ...config.store, redisUrl: withoutPassword(config.store.redisUrl) },
  secrets: Object.fromEntries(
    Object.entries(config.secrets).map(([name, binding]) => [
      name,
      binding.command === undefined ? binding : { ...binding, command: HIDDEN },
    ]),
  ),
});
