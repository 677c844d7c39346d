// Where plugins run, without the server around it: the runner image, the operating system's locks, the dispatcher with its
// broker threads. The server and the command line both build on it, so that a plugin meets the same walls in both.

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keptRunnerImage } from './broker/image-cache.ts';
import { type LaunchPlan, planLaunch } from './broker/launch-plan.ts';
import { buildRunnerImage } from './broker/runner-image.ts';
import type { BrokerSettings } from './broker/settings.ts';
import type { Config } from './config/config.ts';
import { NO_REACH, type ReachParts } from './config/secrets.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import { askBytes } from './protocol/capabilities.ts';
import type { OnGuestLog } from './protocol/task.ts';

export interface SandboxOptions {
  readonly config: Config;
  /** `PATH` to look for the tools of the OS sandbox in. */
  readonly searchPath: string;
  /** A folder in which what takes long to make is kept between starts; without it everything is made anew. */
  readonly cacheFolder?: string;
  /** Secrets and certificates for what tools reach; none where absent. */
  readonly reach?: ReachParts;
  /** Threads that can run at a time; what the machine offers where absent. */
  readonly cores?: number;
  /** Told of what keeps tools from what they may reach. */
  readonly onProblem?: (problem: string) => void;
  /** Lines that a guest wrote during a call. */
  readonly onGuestLog: OnGuestLog;
}

export interface Sandbox {
  /** Runs calls, and tries programs out. */
  readonly dispatcher: Dispatcher;
  /** How runners are started here, layer by layer. */
  readonly launch: LaunchPlan;
  /** Digest of the code that runs in runners: what one release tried out, another tries again. */
  readonly release: string;
  /** Lets calls in flight finish for at most `drainMs`, then ends every runner and leaves nothing behind. */
  close(drainMs: number): Promise<void>;
}

/** Thrown when the host may not start here; the message says what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** Isolates beside those that serve calls: two of each plugin stand by, and one checks its results. */
const EXTRA_ISOLATES_PER_PLUGIN = 3;
/** Compiled code and validators may be longer than what they were made from. */
const PROGRAM_BYTES_PER_BUNDLE_BYTE = 4;

/** Opens a sandbox. Throws {@link StartRefused} where the OS sandbox is required and cannot be had. */
export const openSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const { config, cores = availableParallelism() } = options;
  const { cacheFolder } = options;
  const image = await (cacheFolder === undefined
    ? buildRunnerImage()
    : keptRunnerImage(join(cacheFolder, 'images'), buildRunnerImage));
  // A process that ends without closing the sandbox leaves nothing in the temporary folder either.
  process.once('exit', image.remove);
  const removeImage = (): void => {
    process.off('exit', image.remove);
    image.remove();
  };
  try {
    const launch = planRunners(config, options.searchPath, image.folder);
    const dispatcher = new Dispatcher({
      brokerFile: brokerFile(),
      brokerSettings: brokerSettings(config, options.reach ?? NO_REACH, { launch, cores }),
      brokers: config.pool.brokers,
      concurrency: config.pool.runners * config.pool.callsPerRunner,
      maxQueued: config.pool.maxQueued,
      cores,
      onGuestLog: options.onGuestLog,
      ...(options.onProblem && { onNotice: options.onProblem }),
    });
    const close = async (drainMs: number): Promise<void> => {
      await dispatcher.close(drainMs);
      removeImage();
    };
    return { dispatcher, launch, release: image.digest, close };
  } catch (error) {
    removeImage();
    throw error;
  }
};

const brokerFile = (): string => {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  return fileURLToPath(new URL(`./broker/broker-thread${extension}`, import.meta.url));
};

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
  { limits, plugins, pool, quarantine, egress, store }: Config,
  { secrets, extraCas, redisUrl }: ReachParts,
  { launch, cores }: Pick<BrokerSettings, 'launch' | 'cores'>,
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
  askBytes: askBytes({
    fetchRequestBytes: largestOf('fetchRequestBytes', { limits, plugins }),
    storeValueBytes: largestOf('storeValueBytes', { limits, plugins }),
  }),
  programBytes: PROGRAM_BYTES_PER_BUNDLE_BYTE * plugins.bundleBytes,
  loadMs: plugins.loadMs,
  loadMemoryMb: limits.memoryMb,
  loadRssMb: limits.runnerRssMb,
  killGraceMs: limits.killGraceMs,
  quarantine,
  egress: { dnsServers: egress.dnsServers, extraCas, secrets },
  store: { kind: store.kind, file: store.file, redisUrl },
});

/** The highest value any override gives a limit. */
export const largestOf = (
  name: 'resultBytes' | 'argumentsBytes' | 'fetchRequestBytes' | 'storeValueBytes',
  { limits, plugins }: Pick<Config, 'limits' | 'plugins'>,
): number => {
  const overrides = Object.values(plugins.overrides).flatMap((plugin) => [
    plugin.limits,
    ...Object.values(plugin.tools ?? {}).map((tool) => tool.limits),
  ]);
  return Math.max(limits[name], ...overrides.map((override) => override?.[name] ?? 0));
};
