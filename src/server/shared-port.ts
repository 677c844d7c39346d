// What an operator should know who lets several servers share a port (`server.reusePort`). Front process, main thread. Decision 0042.

import { readFileSync } from 'node:fs';
import { type Config, isShared } from '../settings/config.ts';

/** Says whether Linux keeps the connections that wait in a socket that closes. No other system has the file. */
const MIGRATES_FILE = '/proc/sys/net/ipv4/tcp_migrate_req';

/** A line for each thing that is not what it looks like while several servers share the port. */
export const sharedPortWarnings = (
  config: Pick<Config, 'server' | 'idempotency' | 'throttling' | 'store'>,
  migrates: boolean | undefined = migratesHere(),
): readonly string[] => {
  const { server, idempotency, throttling } = config;
  if (!server.reusePort) return [];
  const isCounted = Object.keys(throttling.quotas).length > 0 && !isShared(config, 'quotas');
  return [
    ...(idempotency.enabled && !isShared(config, 'answers')
      ? [
          'server.reusePort: a repeat of a call may reach another server on the port and run again; add "answers" to store.shared',
        ]
      : []),
    ...(isCounted
      ? ['server.reusePort: each server on the port counts quotas for itself; add "quotas" to store.shared']
      : []),
    ...(migrates === false
      ? [
          'server.reusePort: when one server on the port ends, the kernel may reset a connection that came in that moment; run sysctl net.ipv4.tcp_migrate_req=1',
        ]
      : []),
  ];
};

/** Undefined if the system does not say. */
const migratesHere = (): boolean | undefined => {
  try {
    return readFileSync(MIGRATES_FILE, 'utf8').trim() === '1';
  } catch {
    return undefined;
  }
};
