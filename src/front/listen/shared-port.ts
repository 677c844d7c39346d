// The listening threads that share the port, seen from the main thread. The system spreads connections over them.

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { AdminKey } from '../doors/admin-keys.ts';
import type { CertificateEntries } from '../doors/certificates.ts';
import type { KeyRecord } from '../doors/key-record.ts';
import { HTTP_BOUNDS } from '../http/bounds.ts';
import { createReceipts } from '../http/receipts.ts';
import type { TlsMaterial } from '../tls/material.ts';
import type { Listeners, ListenOptions, ListenParts } from './listeners.ts';
import { ThreadLink } from './thread-link.ts';

/** Pause before a lost thread is replaced. */
const START_AGAIN_MS = 1_000;

/** Replaces lost threads until it drains. */
class SharedPort implements Listeners {
  readonly #parts: ListenParts;
  readonly #options: ListenOptions;
  readonly #heldBytes: number;
  readonly #counts: Int32Array<SharedArrayBuffer>;
  readonly #receipts = createReceipts();
  readonly #threads: ThreadLink[] = [];
  #callerHeaders: readonly string[];
  #tls: TlsMaterial | undefined;
  #isLeaving = false;
  #isDraining = false;
  address: AddressInfo = { address: '', family: '', port: 0 };

  constructor(parts: ListenParts, options: ListenOptions) {
    const { threads } = parts.server;
    const { heldBytes } = { ...HTTP_BOUNDS, ...parts.bounds };
    this.#parts = parts;
    this.#options = options;
    this.#callerHeaders = parts.callerHeaders ?? [];
    this.#tls = parts.tls;
    this.#heldBytes = Math.max(Math.floor(heldBytes / threads), options.leastHeldBytes);
    this.#counts = new Int32Array(new SharedArrayBuffer(threads * Int32Array.BYTES_PER_ELEMENT));
  }

  async open(): Promise<void> {
    const { port, threads } = this.#parts.server;
    // If `port` is 0, the system chooses a port for the first thread, and the others share it.
    const first = this.#start(0, port);
    this.address = await first.listening;
    for (let thread = 1; thread < threads; thread += 1) this.#start(thread, this.address.port);
    await Promise.all(this.#threads.map(({ listening }) => listening));
  }

  useCallerHeaders(names: readonly string[]): void {
    this.#callerHeaders = names;
    for (const thread of this.#threads) thread.useCallerHeaders(names);
  }

  useKeys(keys: readonly KeyRecord[]): void {
    this.#parts.door.keys?.replace(keys);
    for (const thread of this.#threads) thread.useKeys(keys);
  }

  useAdminKeys(keys: readonly AdminKey[]): void {
    this.#parts.admin?.keys.replace(keys);
    for (const thread of this.#threads) thread.useAdminKeys(keys);
  }

  useCertificates(entries: CertificateEntries): void {
    this.#parts.door.certificates?.replace(entries);
    for (const thread of this.#threads) thread.useCertificates(entries);
  }

  useTls(material: TlsMaterial): void {
    this.#tls = material;
    for (const thread of this.#threads) thread.useTls(material);
  }

  toolsChanged(): void {
    for (const thread of this.#threads) thread.toolsChanged();
  }

  leave(): void {
    this.#isLeaving = true;
    for (const thread of this.#threads) thread.leave();
  }

  drain(): void {
    this.#isDraining = true;
    for (const thread of this.#threads) thread.drain();
  }

  async close(): Promise<void> {
    this.#isDraining = true;
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #start(thread: number, port: number): ThreadLink {
    const { server, argumentsBytes, admin, door, metaTools = false, payloads, traces } = this.#parts;
    const { readsIdempotencyKeys = false } = this.#parts;
    const link = new ThreadLink({
      file: this.#options.file,
      parts: this.#parts,
      receipts: this.#receipts,
      task: {
        server: { ...server, port },
        bounds: { ...this.#parts.bounds, heldBytes: this.#heldBytes },
        argumentsBytes,
        callerHeaders: this.#callerHeaders,
        metaTools,
        payloads,
        readsIdempotencyKeys,
        door: {
          allowsAnonymous: door.allowsAnonymous,
          ...(door.keys && { keys: door.keys.records }),
          ...(door.certificates && { certificates: door.certificates.entries }),
          ...(door.tokens && { tokens: door.tokens.settings }),
        },
        ...(this.#tls && { tls: this.#tls }),
        connections: { counts: this.#counts, thread },
        ...(traces && { sampling: traces.sampling }),
        ...(admin && {
          admin: { keys: admin.keys.records, archive: admin.archive, hasFigures: admin.figures !== undefined },
        }),
      },
      onLost: (cause) => this.#lost(thread, cause),
    });
    this.#threads[thread] = link;
    if (this.#isLeaving) link.leave();
    return link;
  }

  #lost(thread: number, cause: string): void {
    if (this.#isDraining) return;
    this.#options.onLost(`A listening thread was lost, with its connections; another one takes its place. ${cause}`);
    this.#startAgain(thread);
  }

  /** Replaces a lost thread. Tries again until a new one listens. */
  #startAgain(thread: number): void {
    Atomics.store(this.#counts, thread, 0);
    setTimeout(() => {
      if (this.#isDraining) return;
      const next = this.#start(thread, this.address.port);
      next.listening.catch(() => next.close().then(() => this.#startAgain(thread)));
    }, START_AGAIN_MS).unref();
  }
}

/** Listens in `parts.server.threads` threads. Rejects with the system's error if one cannot, and ends them all. */
export const sharePort = async (parts: ListenParts, options: ListenOptions): Promise<Listeners> => {
  if (parts.server.port !== 0) await refuseTaken(parts.server);
  const shared = new SharedPort(parts, options);
  try {
    await shared.open();
    return shared;
  } catch (error) {
    await shared.close();
    throw error;
  }
};

/** Rejects if another process listens there. Without this, two hosts with a shared port would each get a part of the requests. */
const refuseTaken = async ({ port, host }: ListenParts['server']): Promise<void> => {
  const probe = createServer();
  probe.listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
};
