// A host that serves one shipped plugin, which asks a server of the test in the place of what it names. Runs in the test process.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../src/config/config.ts';
import { type Host, startHost } from '../../src/host.ts';
import type { CallLogEntry } from '../../src/http/call-log.ts';
import type { Secret } from '../../src/protocol/capabilities.ts';
import { SHARED_CACHE } from './cache.ts';
import { told } from './call-log.ts';
import { testConfig } from './config.ts';
import { PLUGINS_FOLDER } from './examples.ts';
import type { TlsUpstream } from './tls-upstream.ts';

export interface ShippedHost {
  readonly host: Host;
  readonly log: readonly CallLogEntry[];
  /** What the host was told of lines that the plugin wrote, as JSON texts. */
  readonly guestLog: readonly string[];
  close(): Promise<void>;
}

export interface ShippedHostOptions {
  readonly plugin: string;
  /** Wherever this stands in manifest and entry, the upstream's origin is written. */
  readonly names: string;
  readonly upstream: TlsUpstream;
  readonly grants: Config['grants'];
  readonly secrets?: readonly Secret[];
}

const copyWith = (folder: string, { plugin, names, upstream }: ShippedHostOptions): void => {
  const copy = join(folder, plugin);
  cpSync(join(PLUGINS_FOLDER, plugin), copy, { recursive: true });
  const texts = ['plugin.json', 'index.js'].map((file) => [join(copy, file), readFileSync(join(copy, file), 'utf8')]);
  if (!texts.some(([, text = '']) => text.includes(names))) throw new Error(`${plugin} does not name ${names}`);
  for (const [path = '', text = ''] of texts) writeFileSync(path, text.replaceAll(names, upstream.origin));
};

/** Starts it; the upstream's name server and root are the only ones it knows beside the well-known ones. */
export const startShippedHost = async (options: ShippedHostOptions): Promise<ShippedHost> => {
  const { upstream, grants, secrets = [] } = options;
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-shipped-'));
  copyWith(folder, options);
  const log: CallLogEntry[] = [];
  const guestLog: string[] = [];
  const host = await startHost({
    config: testConfig(folder, { grants, egress: { dnsServers: [upstream.dnsServer] } }),
    searchPath: process.env.PATH ?? '',
    ...SHARED_CACHE,
    reach: { secrets, extraCas: [upstream.ca], redisUrl: '' },
    onCall: (entry) => log.push(told(entry)),
    onGuestLog: (...told) => guestLog.push(JSON.stringify(told)),
  });
  const close = async (): Promise<void> => {
    await host.close();
    rmSync(folder, { recursive: true });
  };
  return { host, log, guestLog, close };
};
