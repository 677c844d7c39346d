// Opens the HTTP side of a host: the executors that a call passes, the admin API, and the port. Front process, main thread.

import type { Dispatcher } from '../broker/queue/dispatcher.ts';
import { archiveBytes } from '../catalog/bundle/archive/archive-gzip.ts';
import { capsOf } from '../catalog/bundle/bundle-caps.ts';
import { Definitions } from '../catalog/search/definitions.ts';
import { FormedLists } from '../catalog/search/formed-lists.ts';
import type { CatalogSync } from '../catalog/serve/catalog-sync.ts';
import { AdminKeys, adminKeysOf } from '../front/doors/admin-keys.ts';
import { Certificates } from '../front/doors/certificates.ts';
import type { Keyring } from '../front/doors/keyring.ts';
import { tokenSettingsOf } from '../front/doors/tokens/settings.ts';
import { TokenVerifier } from '../front/doors/tokens/verifier.ts';
import type { Answers } from '../front/gates/idempotency/answers.ts';
import { ANSWER_BOUNDS } from '../front/gates/idempotency/memory.ts';
import type { Counts } from '../front/gates/throttle/executor.ts';
import type { AdminParts, FiguresText } from '../front/http/admin.ts';
import type { CallLogEntry, TraceParts } from '../front/http/call-log.ts';
import { finished } from '../front/http/payload.ts';
import type { Condition } from '../front/http/readiness.ts';
import { type Listeners, listen } from '../front/listen/listeners.ts';
import type { TlsMaterial } from '../front/tls/material.ts';
import type { Config } from '../settings/config.ts';
import { allowsAnonymous, hasCertificates, hasTokens } from '../settings/load/access-relations.ts';
import type { SidePool } from '../shared/lifetime/side-pool.ts';
import type { AdminActions } from '../shared/protocol/admin.ts';
import type { Readiness } from '../shared/protocol/task.ts';
import { accessOver, unknownSet } from './access.ts';
import { largestOf } from './broker-settings.ts';
import { callSteps } from './call-steps.ts';
import { formsOver, type SearchParts, searchOver } from './discovery.ts';
import type { HostOptions } from './host-options.ts';
import { listenRefused } from './listen-refused.ts';
import { connectionsFor } from './machine-room.ts';
import { scriptsOver } from './script-parts.ts';
import { serverReport } from './server-report.ts';
import { questionsOver } from './tool-questions.ts';

type ListenersOptions = Pick<
  HostOptions,
  | 'config'
  | 'externalValues'
  | 'onCall'
  | 'onAdmin'
  | 'clockSkewMs'
  | 'http'
  | 'configurationNow'
  | 'searchPath'
  | 'importEnvironment'
>;

interface ListenersParts {
  readonly options: ListenersOptions;
  readonly sync: CatalogSync;
  readonly dispatcher: Dispatcher;
  /** Where tokens are counted and lists are written. */
  readonly side: SidePool;
  readonly configNow: () => Config;
  /** Compares queries with tools in meaning. */
  readonly meaningOf: SearchParts['meaningOf'];
  /** Values of the operator's secrets now, which no log line may have. */
  readonly secretsNow: () => readonly string[];
  readonly readiness: () => Promise<Readiness>;
  readonly traces: TraceParts;
  /** Absent if there are no keys by the settings. */
  readonly keys: Keyring | undefined;
  /** Where calls are counted for quotas. */
  readonly counts: Counts;
  /** Where answers are kept for calls with an idempotency key; absent if the server reads none. */
  readonly answers: Answers | undefined;
  /** The figures of the server; absent if they are off. */
  readonly figures: (() => Promise<FiguresText>) | undefined;
  /** Absent if the server speaks HTTP. */
  readonly tls: TlsMaterial | undefined;
}

