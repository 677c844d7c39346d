// Starts the parts of a host and ends them again, for `serve.ts`, tests and benchmarks. Front process, main thread.

import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { waitsForGrants } from '../catalog/model/capabilities.ts';
import type { CatalogSnapshot } from '../catalog/model/snapshot.ts';
import { idleSettings, knownIn } from '../catalog/operate/idle-settings.ts';
import type { LaunchPlan } from '../control/launch/plan.ts';
import { adminKeysOf } from '../front/doors/admin-keys.ts';
import type { Config } from '../settings/config.ts';
import { type ExternalValues, NO_EXTERNAL_VALUES } from '../settings/load/secrets.ts';
import type { BrokerStatus, Readiness } from '../shared/protocol/task.ts';
import { openActivePlugins } from './active-plugins.ts';
import { openMeanings } from './embeddings.ts';
import { openFigures } from './figures.ts';
import { openAnswers, openCounts } from './gate-stores.ts';
import type { HostOptions } from './host-options.ts';
import { followKeys, keyringAtStart } from './keys.ts';
import { openCatalog } from './open-catalog.ts';
import { callerHeadersOf, openListeners } from './open-listeners.ts';
import { Parts } from './parts.ts';
import { type BegunSandbox, beginSandbox, type Sandbox } from './sandbox.ts';
import { tlsAtStart, watchTls } from './tls.ts';
import { openTraces } from './traces.ts';

export type { HostOptions } from './host-options.ts';
export { StartRefused } from './start-refused.ts';

/** How long the last spans may take to be sent when the host ends. */
const LAST_SPANS_MS = 2_000;

export interface Host {
  /** Its address, with the port that the system chose if `server.port` is 0. */
  readonly url: string;
  /** Where Prometheus finds figures; undefined without `metrics.enabled`. */
  readonly metricsUrl: string | undefined;
  readonly catalog: CatalogSnapshot;
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
   * Is not ready for `server.unreadyMs`, then hands its port over if it shares it, then refuses new calls, answers those in flight for at most `server.shutdownMs`, then ends every runner.
   * Resolves when nothing is left.
   */
  close(): Promise<void>;
}

export interface HostStatus {
  readonly callsInFlight: number;
  readonly callsQueued: number;
  /** Bundles that are listed and will be inspected before their first call. */
  readonly untried: number;
  readonly brokers: readonly BrokerStatus[];
}

/** What new calls follow. */
interface InForce {
  readonly config: Config;
  readonly externalValues: ExternalValues;
}

/**
 * Starts a host. Throws {@link StartRefused} if a required OS sandbox is not available, the lock file cannot be read, or the host cannot listen on
 * its address.
 */
export const startHost = async (options: HostOptions): Promise<Host> => {
  const begun = options.sandbox ?? beginSandbox(options);
  const { config, externalValues = NO_EXTERNAL_VALUES } = options;
  const parts = new Parts<InForce>({ config, externalValues });
  return hostOf(parts, await openAll(parts, options, begun));
};

