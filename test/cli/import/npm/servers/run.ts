// Imports one server, serves it, and makes the same call of it and of the oracle.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mainFileOf } from '../../../../../src/cli/import/npm/bundle-server.ts';
import { type ImportedServer, importServer, type ServerOptions } from '../../../../../src/cli/import/npm/import-npm.ts';
import type { Workbench } from '../../../../../src/cli/plugin/workbench.ts';
import { callTool } from '../../../../support/host.ts';
import { type ServedImport, serveImported } from '../../../../support/imported-server.ts';
import type { ListedServer } from './list.ts';
import { startOracle } from './oracle.ts';
import type { FakeUpstream, RecordedRequest } from './upstream.ts';

/** The folder in which npm installs the servers. */
export const FOLDER = import.meta.dirname;
const MEASURED_CALLS = 7;

/** Version and integrity that the lockfile has. */
export const installedPackage = (name: string) => {
  const { packages } = JSON.parse(readFileSync(join(FOLDER, 'package-lock.json'), 'utf8'));
  const { version, integrity } = packages[`node_modules/${name}`];
  return { folder: FOLDER, name, version: String(version), integrity: String(integrity) };
};

const optionsOf = ({ settings = {}, secrets = [], args = [] }: ListedServer): ServerOptions => ({
  ...{ pluginName: undefined, only: undefined, prefix: '' },
  settings,
  secrets: Object.fromEntries(secrets.map((name) => [name, undefined])),
  args,
});

/** Imports a server of the list. Rejects as `importServer` does. */
export const importListed = (bench: Workbench, server: ListedServer): Promise<ImportedServer> =>
  importServer(bench, installedPackage(server.name), optionsOf(server));

/** The value of a secret in these tests. */
export const secretValue = (name: string): string => `value-of-${name.toLowerCase().replaceAll('_', '-')}`;

/** What differs between two runs of one server: a date of now in a schema, and the identifier of a session. */
const OF_ONE_RUN = /\b(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b/g;

const comparable = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replace(OF_ONE_RUN, 'of one run'));

const sortedText = (value: unknown): string =>
  JSON.stringify(comparable(value), (_key, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

/** What a call gave, in the parts that both sides have. */
interface Answered {
  readonly result: unknown;
  readonly requests: readonly RecordedRequest[];
}

/** Members that Toolcell's content blocks do not have. */
const withoutMeta = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (key, one) => (key === '_meta' ? undefined : one)));

export interface ServedServer {
  readonly tools: { readonly own: string; readonly oracle: string };
  readonly own: Answered;
  readonly oracle: Answered;
  /** Everything of it that a guest or a caller has seen. */
  readonly seen: string;
  readonly figures: { readonly firstMs: number; readonly cpuMs: readonly number[]; readonly heapBytes: number };
}

const oracleOf = async (
  server: ListedServer,
  { learned }: ImportedServer,
  upstream: FakeUpstream,
): Promise<Answered & { readonly tools: string }> => {
  const secrets = Object.fromEntries(learned.secrets.map((name) => [name, secretValue(name)]));
  const oracle = await startOracle({
    main: mainFileOf(installedPackage(server.name)),
    args: server.args ?? [],
    environment: { ...server.settings, ...secrets },
    upstream,
  });
  try {
    const tools = await oracle.listTools();
    const { call } = server;
    if (!call) return { tools: sortedText(tools), result: null, requests: [] };
    const { value, requests } = await upstream.recording(() => oracle.callTool(call.tool, call.args));
    const { content, structuredContent, isError } = value;
    const hasStructure = tools.some(({ name, outputSchema }) => name === call.tool && outputSchema !== undefined);
    const result = isError ? { isError } : withoutMeta({ content, ...(hasStructure && { structuredContent }) });
    return { tools: sortedText(tools), result, requests: comparable(requests) };
  } finally {
    oracle.close();
  }
};

/** Serves it with just the grants and secrets that it asks for. */
export const serveWithGrants = (made: ImportedServer, upstream: FakeUpstream): Promise<ServedImport> => {
  const { name, capabilities: { fetch = [], secrets = [] } = {} } = made.manifest;
  return serveImported(made, upstream, {
    grants: { [name]: { privateFetch: [...new Set(fetch.map(({ origin }) => origin))] } },
    secrets: secrets.map((secret) => ({ ...secret, plugin: name, from: { value: secretValue(secret.name) } }) as never),
  });
};

/** Compares a server with the oracle. */
export const compareServer = async (
  server: ListedServer,
  made: ImportedServer,
  upstream: FakeUpstream,
): Promise<ServedServer> => {
  const { tools, ...oracle } = await oracleOf(server, made, upstream);
  const served = await serveWithGrants(made, upstream);
  try {
    const toolName = ownNameOf(made, server.call?.tool);
    const call = () => callTool(served.host.url, toolName, server.call?.args);
    const { value: first, requests } = await upstream.recording(call);
    for (let count = 0; count < MEASURED_CALLS; count += 1) await call();
    const later = served.log.slice(1);
    const result = first.status === 200 ? first.body : { failed: first.body };
    return {
      tools: { own: sortedText(made.learned.tools), oracle: tools },
      own: { result, requests: comparable(requests) },
      oracle,
      seen: JSON.stringify([made.files, served.guestLog, first.body]),
      figures: {
        firstMs: first.elapsedMs,
        cpuMs: later.map(({ cpuMs }) => cpuMs),
        heapBytes: Math.max(...served.log.map(({ heapBytes = 0 }) => heapBytes)),
      },
    };
  } finally {
    await served.close();
  }
};

/** The name that a tool has in the plugin. */
const ownNameOf = ({ learned, manifest }: ImportedServer, name = ''): string =>
  manifest.tools[learned.tools.findIndex((tool) => tool.name === name)]?.name ?? name;
