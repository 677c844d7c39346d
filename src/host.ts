// Puts the parts of a host together and takes them apart again. `main.js` gives it a configuration; tests and benchmarks do the same.

import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { archiveBytes } from './catalog/bundle/archive/archive-gzip.ts';
import { NO_CACHE, openProgramCache } from './catalog/load/program-cache.ts';
import type { TryOutOptions } from './catalog/load/try-out.ts';
import { LockBroken } from './catalog/lock/lock.ts';
import type { BundleRefusal, CatalogSnapshot } from './catalog/model/snapshot.ts';
import { idleSettings, knownIn } from './catalog/operate/idle-settings.ts';
import { catalogExecutor } from './catalog/serve/executor.ts';
import type { LiveCatalog } from './catalog/serve/live-catalog.ts';
import { triedOutExecutor } from './catalog/serve/tried-out-executor.ts';
import { openUpkeep, type Upkeep } from './catalog/serve/upkeep.ts';
import type { Config } from './config/config.ts';
import type { ReachParts } from './config/secrets.ts';
import { usesStore } from './config/uses-store.ts';
import type { Dispatcher } from './dispatch/dispatcher.ts';
import type { AdminParts } from './http/admin.ts';
import type { AdminLogEntry } from './http/admin-log.ts';
import type { CallLogEntry } from './http/call-log.ts';
import type { Unready } from './http/readiness.ts';
import type { LaunchPlan } from './launch/plan.ts';
import { listen } from './listen/listeners.ts';
import type { Executor } from './protocol/call.ts';
import type { BrokerStatus, Readiness } from './protocol/task.ts';
import {
  type BegunSandbox,
  beginSandbox,
  largestOf,
  type Sandbox,
  type SandboxOptions,
  StartRefused,
} from './sandbox.ts';

export { StartRefused };

export interface HostOptions extends SandboxOptions {
  readonly onCall: (entry: CallLogEntry) => void;
  /** Told of every request of the admin API that had the key. */
  readonly onAdmin?: (entry: AdminLogEntry) => void;
  /** Told of a bundle that is taken off the list while the host serves, when it is tried out. */
  readonly onRefused?: (refusal: BundleRefusal) => void;
  /** Told when another catalog serves. */
  readonly onSwap?: (before: CatalogSnapshot, after: CatalogSnapshot) => void;
  /** The sandbox, where it is being opened already; begun with the same options. */
  readonly sandbox?: BegunSandbox;
}