/** Begins to take requests. Throws {@link StartRefused} if the host cannot listen on its address. */
export const openListeners = async ({
  options,
  sync,
  dispatcher,
  side,
  configNow,
  meaningOf,
  secretsNow,
  readiness,
  traces,
  keys,
  counts,
  answers,
  figures,
  tls,
}: ListenersParts): Promise<Listeners> => {
  const { config, onCall } = options;
  const live = sync.catalog;
  const admin = await adminOver(sync, options, configNow);
  const report = serverReport({ sync, dispatcher, configNow, readiness, ...options });
  const { access, selections, metadata, tools } = accessOver(() => live.snapshot, configNow);
  const definitions = new Definitions(side);
  const find = searchOver({ access, selections, snapshot: () => live.snapshot, configNow, definitions, meaningOf });
  const formed = new FormedLists(definitions);
  const rooms = { access, selections, tools, snapshot: () => live.snapshot, configNow, find };
  const parts = {
    executor: callSteps({
      ...{ access, selections, tools, counts, dispatcher, catalog: live },
      scriptsAllow: config.scripts.enabled ? () => configNow().scripts.allow : undefined,
      kept: answers && { ...ANSWER_BOUNDS, answers },
      quotas: () => configNow().throttling.quotas,
      maxWaiting: config.pool.maxQueued,
    }),
    ...(config.scripts.enabled && {
      scripts: scriptsOver({
        ...rooms,
        unknownSet,
        side,
        dispatcher,
        counts,
        definitions,
        lists: formed,
        questions: questionsOver(rooms),
      }),
    }),
    readsIdempotencyKeys: answers !== undefined,
    metadata,
    find,
    metaTools: config.discovery.metaTools,
    form: formsOver(metadata, find, formed),
    server: { ...config.server, maxConnections: connectionsFor(config) },
    ...(options.http && { bounds: options.http }),
    argumentsBytes: largestOf('argumentsBytes', config),
    callerHeaders: callerHeadersOf(config),
    settingOf: (toolName: string, limit: string) => live.snapshot.limitSetting(toolName, limit),
    condition: async () => conditionOf(await readiness()),
    door: {
      allowsAnonymous: allowsAnonymous(config),
      ...(keys && { keys }),
      ...(hasTokens(config) && {
        tokens: new TokenVerifier(tokenSettingsOf(config, options.externalValues, options.clockSkewMs)),
      }),
      ...(hasCertificates(config) && { certificates: new Certificates(config.access.certificates) }),
    },
    payloads: () => configNow().log.payloads,
    log: (entry: CallLogEntry) => onCall(entry.payload === undefined ? entry : withPayload(entry, secretsNow())),
    ...(tls && { tls }),
    traces: { sampling: traces.sampling, record: traces.record },
    ...(admin && { admin: { ...admin, server: report, ...(figures && { figures }) } }),
  };
  return listen(parts).catch((error: unknown) => {
    throw listenRefused(error, config.server);
  });
};

/** The admin API, if the operator has set a key at start. */
const adminOver = async (
  sync: CatalogSync,
  { config, onAdmin = () => {}, searchPath, importEnvironment = {} }: ListenersOptions,
  now: () => Config,
): Promise<Omit<AdminParts, 'server'> | undefined> => {
  const keys = adminKeysOf(config.server);
  if (keys.length === 0) return undefined;
  const { folder } = config.plugins;
  const { createAdminActions } = await import('../catalog/operate/admin-actions.ts');
  const actions = createAdminActions(
    {
      folder,
      get config() {
        return now();
      },
    },
    sync,
  );
  const { bundleBytes } = config.plugins;
  // Loaded with the first import, since most servers never get one.
  let imports: Promise<AdminActions['import']> | undefined;
  const archive = { archiveBytes: archiveBytes(capsOf(config.plugins)), bundleBytes };
  const importing: AdminActions['import'] = async (name, order) => {
    imports ??= import('./imports/imports.ts').then(({ importsOver }) =>
      importsOver({
        put: actions.put,
        configNow: now,
        archiveBytes: archive.archiveBytes,
        env: { ...importEnvironment, PATH: searchPath },
      }),
    );
    return (await imports)(name, order);
  };
  return { actions: { ...actions, import: importing }, keys: new AdminKeys(keys), archive, log: onAdmin };
};

/** The entry without the operator's secrets in its payload, which the HTTP layer does not know. */
const withPayload = (entry: CallLogEntry, secrets: readonly string[]): CallLogEntry =>
  entry.payload === undefined ? entry : { ...entry, payload: finished(entry.payload, secrets) };

/** Names of the headers in which callers bring values for secrets, each once. */
export const callerHeadersOf = ({ secrets }: Config): readonly string[] => [
  ...new Set(Object.values(secrets).flatMap(({ callerHeader }) => callerHeader ?? [])),
];

/** The part of the readiness that every caller may know. */
const conditionOf = ({ runners, keys, store, tools, isDegraded }: Readiness): Condition => {
  if (runners !== undefined) return 'runner_not_started';
  if (keys !== undefined) return 'identity_unavailable';
  if (store !== undefined) return isDegraded ? 'degraded' : 'store_unavailable';
  return tools === undefined ? 'ready' : 'no_tools';
};
