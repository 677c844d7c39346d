// Puts the parts of a host together and takes them apart again. `main.js` gives it a configuration; tests and benchmarks do the same.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { LaunchPlan } from './broker/launch-plan.ts';
import { planLaunch } from './broker/launch-plan.ts';
import { buildRunnerImage } from './broker/runner-image.ts';
import type { BrokerSettings } from './broker/settings.ts';
import { openCatalog } from './catalog/catalog.ts';
import { catalogExecutor } from './catalog/executor.ts';
import type { LiveCatalog } from './catalog/live-catalog.ts';
import { NO_CACHE, openProgramCache } from './catalog/program-cache.ts';
import type { BundleRefusal, CatalogSnapshot } from './catalog/snapshot.ts';
import { triedOutExecutor } from './catalog/tried-out-executor.ts';
import type { Config } from './config/config.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import type { CallLogEntry } from './http/call-log.ts';
import { createHttpServer } from './http/server.ts';
import type { Executor } from './protocol/call.ts';
import type { BrokerStatus, GuestLogLine } from './protocol/task.ts';

export interface HostOptions {
  readonly config: Config;
  /** `PATH` to look for the tools of the OS sandbox in. */
  readonly searchPath: string;
  /** A folder in which tried-out programs are kept between starts; without it every start tries every bundle out. */
  readonly cacheFolder?: string;
  /** Threads that can run at a time; what the machine offers where absent. */
  readonly cores?: number;
  readonly onCall: (entry: CallLogEntry) => void;
  readonly onGuestLog: (callId: string, toolName: string, lines: readonly GuestLogLine[]) => void;
  /** Told of a bundle that is taken off the list while the host serves, when it is tried out. */
  readonly onRefused?: (refusal: BundleRefusal) => void;
}

export interface Host {
  /** Where it answers, with the port the system gave where 0 was asked for. */
  readonly url: string;
  /** What serves now. */
  readonly catalog: CatalogSnapshot;
  readonly launch: LaunchPlan;
  status(): Promise<HostStatus>;
  /** Answers calls in flight, refuses new ones, then ends every runner. Resolves when nothing is left. */
  close(): Promise<void>;
}

export interface HostStatus {
  readonly callsInFlight: number;
  readonly callsQueued: number;
  /** Bundles that are listed and will be tried out before their first call. */
  readonly untried: number;
  readonly brokers: readonly BrokerStatus[];
}

/** Thrown when the host may not start here; the message says what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** Isolates beside those that serve calls: two of each plugin stand by, and one checks its results. */
const EXTRA_ISOLATES_PER_PLUGIN = 3;

