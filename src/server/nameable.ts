// Finds names of callers in rules and quotas that nobody can have. Front process and command line.

import { hasExpired, type KeyRecord } from '../front/doors/key-record.ts';
import { CLIENT_PREFIX } from '../front/doors/tokens/claims.ts';
import type { Config } from '../settings/config.ts';
import { hasCertificates, hasDoor, hasTokens } from '../settings/load/access-relations.ts';
import { unnameable } from '../settings/rules/idle-rules.ts';

type NamingConfig = Pick<Config, 'access' | 'throttling' | 'server' | 'store'>;

/**
 * One line for each finding: the setting, what is wrong, what to do. `keys`: those of the server now. Empty for a server that asks nobody who they are:
 * its rules may be written before its first key.
 */
export const unnameableCallers = (config: NamingConfig, keys: readonly KeyRecord[]): readonly string[] => {
  if (!hasDoor(config)) return [];
  const { rules, certificates } = config.access;
  const settings = {
    ...prefixed('access.rules', rules),
    ...prefixed('throttling.quotas', config.throttling.quotas),
  };
  const nowMs = Date.now();
  const inForce = keys.filter((record) => !hasExpired(record, nowMs));
  const certified = hasCertificates(config) ? Object.entries(certificates) : [];
  return unnameable(settings, {
    clients: [...inForce.map(({ client }) => client), ...certified.map(([client]) => client)],
    orgs: [...inForce, ...certified.map(([, entry]) => entry)].flatMap(({ org }) => org ?? []),
    tokenClients: hasTokens(config) ? CLIENT_PREFIX : undefined,
  });
};

const prefixed = <Value>(prefix: string, values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));
