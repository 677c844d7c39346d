// Imports servers of npm for tests from packages that a test writes down, without a registry, and serves them.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ImportedServer, importServer, type ServerOptions } from '../../src/cli/import/npm/import-npm.ts';
import { Workbench } from '../../src/cli/plugin/workbench.ts';
import type { CallLogEntry } from '../../src/front/http/call-log.ts';
import { type Host, startHost } from '../../src/server/host.ts';
import type { Config } from '../../src/settings/config.ts';
import { NO_EXTERNAL_VALUES } from '../../src/settings/load/secrets.ts';
import type { Secret } from '../../src/shared/protocol/capabilities.ts';
import type { Limits } from '../../src/shared/protocol/limits.ts';
import { SHARED_CACHE } from './cache.ts';
import { testConfig } from './config.ts';
import { EXPRESS, SMALL_SDK } from './mcp-packages.ts';
import type { RegistryPackage } from './npm-registry.ts';
import type { TlsUpstream } from './tls-upstream.ts';

type Reached = Pick<TlsUpstream, 'ca' | 'dnsServer'>;

const NO_OPTIONS: ServerOptions = {
  pluginName: undefined,
  settings: {},
  secrets: {},
  args: [],
  only: undefined,
  prefix: '',
};

/** Puts packages where npm would. */
const install = (folder: string, packages: readonly RegistryPackage[]): void => {
  for (const { description, files } of packages)
    for (const [path, text] of Object.entries({ 'package.json': JSON.stringify(description), ...files })) {
      const at = join(folder, 'node_modules', description.name, path);
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, text);
    }
};

export interface Importer {
  /** Imports a server that has the small SDK and express beside it. Rejects as `importServer` does. */
  import(server: RegistryPackage, options?: Partial<ServerOptions>): Promise<ImportedServer>;
  /** The words of the refusal of a server. */
  refusal(server: RegistryPackage, options?: Partial<ServerOptions>): Promise<string>;
  close(): Promise<void>;
}

/** Opens a sandbox that several imports use. */
export const openImporter = async (): Promise<Importer> => {
  const bench = await Workbench.open(testConfig('.'), { env: process.env, ...SHARED_CACHE });
  const imported: Importer['import'] = async (server, options = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-imported-'));
    try {
      install(folder, [SMALL_SDK, EXPRESS, server]);
      const { name, version } = server.description;
      return await importServer(
        bench,
        { folder, name, version, integrity: 'sha512-0123456789abcdef' },
        { ...NO_OPTIONS, ...options },
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  return {
    import: imported,
    refusal: (server, options) =>
      imported(server, options).then(
        () => 'was imported',
        (error: Error) => `${error.name}: ${error.message}`,
      ),
    close: () => bench[Symbol.asyncDispose](),
  };
};

export interface ServeOptions {
  readonly grants?: Config['grants'];
  readonly secrets?: readonly Secret[];
  readonly limits?: Partial<Limits>;
  /** Default: what the host chooses. */
  readonly freshState?: Config['freshState'];
}

export interface ServedImport {
  readonly host: Host;
  readonly guestLog: readonly string[];
  readonly log: readonly CallLogEntry[];
  close(): Promise<void>;
}

/** Serves an imported server in its own folder. It reaches `upstream`, if there is one. */
export const serveImported = async (
  { manifest, files }: ImportedServer,
  upstream?: Reached,
  { grants = {}, secrets = [], limits = {}, freshState = 'auto' }: ServeOptions = {},
): Promise<ServedImport> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-served-'));
  mkdirSync(join(folder, manifest.name));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, manifest.name, name), text);
  const guestLog: string[] = [];
  const log: CallLogEntry[] = [];
  const egress = upstream ? { egress: { dnsServers: [upstream.dnsServer] } } : {};
  const host = await startHost({
    config: testConfig(folder, { grants, freshState, limits: { queueMs: 100_000, ...limits }, ...egress }),
    searchPath: process.env.PATH ?? '',
    ...SHARED_CACHE,
    externalValues: { ...NO_EXTERNAL_VALUES, secrets, extraCas: upstream ? [upstream.ca] : [] },
    onCall: (entry) => log.push(entry),
    onGuestLog: (_call, lines) => guestLog.push(...lines.map(({ text }) => text)),
  });
  return {
    host,
    guestLog,
    log,
    close: async () => {
      await host.close();
      rmSync(folder, { recursive: true });
    },
  };
};
