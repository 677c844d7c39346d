// Starts a real host with an admin key, and calls its admin API. Imported by tests.

import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { AdminLogEntry } from '../../src/front/http/admin.ts';
import type { CallLogEntry } from '../../src/front/http/call-log.ts';
import { type Host, startHost } from '../../src/server/host.ts';
import type { HostOptions } from '../../src/server/host-options.ts';
import type { Config } from '../../src/settings/config.ts';
import type { PluginReport } from '../../src/shared/protocol/admin.ts';
import type { Refusal } from '../../src/shared/protocol/program.ts';
import { archiveOf, type TestVersion } from './archive.ts';
import { SHARED_CACHE } from './cache.ts';
import { definedMembers, untilLogged } from './call-log.ts';
import { testConfig, writePlugins } from './config.ts';

export { archiveOf } from './archive.ts';

/** An answer of the admin API, with the members of a success and of a problem. */
export interface AdminReply {
  readonly status: number;
  readonly headers: Headers;
  readonly code?: string;
  readonly detail: string;
  readonly refusals: readonly Refusal[];
  readonly version: string;
  readonly digest: string;
  readonly state: string;
  readonly plugin: PluginReport;
  readonly body: unknown;
}

export interface AdminHost {
  readonly host: Host;
  readonly folder: string;
  readonly port: number;
  readonly key: string;
  readonly adminLog: readonly AdminLogEntry[];
  readonly callLog: readonly CallLogEntry[];
  /** Sends a request with the key, unless `headers` has its own `authorization`. */
  ask(method: string, path: string, body?: Uint8Array | object, headers?: Record<string, string>): Promise<AdminReply>;
  put(version: TestVersion, headers?: Record<string, string>): Promise<AdminReply>;
  close(): Promise<void>;
}

/** Starts a host with an empty plugins folder and a new key. `close` ends it and removes the folder. */
export const startAdminHost = async (
  plugins: Partial<Config['plugins']> = {},
  server: Partial<Config['server']> = {},
  more: Partial<HostOptions> = {},
): Promise<AdminHost> => {
  const folder = writePlugins({});
  const key = randomBytes(32).toString('base64url');
  const hash = `sha256:${createHash('sha256').update(key).digest('hex')}`;
  const config = testConfig(folder);
  const adminLog: AdminLogEntry[] = [];
  const callLog: CallLogEntry[] = [];
  const host = await startHost({
    config: {
      ...config,
      server: { ...config.server, ...server, adminKeys: { admin: { hash, role: 'operate' }, ...server.adminKeys } },
      plugins: { ...config.plugins, ...plugins },
    },
    searchPath: process.env.PATH ?? '',
    ...SHARED_CACHE,
    triedOutAtStart: Number.POSITIVE_INFINITY,
    ...more,
    onCall: (entry) => callLog.push(definedMembers(entry)),
    onAdmin: (entry) => adminLog.push(entry),
    onGuestLog: () => {},
  });
  const ask: AdminHost['ask'] = async (method, path, body, headers = {}) => {
    const isArchive = body instanceof Uint8Array;
    const type = isArchive ? 'application/gzip' : 'application/json';
    const response = await fetch(`${host.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...(body !== undefined && { body: isArchive ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const document = text === '' ? {} : JSON.parse(text);
    if (response.ok && path.startsWith('/admin/')) await untilLogged(adminLog, response);
    return { ...document, body: document, status: response.status, headers: response.headers };
  };
  return {
    host,
    folder,
    port: Number(new URL(host.url).port),
    key,
    adminLog,
    callLog,
    ask,
    put: (version, headers) => ask('PUT', `/admin/plugins/${version.name ?? 'counter'}`, archiveOf(version), headers),
    close: async () => {
      await host.close();
      rmSync(folder, { recursive: true });
    },
  };
};
