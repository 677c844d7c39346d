// What listens on the port: the main thread itself, or threads of its own that share the port.

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { HttpParts } from '../http/app.ts';
import { closeServer } from '../http/close-server.ts';
import { createReceipts } from '../http/receipts.ts';
import { createHttpServer } from '../http/server.ts';
import { Listener } from './listener.ts';

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
export const listen = (parts: ListenParts, options: ListenOptions): Promise<Listeners> =>
  parts.server.threads === 1 ? listenHere(parts) : listenInThreads(parts, options);

/** Pause before a thread takes the place of one that was lost. */
const START_AGAIN_MS = 1_000;

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

const listenInThreads = async (parts: ListenParts, options: ListenOptions): Promise<Listeners> => {
  const { server, argumentsBytes, admin } = parts;
  const { threads } = server;
  const heldBytes = Math.max(Math.floor(server.heldBytes / threads), options.leastHeldBytes);
  const counts = new Int32Array(new SharedArrayBuffer(threads * Int32Array.BYTES_PER_ELEMENT));
  const receipts = createReceipts();
  const listeners: Listener[] = [];
  let callerHeaders = parts.callerHeaders ?? [];
  let isDraining = false;

  const start = (thread: number, port: number): Listener =>
    new Listener({
      file: options.file,
      parts,
      receipts,
      task: {
        server: { ...server, port, heldBytes },
        argumentsBytes,
        callerHeaders,
        connections: { counts, thread },
        ...(admin && { admin: { keyHash: admin.keyHash, archive: admin.archive } }),
      },
      onLost: (cause) => {
        if (isDraining) return;
        options.onLost(`A listening thread was lost, with its connections; another one takes its place. ${cause}`);
        startAgain(thread, port);
      },
    });

  /** Starts a thread in the place of one that was lost, as often as it takes until it listens. */
  const startAgain = (thread: number, port: number): void => {
    Atomics.store(counts, thread, 0);
    setTimeout(() => {
      if (isDraining) return;
      const next = start(thread, port);
      listeners[thread] = next;
      next.listening.catch(() => next.close().then(() => startAgain(thread, port)));
    }, START_AGAIN_MS).unref();
  };

  const close = async (): Promise<void> => {
    isDraining = true;
    await Promise.all(listeners.map((listener) => listener.close()));
  };

  if (server.port !== 0) await refuseTaken(server);
  try {
    // The system chooses a port for the first, if it may.
    const first = start(0, server.port);
    listeners.push(first);
    const address = await first.listening;
    for (let thread = 1; thread < threads; thread += 1) listeners.push(start(thread, address.port));
    await Promise.all(listeners.map(({ listening }) => listening));
    return {
      address,
      useCallerHeaders: (names) => {
        callerHeaders = names;
        for (const listener of listeners) listener.useCallerHeaders(names);
      },
      drain: () => {
        isDraining = true;
        for (const listener of listeners) listener.drain();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Rejects if another process listens there: one that shares its port, like this one, would get a part of the other's requests. */
const refuseTaken = async ({ port, host }: ListenParts['server']): Promise<void> => {
  const probe = createServer();
  probe.listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
};
