// Starts the parts of a host and ends them again, for `serve.ts`, tests and benchmarks. Front process, main thread.

import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { BundleRefusal, CatalogSnapshot } from '../catalog/model/snapshot.ts';
import { idleSettings, knownIn } from '../catalog/operate/idle-settings.ts';
import type { CatalogSync } from '../catalog/serve/catalog-sync.ts';
import type { LaunchPlan } from '../control/launch/plan.ts';
import { adminKeysOf } from '../front/doors/admin-keys.ts';
import type { KeyRecord } from '../front/doors/key-record.ts';
import type { AdminLogEntry } from '../front/http/admin.ts';
import type { HttpBounds } from '../front/http/bounds.ts';
import type { CallLogEntry } from '../front/http/call-log.ts';
import type { Listeners } from '../front/listen/listeners.ts';
import type { TlsMaterial } from '../front/tls/material.ts';
import { type Config, usesStore } from '../settings/config.ts';
import { hasKeys } from '../settings/load/access-relations.ts';
import { type ExternalValues, NO_EXTERNAL_VALUES } from '../settings/load/secrets.ts';
import type { BrokerStatus, Readiness } from '../shared/protocol/task.ts';
import { type OpenMeanings, openMeanings } from './embeddings.ts';
import { type Figures, openFigures } from './figures.ts';
import { type OpenAnswers, openAnswers } from './idempotency.ts';
import { type KeyWatch, watchKeys, watchRedisKeys } from './keys.ts';
import { openCatalog } from './open-catalog.ts';
import { callerHeadersOf, openListeners } from './open-listeners.ts';
import { type BegunSandbox, beginSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
import { type OpenCounts, openCounts } from './throttle.ts';
import { type TlsWatch, tlsAtStart, watchTls } from './tls.ts';
import type { TraceSettings } from './traces/environment.ts';
import { type HostTraces, openTraces } from './traces.ts';

export { StartRefused } from './start-refused.ts';

/** How long the last spans may take to be sent when the host ends. */
const LAST_SPANS_MS = 2_000;

/** Options of a host. Callbacks run in the main thread. */
export interface HostOptions extends SandboxOptions {
  /** Called for every call and every failed request. */
  readonly onCall: (entry: CallLogEntry) => void;
  /** Called for every request of the admin API that had a key. */
  readonly onAdmin?: (entry: AdminLogEntry) => void;
  /** Called with the API keys after each reading of their file, the one at start included. */
  readonly onKeys?: (keys: readonly KeyRecord[]) => void;
  /** Called if a listed bundle is refused by its inspection while the host serves. */
  readonly onRefused?: (refusal: BundleRefusal) => void;
  /** Called when another snapshot begins to serve. */
  readonly onSwap?: (before: CatalogSnapshot, after: CatalogSnapshot) => void;
  /** Where spans are sent; nowhere if absent. */
  readonly traces?: TraceSettings;
  /** New bundles that are tried out before the host listens; 24 if absent. */
  readonly triedOutAtStart?: number;
  /** How far the clocks of the issuer of tokens and of this server may differ; 30 s if absent. */
  readonly clockSkewMs?: number;
  /** Of the bounds of its HTTP server, those that differ here; see bounds.ts. */
  readonly http?: Partial<HttpBounds>;
  /** The sandbox, if it is being opened already with the same options. */
  readonly sandbox?: BegunSandbox;
}

/** A host that serves. */
export interface Host {
  /** Its address, with the port that the system chose if `server.port` is 0. */
  readonly url: string;
  /** Where Prometheus finds figures; undefined without `metrics.enabled`. */
  readonly metricsUrl: string | undefined;
  /** The snapshot that serves now. */
  readonly catalog: CatalogSnapshot;
  /** How runners are started. */
  readonly launch: LaunchPlan;
  /** Settings that name something that does not exist, a line each; see idle-settings.ts. */
  idleSettings(): readonly string[];
  /**
   * Puts another configuration in force. New calls follow it in one step; calls under way keep the old one. Only settings that {@link LiveConfig}
   * changes may differ from the configuration at start.
   */
  reconfigure(config: Config, externalValues: ExternalValues): Promise<void>;
  /** Reads the plugins folder and the files of `server.tls` again. Resolves when both are in force. */
  reload(): Promise<void>;
  status(): Promise<HostStatus>;
  /** Finds why calls cannot work, if so. Takes up to 5 s if the store does not answer. */
  readiness(): Promise<Readiness>;
  /**
   * Is not ready for `server.unreadyMs`, then refuses new calls, answers those in flight for at most `server.shutdownMs`, then ends every runner.
   * Resolves when nothing is left.
   */
  close(): Promise<void>;
}

/** Figures of a host at one moment. */
export interface HostStatus {
  readonly callsInFlight: number;
  readonly callsQueued: number;
  /** Bundles that are listed and will be inspected before their first call. */
  readonly untried: number;
  readonly brokers: readonly BrokerStatus[];
}

/**
 * Starts a host. Throws {@link StartRefused} if a required OS sandbox is not available, the lock file cannot be read, or the host cannot listen on
 * its address.
 */
export const startHost = async (options: HostOptions): Promise<Host> => {
  // The plugins folder is read while the control thread and the first runner start.
  const begun = options.sandbox ?? beginSandbox(options);
  const opening = openTraces(options);
  opening.catch(() => {});
  let opened: CatalogSync | undefined;
  let figures: Figures | undefined;
  let counts: OpenCounts | undefined;
  let answers: OpenAnswers | undefined;
  let listening: Listeners | undefined;
  let meanings: OpenMeanings | undefined;
  const onSwap: HostOptions['onSwap'] = (before, after) => {
    if (before.metadata.etag !== after.metadata.etag) listening?.toolsChanged();
    meanings?.follow();
    options.onSwap?.(before, after);
  };
  try {
    const sync = await openCatalog({ ...options, onSwap }, begun);
    opened = sync;
    const sandbox = await begun.opened;
    const traces = await opening;
    const inForce: InForce = { config: options.config, externalValues: options.externalValues ?? NO_EXTERNAL_VALUES };
    const readiness = (): Promise<Readiness> => readinessOf(sandbox, inForce.config, sync.catalog.snapshot);
    figures = await openFigures(options, { sync, sandbox, readiness });
    counts = await openCounts(options.config, options.externalValues?.redisUrl ?? '', options.onNotice);
    answers = await openAnswers(options.config, options.externalValues?.redisUrl ?? '', options.onNotice);
    const tls = await tlsAtStart(options.config);
    const { dispatcher } = sandbox;
    const [snapshot, configNow] = [() => sync.catalog.snapshot, () => inForce.config];
    meanings = openMeanings({ dispatcher, snapshot, configNow, onNotice: options.onNotice });
    await meanings.configure();
    const listeners = await openListeners({
      options: figures.options,
      sync,
      dispatcher,
      side: sandbox.side,
      configNow,
      meaningOf: meanings.meaningOf,
      secretsNow: () => secretsIn(inForce.externalValues),
      readiness,
      traces,
      counts: counts.counts,
      answers: answers?.answers,
      figures: figures.read,
      tls,
    });
    listening = listeners;
    const watchingKeys = followKeys(options, listeners, figures);
    const watchingTls = tls && followTls(options, listeners, figures, tls);
    sync.catalog.inspectRest();
    if (options.config.plugins.watch) sync.watch();
    const watching = { watchingKeys, watchingTls };
    const over = { figures, traces, counts, answers, meanings };
    return hostOf({ sync, sandbox, listeners, inForce, readiness, ...watching, ...over });
  } catch (error) {
    const sandbox = await begun.opened.catch(() => undefined);
    counts?.close();
    answers?.close();
    meanings?.close();
    await Promise.all([sandbox?.close(0), opened?.close(), figures?.close()]);
    throw error;
  }
};

/** The configuration that new calls follow. */
interface InForce {
  config: Config;
  externalValues: ExternalValues;
}

interface HostParts {
  readonly sync: CatalogSync;
  readonly sandbox: Sandbox;
  readonly listeners: Listeners;
  readonly inForce: InForce;
  readonly readiness: () => Promise<Readiness>;
  readonly watchingKeys: { readonly close: () => void } | undefined;
  /** Absent if the server speaks HTTP. */
  readonly watchingTls: TlsWatch | undefined;
  readonly figures: Figures;
  readonly traces: HostTraces;
  readonly counts: OpenCounts;
  /** Absent if the server reads no idempotency keys. */
  readonly answers: OpenAnswers | undefined;
  readonly meanings: OpenMeanings;
}

/** The host that `startHost` resolves with. */
const hostOf = ({
  sync,
  sandbox,
  listeners,
  inForce,
  readiness,
  watchingKeys,
  figures,
  traces,
  counts,
  answers,
  meanings,
  watchingTls,
}: HostParts): Host => {
  const { catalog } = sync;
  const { dispatcher, launch } = sandbox;
  return {
    url: urlOf(listeners.address, watchingTls === undefined ? 'http' : 'https'),
    metricsUrl: figures.url,
    get catalog() {
      return catalog.snapshot;
    },
    launch,
    idleSettings: () => idleSettings(knownIn(catalog.snapshot, sync.lock.written), inForce.config),
    reload: async () => {
      await Promise.all([sync.reload(), watchingTls?.reread()]);
    },
    reconfigure: async (config, externalValues) => {
      await sandbox.reconfigure(config, externalValues);
      inForce.config = config;
      inForce.externalValues = externalValues;
      listeners.useCallerHeaders(callerHeadersOf(config));
      listeners.useAdminKeys(adminKeysOf(config.server));
      listeners.useCertificates(config.access.certificates);
      sync.reconfigure(config);
      await meanings.configure();
      listeners.toolsChanged();
      void readiness();
    },
    status: async () => ({
      callsInFlight: dispatcher.callsInFlight,
      callsQueued: dispatcher.callsQueued,
      untried: catalog.listed.size,
      brokers: [dispatcher.status()],
    }),
    readiness,
    close: async () => {
      const { unreadyMs, shutdownMs } = inForce.config.server;
      listeners.leave();
      figures.leave();
      if (unreadyMs > 0) await setTimeout(unreadyMs);
      watchingKeys?.close();
      watchingTls?.close();
      listeners.drain();
      meanings.close();
      const drained = sandbox.close(shutdownMs);
      await sync.close();
      await drained;
      await listeners.close();
      counts.close();
      answers?.close();
      await figures.close();
      await traces.close(LAST_SPANS_MS);
    },
  };
};

/** Their values, as far as the server has them: callers bring others with each call. */
const secretsIn = ({ secrets }: ExternalValues): readonly string[] =>
  secrets.flatMap(({ from }) => ('value' in from ? [from.value] : []));

/** Follows the keys, if there are any by the settings. */
const followKeys = (
  { config, externalValues, onNotice, onKeys }: HostOptions,
  listeners: Listeners,
  figures: Figures,
) => {
  if (!hasKeys(config)) return undefined;
  const { keys, keysFile } = config.access;
  const callbacks: Omit<KeyWatch, 'keysFile'> = {
    onKeys: (records) => {
      listeners.useKeys(records);
      figures.useKeys(records);
      onKeys?.(records);
      onNotice?.({
        level: 'info',
        text: `${records.length} API key${records.length === 1 ? ' is' : 's are'} in force`,
      });
    },
    onProblem: (text) => onNotice?.({ level: 'error', text }),
  };
  return keys === 'redis'
    ? watchRedisKeys(externalValues?.redisUrl ?? '', callbacks)
    : watchKeys({ keysFile, ...callbacks });
};

/** Follows the files of the certificate. */
const followTls = (
  { config, onNotice }: HostOptions,
  listeners: Listeners,
  figures: Figures,
  material: TlsMaterial,
): TlsWatch => {
  figures.useCertificateEnd(material.notAfterMs);
  return watchTls({
    settings: config.server.tls,
    material,
    onMaterial: (next) => {
      listeners.useTls(next);
      figures.useCertificateEnd(next.notAfterMs);
    },
    onNotice: (notice) => onNotice?.(notice),
  });
};

/** Finds why calls cannot work. It tries the store only if a plugin may use it. */
const readinessOf = async (
  { dispatcher, launch }: Sandbox,
  config: Config,
  { toolNames }: CatalogSnapshot,
): Promise<Readiness> => ({
  ...(launch.broken !== undefined && { runners: launch.broken }),
  ...(await dispatcher.readiness(usesStore(config))),
  ...(toolNames.length === 0 && { tools: 'no plugin serves' }),
});

const urlOf = ({ address, family, port }: AddressInfo, scheme: 'http' | 'https'): string =>
  `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
