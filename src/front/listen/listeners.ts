// Listens on the port, in the main thread itself or in threads that share the port.

import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { AdminKey } from '../doors/admin-keys.ts';
import type { CertificateEntries } from '../doors/certificates.ts';
import type { KeyRecord } from '../doors/key-record.ts';
import type { HttpParts } from '../http/app.ts';
import type { ServerEvents } from '../http/mcp.ts';
import { useMaterial } from '../http/secure-server.ts';
import { closeServer, createHttpServer, type Server } from '../http/server.ts';
import type { TlsMaterial } from '../tls/material.ts';

export interface Listeners {
  readonly address: AddressInfo;
  /** Sets the headers in which callers bring values for their own secrets. */
  useCallerHeaders(names: readonly string[]): void;
  /** Replaces the API keys, from the next request on. Does nothing if the parts have no keyring. */
  useKeys(keys: readonly KeyRecord[]): void;
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
  /** Refuses new calls. */
  drain(): void;
  /** Resolves when the last replies have left and no connection is open. */
  close(): Promise<void>;
}

/** The parts of each HTTP server. */
export type ListenParts = Omit<HttpParts, 'isDraining' | 'isLeaving' | 'receipts' | 'events'>;

export interface ListenOptions {
  /** File of a listening thread; known here only by its path. */
  readonly file: string;
  /** Lowest `heldBytes` of a thread, even if its share of all is less. */
  readonly leastHeldBytes: number;
  /** Called if a listening thread was lost, with a text for the operator. */
  readonly onLost: (text: string) => void;
}

/** Listens on the host and port of `parts.server`. Rejects with the system's error if it cannot. */
export const listen = async (parts: ListenParts, options: ListenOptions): Promise<Listeners> => {
  if (parts.server.threads === 1) return listenHere(parts);
  // Loaded only if needed, to keep the start short.
  const { sharePort } = await import('./shared-port.ts');
  return sharePort(parts, options);
};

/** An HTTP server that does not listen yet, and the functions that control it. */
export const openServer = (
  parts: Omit<HttpParts, 'isDraining' | 'isLeaving' | 'events'>,
): Omit<Listeners, 'address'> & { readonly server: Server } => {
  const callerHeaders = [...(parts.callerHeaders ?? [])];
  const events: ServerEvents = new EventEmitter();
  // Each open stream listens for the end.
  events.setMaxListeners(0);
  let isLeaving = false;
  let isDraining = false;
  const server = createHttpServer({
    ...parts,
    callerHeaders,
    events,
    isLeaving: () => isLeaving,
    isDraining: () => isDraining,
  });
  return {
    server,
    useCallerHeaders: (names) => void callerHeaders.splice(0, callerHeaders.length, ...names),
    useKeys: (keys) => parts.door.keys?.replace(keys),
    useAdminKeys: (keys) => parts.admin?.keys.replace(keys),
    useCertificates: (entries) => parts.door.certificates?.replace(entries),
    useTls: (material) => useMaterial(server, material),
    toolsChanged: () => void events.emit('toolsChanged'),
    leave: () => {
      isLeaving = true;
    },
    drain: () => {
      isDraining = true;
      events.emit('drain');
    },
    close: () => closeServer(server),
  };
};

const listenHere = async (parts: ListenParts): Promise<Listeners> => {
  const { server, ...open } = openServer(parts);
  server.listen(parts.server.port, parts.server.host);
  await once(server, 'listening');
  return { ...open, address: server.address() as AddressInfo };
};