export interface Host {
  /** Where it answers, with the port the system gave where 0 was asked for. */
  readonly url: string;
  /** What serves now. */
  readonly catalog: CatalogSnapshot;
  readonly launch: LaunchPlan;
  /** Settings that name what is not there, each a line; see idle-settings.ts. */
  idleSettings(): readonly string[];
  /**
   * Serves under another configuration: new calls follow it in one step, calls under way end as they began. Only what {@link LiveConfig} changes may
   * differ from the configuration that the host was started with.
   */
  reconfigure(config: Config, reach: ReachParts): Promise<void>;
  /** Reads the plugins folder again; resolves when what is in it serves. */
  reload(): Promise<void>;
  status(): Promise<HostStatus>;
  /** What keeps calls from working. Takes up to 5 s if the store does not answer. */
  readiness(): Promise<Readiness>;
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

/** Starts a host. Throws {@link StartRefused} where the OS sandbox is required and cannot be had, or the address is taken. */
export const startHost = async (options: HostOptions): Promise<Host> => {
  let { config } = options;
  // The folder is read while the brokers and the first runner start.
  const begun = options.sandbox ?? beginSandbox(options);
  let opened: Upkeep | undefined;
  try {
    const programs =
      options.cacheFolder === undefined ? NO_CACHE : await openProgramCache(join(options.cacheFolder, 'programs'));
    const upkeep = await openFolder(options, { programs, release: await begun.release }, begun.opened);
    opened = upkeep;
    const sandbox = await begun.opened;
    const { dispatcher, launch } = sandbox;
    const readiness = (): Promise<Readiness> => readinessOf(dispatcher, launch, config);
    const live = upkeep.catalog;
    const admin = await adminOver(upkeep, options, () => config);
    const listeners = await listen(
      {
        executor: executorOver(live, dispatcher, config),
        metadata: () => live.snapshot.metadata,
        server: config.server,
        argumentsBytes: largestOf('argumentsBytes', config),
        callerHeaders: callerHeadersOf(config),
        settingOf: (toolName, limit) => live.snapshot.limitSetting(toolName, limit),
        unready: async () => unreadyOf(await readiness()),
        log: options.onCall,
        ...(admin && { admin }),
      },
      {
        file: LISTENING_FILE,
        leastHeldBytes: HELD_BODIES * Math.max(config.server.bodyBytes, largestOf('resultBytes', config)),
        onLost: (text) => options.onNotice?.({ level: 'error', text }),
      },
    ).catch((error: unknown) => {
      throw listenRefused(error, config);
    });
    live.tryOutRest();
    if (config.plugins.watch) upkeep.watch();
    const close = async (): Promise<void> => {
      listeners.drain();
      const drained = sandbox.close(config.server.shutdownMs);
      await upkeep.close();
      await drained;
      await listeners.close();
    };
    const status = async (): Promise<HostStatus> => ({
      callsInFlight: dispatcher.callsInFlight,
      callsQueued: dispatcher.callsQueued,
      untried: live.untried,
      brokers: [dispatcher.status()],
    });
    return {
      url: urlOf(listeners.address),
      get catalog() {
        return live.snapshot;
      },
      launch,
      idleSettings: () => idleSettings(knownIn(live.snapshot, upkeep.lock), config),
      reload: () => upkeep.reload(),
      reconfigure: async (next, reach) => {
        await sandbox.reconfigure(next, reach);
        config = next;
        listeners.useCallerHeaders(callerHeadersOf(next));
        upkeep.reconfigure(next);
        void readiness();
      },
      status,
      readiness,
      close,
    };
  } catch (error) {
    const sandbox = await begun.opened.catch(() => undefined);
    await Promise.all([sandbox?.close(0), opened?.close()]);
    throw error;
  }
};

/** What keeps calls from working. The store is tried only if a plugin may use it. */
const readinessOf = async (dispatcher: Dispatcher, launch: LaunchPlan, config: Config): Promise<Readiness> => {
  const found = await dispatcher.readiness(usesStore(config));
  return launch.broken === undefined ? found : { runners: launch.broken, ...found };
};

/** What of it whoever asks may know. */
const unreadyOf = ({ runners, store }: Readiness): Unready | undefined => {
  if (runners !== undefined) return 'runner_not_started';
  return store === undefined ? undefined : 'store_unavailable';
};

/** The catalog of the plugins folder, which brokers forget what it no longer serves with. */
const openFolder = async (
  options: HostOptions,
  cache: TryOutOptions['cache'] & object,
  opening: Promise<Sandbox>,
): Promise<Upkeep> => {
  const { config, onRefused, onSwap, onNotice, onProgress } = options;
  // What is read later is not part of the start.
  let isStarting = true;
  try {
    onProgress?.('reading the plugins folder');
    const upkeep = await openUpkeep({
      folder: config.plugins.folder,
      config,
      inspector: { inspect: async (program) => (await opening).dispatcher.inspect(program) },
      cleared: opening,
      cache,
      ...(onRefused && { onRefused }),
      ...(onNotice && { onProblem: (text) => onNotice({ level: 'error', text }) }),
      onProgress: ({ done, total }) => {
        if (isStarting) onProgress?.(`trying plugins out: ${done} of ${total}`);
      },
      onSwap: (before, after) => {
        void opening.then(({ dispatcher }) => retire(before, after, () => upkeep.catalog.snapshot, dispatcher));
        onSwap?.(before, after);
      },
    });
    isStarting = false;
    return upkeep;
  } catch (error) {
    throw error instanceof LockBroken ? new StartRefused(error.message) : error;
  }
};

/** Headers in which callers bring values for secrets of their own, each once. */
const callerHeadersOf = ({ secrets }: Config): readonly string[] => [
  ...new Set(Object.values(secrets).flatMap(({ callerHeader }) => callerHeader ?? [])),
];

/** The admin API over the folder, where the operator has set a key. */
const adminOver = async (
  upkeep: Upkeep,
  { config, onAdmin = () => {} }: HostOptions,
  now: () => Config,
): Promise<AdminParts | undefined> => {
  const { adminKeyHash: keyHash } = config.server;
  if (keyHash === '') return undefined;
  const { folder, bundleBytes: bytes, bundleFiles: files } = config.plugins;
  const { createAdminActions } = await import('./catalog/operate/admin-actions.ts');
  const actions = createAdminActions(
    {
      folder,
      get config() {
        return now();
      },
    },
    upkeep,
  );
  const archive = { archiveBytes: archiveBytes({ bytes, files }), bundleBytes: bytes };
  return { actions, keyHash, archive, log: onAdmin };
};

/** Time beyond `queueMs` after which no call can be on its way with a route that is gone. */
const RETIRE_GRACE_MS = 100;

/**
 * Lets the brokers forget what only the old catalog had: at once, since a runner that held every version would run out of memory;
 * and once more when the last call that it gave a route has reached them.
 */
const retire = (
  before: CatalogSnapshot,
  after: CatalogSnapshot,
  now: () => CatalogSnapshot,
  dispatcher: Dispatcher,
): void => {
  const routes = [...before.routes.values()].filter((route) => after.find(route.toolName) !== route);
  if (routes.length === 0) return;
  // Some may serve again by the second time.
  const digests = (): readonly string[] => [
    ...new Set(routes.map(({ digest }) => digest).filter((digest) => !now().programs.has(digest))),
  ];
  dispatcher.retire([], digests());
  const queueMs = Math.max(...routes.map(({ limits }) => limits.queueMs));
  setTimeout(() => dispatcher.retire(routes, digests()), queueMs + RETIRE_GRACE_MS).unref();
};

/** The hops of a call from the catalog on; a call of a new bundle waits until that has been tried out. */
const executorOver = (catalog: LiveCatalog, next: Dispatcher, config: Config): Executor =>
  triedOutExecutor({
    catalog,
    next: catalogExecutor({ snapshot: () => catalog.snapshot, next }),
    maxWaiting: config.pool.maxQueued,
  });

const LISTENING_FILE = fileURLToPath(new URL('./listen/listening-thread.ts', import.meta.url));
/** Of the largest bodies and results, so many have room in each listening thread: one address or plugin may hold half of all. */
const HELD_BODIES = 2;

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
  if (code === 'ENOTSUP')
    return new StartRefused('threads cannot share a port on this system: set server.threads to 1');
  return error;
};

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
