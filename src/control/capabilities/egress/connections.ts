// The connections of all plugins, in one pool per plugin. Opens a new one: resolves the name, checks its addresses, connects. Control thread.

import { isIP } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { checkAddresses, connect, hostOf } from './connect.ts';
import type { Connection } from './connection.ts';
import { ConnectionPool, type ConnectionWant, type Opened } from './connection-pool.ts';
import { DnsCache } from './dns-cache.ts';
import type { FetchContext } from './fetch-context.ts';
import { mayBePrivate } from './rules.ts';

/** Hands out connections to origins. No plugin gets a connection of another plugin. */
export class Connections {
  readonly #names: DnsCache;
  readonly #extraCas: readonly string[];
  readonly #pools = new Map<string, ConnectionPool>();
  #secureContext: SecureContext | undefined;
  #isClosed = false;

  /** `dnsServers` as `IP` or `IP:port`; `extraCas` are PEM texts, trusted in addition to the system's. */
  constructor(dnsServers: readonly string[], extraCas: readonly string[]) {
    this.#names = new DnsCache(dnsServers);
    this.#extraCas = extraCas;
  }

  /** A connection of this pool, idle or new, to the origin of `url`. The caller gives it back to the pool. Rejects with an {@link EgressRefusal}. */
  take(url: URL, pool: ConnectionPool, context: FetchContext): Connection | Promise<Connection> {
    const want: ConnectionWant = { origin: url.origin, mayBePrivate: mayBePrivate(url.origin, context.scope.grants) };
    return pool.ready(want) ?? pool.take(want, context.deadline, () => this.#open(url, pool, want, context));
  }

  /** Closes idle connections now, and the others when they are given back. */
  close(): void {
    this.#isClosed = true;
    for (const pool of this.#pools.values()) pool.close();
  }

  /** The pool of one plugin, kept while a connection of it is open or a request waits for one. */
  poolOf(pluginName: string): ConnectionPool {
    const known = this.#pools.get(pluginName);
    if (known) return known;
    const pool = new ConnectionPool(() => {
      if (this.#pools.get(pluginName) === pool) this.#pools.delete(pluginName);
    });
    if (this.#isClosed) pool.close();
    this.#pools.set(pluginName, pool);
    return pool;
  }

  async #open(
    url: URL,
    pool: ConnectionPool,
    want: ConnectionWant,
    { scope, deadline }: FetchContext,
  ): Promise<Opened> {
    const host = hostOf(url);
    const addresses = isIP(host) > 0 ? [host] : await this.#names.addressesOf(host, scope.pluginName, deadline);
    const checked = checkAddresses(url, addresses, { mayBePrivate: want.mayBePrivate, pluginName: scope.pluginName });
    deadline.check();
    const socket = await connect({ url, checked, secureContext: this.#trusted(), pool }, deadline);
    return { socket, isPrivate: checked.isPrivate };
  }

  /** The trusted authorities. Built once, because there are many. */
  #trusted(): SecureContext {
    this.#secureContext ??= createSecureContext({
      minVersion: 'TLSv1.2',
      ...(this.#extraCas.length > 0 && { ca: [...getCACertificates('default'), ...this.#extraCas] }),
    });
    return this.#secureContext;
  }
}