/** Starts a host. Throws {@link StartRefused} where the OS sandbox is required and cannot be had, or the address is taken. */
export const startHost = async (options: HostOptions): Promise<Host> => {
  const { config, cores = availableParallelism() } = options;
  const image = await buildRunnerImage();
  // A host that ends without being closed leaves nothing in the temporary folder either.
  process.once('exit', image.remove);
  const removeImage = (): void => {
    process.off('exit', image.remove);
    image.remove();
  };
  const launch = planRunners(config, options.searchPath, image.folder);
  let catalog: LiveCatalog | undefined;
  const dispatcher = new Dispatcher({
    brokerFile: fileURLToPath(
      new URL(`./broker/broker-thread${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
    ),
    brokerSettings: brokerSettings(config, launch, cores),
    brokers: config.pool.brokers,
    concurrency: config.pool.runners * config.pool.callsPerRunner,
    maxQueued: config.pool.maxQueued,
    cores,
    program: (digest) => catalog?.snapshot.programs.get(digest),
    onGuestLog: options.onGuestLog,
  });
  try {
    const programs = options.cacheFolder === undefined ? NO_CACHE : await openProgramCache(options.cacheFolder);
    const cache = { programs, release: image.digest };
    const { onRefused } = options;
    const live = await openCatalog({
      folder: config.plugins.folder,
      config,
      inspector: dispatcher,
      cache,
      ...(onRefused && { onRefused }),
    });
    catalog = live;
    let draining = false;
    const server = createHttpServer({
      executor: executorOver(live, dispatcher, config),
      metadata: () => live.snapshot.metadata,
      server: config.server,
      argumentsBytes: largestOf('argumentsBytes', config),
      isDraining: () => draining,
      log: options.onCall,
    });
    server.listen(config.server.port, config.server.host);
    await once(server, 'listening').catch((error: unknown) => {
      throw listenRefused(error, config);
    });
    live.tryOutRest();
    const close = async (): Promise<void> => {
      draining = true;
      const drained = dispatcher.close(config.server.shutdownMs);
      live.close();
      await drained;
      server.closeIdleConnections();
      server.close();
      setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS).unref();
      await once(server, 'close');
      removeImage();
    };
    const status = async (): Promise<HostStatus> => ({
      callsInFlight: dispatcher.callsInFlight,
      callsQueued: dispatcher.callsQueued,
      untried: live.untried,
      brokers: await dispatcher.status(),
    });
    const url = urlOf(server.address() as AddressInfo);
    return {
      url,
      get catalog() {
        return live.snapshot;
      },
      launch,
      status,
      close,
    };
  } catch (error) {
    await dispatcher.close(0);
    removeImage();
    throw error;
  }
};

/** The hops of a call from the catalog on; the one that waits for new bundles only where there are such. */
const executorOver = (catalog: LiveCatalog, next: Dispatcher, config: Config): Executor => {
  const routed = catalogExecutor({ snapshot: () => catalog.snapshot, next });
  if (catalog.untried === 0) return routed;
  return triedOutExecutor({ catalog, next: routed, maxWaiting: config.pool.maxQueued });
};

/** Time for the last answers to leave after the drain. */
const CLOSE_GRACE_MS = 500;

const planRunners = (config: Config, searchPath: string, imageFolder: string): LaunchPlan => {
  const pluginsPerRunner = Math.max(1, ...Object.values(config.pool.cordons).map((plugins) => plugins.length));
  const isolatesPerRunner = config.pool.callsPerRunner + EXTRA_ISOLATES_PER_PLUGIN * pluginsPerRunner;
  const { platform, arch: architecture, execPath: nodePath } = process;
  const launch = planLaunch({ platform, architecture, nodePath, searchPath, isolatesPerRunner, imageFolder });
  if (!config.requireOsSandbox || launch.boxed) return launch;
  const box = launch.layers.find(({ name }) => name === 'bubblewrap');
  throw new StartRefused(
    `requireOsSandbox is set, and the OS sandbox is not active: ${box?.note ?? 'this system has none'}`,
  );
};

const brokerSettings = (
  { limits, plugins, pool, quarantine }: Config,
  launch: LaunchPlan,
  cores: number,
): BrokerSettings => ({
  launch,
  runners: Math.max(1, Math.ceil(pool.runners / pool.brokers)),
  spares: pool.spares,
  callsPerRunner: pool.callsPerRunner,
  cores,
  recycleAfterCalls: pool.recycleAfterCalls,
  recycleAfterIsolates: pool.recycleAfterIsolates,
  idleMs: pool.idleMs,
  resultBytes: largestOf('resultBytes', { limits, plugins }),
  programBytes: PROGRAM_BYTES_PER_BUNDLE_BYTE * plugins.bundleBytes,
  loadMs: plugins.loadMs,
  loadMemoryMb: limits.memoryMb,
  loadRssMb: limits.runnerRssMb,
  killGraceMs: limits.killGraceMs,
  quarantine,
});

/** Compiled code and validators may be longer than what they were made from. */
const PROGRAM_BYTES_PER_BUNDLE_BYTE = 4;

/** The highest value any override gives a limit. */
const largestOf = (
  name: 'resultBytes' | 'argumentsBytes',
  { limits, plugins }: Pick<Config, 'limits' | 'plugins'>,
): number => {
  const overrides = Object.values(plugins.overrides).flatMap((plugin) => [
    plugin.limits,
    ...Object.values(plugin.tools ?? {}).map((tool) => tool.limits),
  ]);
  return Math.max(limits[name], ...overrides.map((override) => override?.[name] ?? 0));
};

const listenRefused = (error: unknown, { server }: Config): unknown => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE')
    return new StartRefused(
      `${server.host}:${server.port} is already in use: stop what listens there, or start with --port N`,
    );
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
    return new StartRefused(
      `cannot listen on ${server.host}:${server.port} (${code}): choose another server.host or --port N`,
    );
  return error;
};

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
