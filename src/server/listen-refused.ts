// Says what to do if the server cannot listen on an address: for calls, or for figures. Front process, main thread.

import type { Config, ServerConfig } from '../settings/config.ts';
import { StartRefused } from './start-refused.ts';

/** A second server on one port is nearly always a mistake, so the way to have two comes last. */
const IN_USE =
  'stop what listens there, or start with --port N; server.reusePort lets several servers share a port on Linux';
/** The kernel lets processes share a port only if each of them asks for it, and all are of one user. */
const SHARED_IN_USE =
  'what listens there does not share the port; set server.reusePort for that server too, and run both as the same user, or start with --port N';

/** The {@link StartRefused} for an error of `listen` that an operator can mend; any other error as it is. */
export const listenRefused = (error: unknown, server: Pick<ServerConfig, 'host' | 'port' | 'reusePort'>): unknown => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE')
    return new StartRefused(
      `${server.host}:${server.port} is already in use: ${server.reusePort ? SHARED_IN_USE : IN_USE}`,
    );
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
    return new StartRefused(
      `cannot listen on ${server.host}:${server.port} (${code}): choose another server.host or --port N`,
    );
  if (code === 'ENOTSUP')
    return new StartRefused(
      'server.reusePort: this operating system spreads no connections over processes; set it to false',
    );
  return error;
};

/** The same for `metrics.host` and `metrics.port`. */
export const figuresRefused = (error: unknown, { host, port }: Config['metrics']): unknown => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE')
    return new StartRefused(`${host}:${port} is already in use: stop what listens there, or set another metrics.port`);
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartRefused(`cannot listen on ${host}:${port} (${code}): set another metrics.host or metrics.port`);
  return error;
};
