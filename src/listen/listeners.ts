// What listens on the port: the main thread itself, or threads of its own that share the port.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { HttpParts } from '../http/app.ts';
import { closeServer } from '../http/close-server.ts';
import { createHttpServer } from '../http/server.ts';

export interface Listeners {
  readonly address: AddressInfo;
  /** Headers in which callers bring values for secrets of their own, from now on. */
  useCallerHeaders(names: readonly string[]): void;
  /** New calls are refused from now on. */
  drain(): void;
  /** Resolves once the last replies have left and no connection is open. */
  close(): Promise<void>;
}

/** What each server is made with. Whether it drains is up to {@link Listeners.drain}. */
export type ListenParts = Omit<HttpParts, 'isDraining' | 'receipts'>;

export interface ListenOptions {
  /** File of a listening thread; known here only by its path. */
  readonly file: string;
  /** A thread needs room for so many bytes, however small its part of `heldBytes`. */
  readonly leastHeldBytes: number;
  /** Told that a listening thread was lost, with its connections, and that another one takes its place. */
  readonly onLost: (text: string) => void;
}

/** Listens where `parts.server` says. Rejects with the system's error if it cannot. */
export const listen = async (parts: ListenParts, options: ListenOptions): Promise<Listeners> => {
  if (parts.server.threads === 1) return listenHere(parts);
  // No part of the start of a server without such threads.
  const { sharePort } = await import('./shared-port.ts');
  return sharePort(parts, options);
};

const listenHere = async (parts: ListenParts): Promise<Listeners> => {
  const callerHeaders = [...(parts.callerHeaders ?? [])];
  let isDraining = false;
  const server = createHttpServer({ ...parts, callerHeaders, isDraining: () => isDraining });
  server.listen(parts.server.port, parts.server.host);
  await once(server, 'listening');
  return {
    address: server.address() as AddressInfo,
    useCallerHeaders: (names) => void callerHeaders.splice(0, callerHeaders.length, ...names),
    drain: () => {
      isDraining = true;
    },
    close: () => closeServer(server),
  };
};