/** The list of all parts. What it returns is open. */
const openAll = async (parts: Parts<InForce>, options: HostOptions, begun: BegunSandbox) => {
  const { config, onNotice = () => {} } = options;
  const redisUrl = options.externalValues?.redisUrl ?? '';
  const configNow = (): Config => parts.settings.config;
  const followers: NonNullable<HostOptions['onSwap']>[] = [];
  const onSwap: HostOptions['onSwap'] = (before, after) => {
    for (const follow of followers) follow(before, after);
    options.onSwap?.(before, after);
  };
  const traces = await parts.open({
    name: 'traces',
    open: () => openTraces(options),
    close: (traces) => traces.close(LAST_SPANS_MS),
  });
  await parts.open({
    name: 'control threads',
    // The plugins folder is read while they and the first runner start.
    open: () => begun,
    drain: async ({ opened }, drainMs) => (await opened.catch(() => undefined))?.close(drainMs),
  });
  const sync = await parts.open({
    name: 'catalog',
    open: () => openCatalog({ ...options, onSwap }, begun),
    use: (sync, { config }) => sync.reconfigure(config),
    drain: (sync) => sync.close(),
  });
  const snapshot = (): CatalogSnapshot => sync.catalog.snapshot;
  const sandbox = await parts.open({
    name: 'runners',
    open: () => begun.opened,
    reconfigure: (sandbox, { config, externalValues }) => sandbox.reconfigure(config, externalValues),
  });
  const { dispatcher } = sandbox;
  const active = await parts.open({
    name: 'active plugins',
    open: () =>
      openActivePlugins({
        ...{ pluginsFolder: config.plugins.folder, dispatcher, onNotice },
        cacheFolder: options.keepsActive ? options.cacheFolder : undefined,
        routes: snapshot().routes,
      }),
    drain: (active) => active.close(),
  });
  const keys = await parts.open({ name: 'API keys at start', open: () => keyringAtStart(config, redisUrl) });
  const readiness = async (): Promise<Readiness> => {
    await active.warmedUp;
    return {
      ...(await readinessOf(sandbox, configNow(), snapshot())),
      ...(keys?.isRead === false && { keys: 'the API keys could not be read from Redis yet' }),
    };
  };
  const figures = await parts.open({
    name: 'metrics',
    open: () => openFigures(options, { sync, sandbox, readiness }),
    leave: (figures) => figures.leave(),
    close: (figures) => figures.close(),
  });
  const { counts } = await parts.open({
    name: 'quotas',
    open: () => openCounts(config, redisUrl, onNotice),
    close: (counts) => counts.close(),
  });
  const answers = await parts.open({
    name: 'idempotency',
    open: () => openAnswers(config, redisUrl, onNotice),
    close: (answers) => answers?.close(),
  });
  const meanings = await parts.open({
    name: 'embeddings',
    open: () => openMeanings(dispatcher, snapshot, configNow, onNotice),
    reconfigure: (meanings, { config }) => meanings.configure(config),
    drain: (meanings) => meanings.close(),
  });
  followers.push(() => meanings.follow());
  const tls = await parts.open({ name: 'certificate', open: () => tlsAtStart(config) });
  const listeners = await parts.open({
    name: 'listeners',
    open: () =>
      openListeners({
        ...{
          options: figures.options,
          sync,
          dispatcher,
          configNow,
          readiness,
          traces,
          keys,
          counts,
          tls,
          side: sandbox.side,
        },
        meaningOf: meanings.meaningOf,
        secretsNow: () => secretsIn(parts.settings.externalValues),
        answers: answers?.answers,
        figures: figures.read,
      }),
    use: (listeners, { config }) => {
      listeners.useCallerHeaders(callerHeadersOf(config));
      listeners.useAdminKeys(adminKeysOf(config.server));
      listeners.useCertificates(config.access.certificates);
      listeners.toolsChanged();
    },
    leave: (listeners) => listeners.leave(),
    drain: (listeners) => listeners.drain(),
    close: (listeners) => listeners.close(),
  });
  followers.push((before, after) => {
    if (before.metadata.etag !== after.metadata.etag) listeners.toolsChanged();
  });
  await parts.open({
    name: 'API keys',
    open: () =>
      keys &&
      followKeys(options, { keyring: keys, configNow }, (records) => {
        if (records === undefined) keys.close();
        else keys.replace(records);
        figures.useKeys(records);
      }),
    drain: (watching) => watching?.close(),
  });
  const certificateFiles = await parts.open({
    name: 'certificate files',
    open: () =>
      tls &&
      watchTls({
        settings: config.server.tls,
        material: tls,
        onMaterial: (material) => {
          listeners.useTls(material);
          figures.useCertificateEnd(material.notAfterMs);
        },
        onNotice,
      }),
    drain: (watching) => watching?.close(),
  });
  if (tls) figures.useCertificateEnd(tls.notAfterMs);
  sync.catalog.inspectRest();
  if (config.plugins.watch) sync.watch();
  return { sync, sandbox, listeners, readiness, figures, certificateFiles };
};

const hostOf = (
  parts: Parts<InForce>,
  { sync, sandbox, listeners, readiness, figures, certificateFiles }: Awaited<ReturnType<typeof openAll>>,
): Host => {
  const { catalog } = sync;
  const { dispatcher, launch } = sandbox;
  return {
    url: urlOf(listeners.address, certificateFiles === undefined ? 'http' : 'https'),
    metricsUrl: figures.url,
    get catalog() {
      return catalog.snapshot;
    },
    launch,
    idleSettings: () => idleSettings(knownIn(catalog.snapshot, sync.lock.written), parts.settings.config),
    reload: async () => {
      await Promise.all([sync.reload(), certificateFiles?.reread()]);
    },
    reconfigure: async (config, externalValues) => {
      await parts.reconfigure({ config, externalValues });
      // A key that is not trusted any more, or a grant that a version has waited for, is in force then.
      await sync.upToDate();
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
      const { unreadyMs, shutdownMs } = parts.settings.config.server;
      parts.leave();
      if (unreadyMs > 0) await setTimeout(unreadyMs);
      if (parts.settings.config.server.reusePort) await listeners.handOver();
      await parts.close(shutdownMs);
    },
  };
};

/** Their values, as far as the server has them: callers bring others with each call. */
const secretsIn = ({ secrets }: ExternalValues): readonly string[] =>
  secrets.flatMap(({ from }) => ('value' in from ? [from.value] : []));

/** Finds why calls cannot work. It tries the store only if a plugin uses it. */
const readinessOf = async (
  { dispatcher, launch }: Sandbox,
  config: Config,
  { loaded, toolNames }: CatalogSnapshot,
): Promise<Readiness> => {
  const users = loaded.filter(
    ({ manifest: { name, capabilities } }) => capabilities?.store !== undefined && config.grants[name]?.store === true,
  );
  const found = await dispatcher.readiness(users.length > 0);
  // A plugin that waits for a grant works neither way.
  const isDegraded =
    found.store !== undefined &&
    loaded.some((bundle) => !users.includes(bundle) && !waitsForGrants(bundle.manifest, config));
  return {
    ...(launch.broken !== undefined && { runners: launch.broken }),
    ...found,
    ...(isDegraded && { isDegraded }),
    ...(toolNames.length === 0 && { tools: 'no plugin serves' }),
  };
};

const urlOf = ({ address, family, port }: AddressInfo, scheme: 'http' | 'https'): string =>
  `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
