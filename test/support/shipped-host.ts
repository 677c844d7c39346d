// Starts a host that serves one shipped plugin, whose requests go to a server of the test. Runs in the test process.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallLogEntry } from '../../src/front/http/call-log.ts';
import { type Host, startHost } from '../../src/server/host.ts';
import type { Config } from '../../src/settings/config.ts';
import { NO_EXTERNAL_VALUES } from '../../src/settings/load/secrets.ts';
import type { Secret } from '../../src/shared/protocol/capabilities.ts';
import { SHARED_CACHE } from './cache.ts';
import { definedMembers } from './call-log.ts';
import { testConfig } from './config.ts';
import { PLUGINS_FOLDER } from './examples.ts';
import type { TlsUpstream } from './tls-upstream.ts';

export interface ShippedHost {
  readonly host: Host;
  readonly log: readonly CallLogEntry[];
  /** The lines that the plugin logged, as JSON texts. */
  readonly guestLog: readonly string[];
  close(): Promise<void>;
}

export interface ShippedHostOptions {
  readonly plugin: string;
  /** Origin in the manifest and the entry that is replaced by the upstream's. */
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

/** Starts the host. It knows the upstream's name server only, and trusts the upstream's root in addition to the well-known ones. */
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
    externalValues: { ...NO_EXTERNAL_VALUES, secrets, extraCas: [upstream.ca] },
    onCall: (entry) => log.push(definedMembers(entry)),
    onGuestLog: (...logged) => guestLog.push(JSON.stringify(logged)),
  });
  const close = async (): Promise<void> => {
    await host.close();
    rmSync(folder, { recursive: true });
  };
  return { host, log, guestLog, close };
};
