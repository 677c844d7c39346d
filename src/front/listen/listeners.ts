// Listens on the port, and controls what the HTTP server does while the host serves. Front process, main thread.

import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { AdminKey } from '../doors/admin-keys.ts';
import type { CertificateEntries } from '../doors/certificates.ts';
import type { HttpParts } from '../http/app.ts';
import { handOverPort } from '../http/hand-over.ts';
import type { ServerEvents } from '../http/mcp-parts.ts';
import { useMaterial } from '../http/secure-server.ts';
import { closeServer, createHttpServer } from '../http/server.ts';
import type { TlsMaterial } from '../tls/material.ts';

export interface Listeners {
  readonly address: AddressInfo;
  /** Sets the headers in which callers bring values for their own secrets. */
  useCallerHeaders(names: readonly string[]): void;
  /** Replaces the keys of the admin API, from the next request on. Does nothing if the parts have no admin API. */
  useAdminKeys(keys: readonly AdminKey[]): void;
  /** Says anew whom certificates of callers name, from the next request on. */
  useCertificates(entries: CertificateEntries): void;
  /** Replaces certificate and key, for new connections. Only for servers that speak HTTPS. */
  useTls(material: TlsMaterial): void;
  /** Tells callers that listen for it that their list of tools may have changed. */
  toolsChanged(): void;
  /** Tells load balancers to send no more calls, and goes on taking them. */
  leave(): void;
  /**
   * Gives the port up to the other processes that share it, and loses no call: takes the connections that wait, then closes the listening socket, and
   * lets each reply end its connection. Resolves when no connection is left, or when those that are left have been idle for longer than callers were told.
   */
  handOver(): Promise<void>;
  drain(): void;
  /** Resolves when the last replies have left and no connection is open. */
  close(): Promise<void>;
}

export type ListenParts = Omit<HttpParts, 'isDraining' | 'isLeaving' | 'endsConnections' | 'events'>;

/** Listens on the host and port of `parts.server`. Rejects with the system's error if it cannot. */
export const listen = async (parts: ListenParts): Promise<Listeners> => {
  const callerHeaders = [...(parts.callerHeaders ?? [])];
  const events: ServerEvents = new EventEmitter();
  // Each open stream listens for the end.
  events.setMaxListeners(0);
  let isLeaving = false;
  let isHandingOver = false;
  let isDraining = false;
  const server = createHttpServer({
    ...parts,
    callerHeaders,
    events,
    isLeaving: () => isLeaving,
    isDraining: () => isDraining,
    endsConnections: () => isHandingOver || isDraining,
  });
  const { host, port, reusePort, keepAliveTimeoutMs } = parts.server;
  server.listen({ host, port, reusePort });
  await once(server, 'listening');
  return {
    address: server.address() as AddressInfo,
    useCallerHeaders: (names) => void callerHeaders.splice(0, callerHeaders.length, ...names),
    useAdminKeys: (keys) => parts.admin?.keys.replace(keys),
    useCertificates: (entries) => parts.door.certificates?.replace(entries),
    useTls: (material) => useMaterial(server, material),
    toolsChanged: () => void events.emit('toolsChanged'),
    leave: () => {
      isLeaving = true;
    },
    handOver: () => {
      isHandingOver = true;
      return handOverPort(server, keepAliveTimeoutMs);
    },
    drain: () => {
      isDraining = true;
      events.emit('drain');
    },
    close: () => closeServer(server),
  };
};
