// Where plugins run, without the server around it: the runner image, the operating system's locks, the dispatcher with its
// control threads. The server and the command line both build on it, so that a plugin meets the same walls in both.

import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BrokerSettings } from './broker/runner/settings.ts';
import type { Config } from './config/config.ts';
import { NO_REACH, type ReachParts } from './config/secrets.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import type { RunnerImage } from './launch/image/build.ts';
import { preparedImage } from './launch/image/prepared.ts';
import { type LaunchOptions, type LaunchPlan, likelyLaunch, missingEffects, planLaunch } from './launch/plan.ts';
import { askBytes } from './protocol/capabilities.ts';
import { type IsolationEffect, WHOLE_SANDBOX } from './protocol/isolation.ts';
import type { Notice, OnGuestLog } from './protocol/task.ts';

export interface SandboxOptions {
  readonly config: Config;
  /** `PATH` to look for the tools of the OS sandbox in. */
  readonly searchPath: string;
  /** A folder in which what takes long to make is kept between starts; without it everything is made anew. */
  readonly cacheFolder?: string;
  /** Secrets and certificates for what tools reach; none where absent. */
  readonly reach?: ReachParts;
  /** The Node that runners are; the host's own if absent. */
  readonly nodePath?: string;
  /** Threads that can run at a time; what the machine offers where absent. */
  readonly cores?: number;
  /** Told of what keeps tools from what they may reach, and when that is over. */
  readonly onNotice?: (notice: Notice) => void;
  /** Told what a start is doing, in printable text on one line. */
  readonly onProgress?: (doing: string) => void;
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
  /** What calls ask of the host from now on follows these; see live-config.ts for what else may change. Resolves once it does. */
  reconfigure(config: Config, reach: ReachParts): Promise<void>;
  /** Lets calls in flight finish for at most `drainMs`, then ends every runner and leaves nothing behind. */
  close(drainMs: number): Promise<void>;
}

/** Thrown when the host may not start here; the message says what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** Isolates beside those that serve calls: two of each plugin stand by, one checks its results, and two look at arguments of calls that failed. */
const EXTRA_ISOLATES_PER_PLUGIN = 5;
/** Compiled code and validators may be longer than what they were made from. */
const PROGRAM_BYTES_PER_BUNDLE_BYTE = 4;

/** A sandbox that is being opened. */
export interface BegunSandbox {
  /** {@link Sandbox.release}, known before the rest. */
  readonly release: Promise<string>;
  /** What {@link openSandbox} resolves with. */
  readonly opened: Promise<Sandbox>;
}

/** Begins to open a sandbox. */
export const beginSandbox = (options: SandboxOptions): BegunSandbox => {
  const { promise: release, resolve, reject } = Promise.withResolvers<string>();
  const opened = openSandbox(options, resolve);
  opened.catch(reject);
  release.catch(() => {});
  return { release, opened };
};

/**
 * Opens a sandbox. Throws {@link StartRefused} where the OS sandbox is required and cannot be had. `onRelease` is told {@link Sandbox.release} as soon as it is known.
 */
export const openSandbox = async (
  options: SandboxOptions,
  onRelease: (release: string) => void = () => {},
): Promise<Sandbox> => {
  const likely = await openLikely(options, onRelease);
  if (likely) return likely;
  const runners = await prepareRunners(options);
  onRelease(runners.image.digest);
  return openWith(runners, options);
};

/** Between two looks at whether the first runner has started. */
const LOOK_EVERY_MS = 5;

/**
 * A sandbox with the locks that most machines have, tried with the first runner, which is needed anyway: a trial before it would take as long once more.
 * Undefined if that runner does not start, or if what locks runners down here is known: then it takes nothing for granted.
 */
const openLikely = async (
  options: SandboxOptions,
  onRelease: (release: string) => void,
): Promise<Sandbox | undefined> => {
  const image = await prepareImage(undefined, options);
  const likely = likelyLaunch(launchOptions(options, image.folder));
  if (!likely || missingEffects(likely.plan, demandedEffects(options.config.requireOsSandbox)).length > 0) {
    image.remove();
    return undefined;
  }
  options.onProgress?.('finding out what locks runners down here');
  onRelease(image.digest);
  // What a runner that does not start makes the broker say is no news, if others do.
  const untold: Notice[] = [];
  let tell = (notice: Notice): void => void untold.push(notice);
  const sandbox = openWith({ image, launch: likely.plan }, { ...options, onNotice: (notice) => tell(notice) });
  if (!(await hasStarted(sandbox.dispatcher))) {
    await sandbox.close(0);
    return undefined;
  }
  likely.confirm();
  tell = (notice) => options.onNotice?.(notice);
  untold.forEach(tell);
  return sandbox;
};

/** Resolves with true once a runner has said its first word, with false once one has failed to. */
const hasStarted = async (dispatcher: Dispatcher): Promise<boolean> => {
  for (;;) {
    const { startTrouble, runners } = dispatcher.status();
    if (startTrouble !== undefined) return false;
    if (runners.some(({ state }) => state === 'ready')) return true;
    await setTimeout(LOOK_EVERY_MS);
  }
};

const openWith = ({ image, launch }: PreparedRunners, options: SandboxOptions): Sandbox => {
  const { config, cores = availableParallelism() } = options;
  try {
    demandEffects(launch, config.requireOsSandbox);
    const dispatcher = new Dispatcher({
      controlFile: CONTROL_FILE,
      settings: brokerSettings(config, options.reach ?? NO_REACH, { launch, cores }),
      brokers: config.pool.brokers,
      concurrency: config.pool.runners * config.pool.callsPerRunner,
      maxQueued: config.pool.maxQueued,
      cores,
      onGuestLog: options.onGuestLog,
      ...(options.onNotice && { onNotice: options.onNotice }),
    });
    const close = async (drainMs: number): Promise<void> => {
      await dispatcher.close(drainMs);
      image.remove();
    };
    const reconfigure = ({ limits }: Config, { secrets }: ReachParts): Promise<void> =>
      dispatcher.configure({ secrets, ...loadLimitsOf(limits) });
    return { dispatcher, launch, release: image.digest, reconfigure, close };
  } catch (error) {
    image.remove();
    throw error;
  }
};

const CONTROL_FILE = fileURLToPath(new URL('./control/control-thread.ts', import.meta.url));

export type { LaunchPlan };

interface PreparedRunners {
  readonly image: RunnerImage;
  readonly launch: LaunchPlan;
}

/** The runners' image, and how they are started with it. */
const prepareRunners = async (options: SandboxOptions): Promise<PreparedRunners> => {
  const { cacheFolder } = options;
  const first = await prepareIn(undefined, options);
  if (first.launch.broken === undefined || cacheFolder === undefined) return first;
  // A temporary folder that is mounted without execution holds no native code; the user's own folder may.
  const second = await prepareIn(cacheFolder, options).catch(() => undefined);
  const [better, other] = second && second.launch.broken === undefined ? [second, first] : [first, second];
  other?.image.remove();
  return better;
};

const prepareImage = (parent: string | undefined, { cacheFolder, onProgress }: SandboxOptions): Promise<RunnerImage> =>
  preparedImage({
    ...(cacheFolder !== undefined && { cacheFolder }),
    ...(parent !== undefined && { parent }),
    onBuild: () => onProgress?.('building the runner image, which the next start will find'),
  });

const prepareIn = async (parent: string | undefined, options: SandboxOptions): Promise<PreparedRunners> => {
  const { onProgress } = options;
  const image = await prepareImage(parent, options);
  try {
    onProgress?.('finding out what locks runners down here');
    return { image, launch: await planLaunch(launchOptions(options, image.folder)) };
  } catch (error) {
    image.remove();
    throw error;
  }
};

/** True if the operating system keeps from a runner all that `requireOsSandbox: true` demands. */
export const isLockedDown = (launch: LaunchPlan): boolean => missingEffects(launch, WHOLE_SANDBOX).length === 0;

const launchOptions = (
  { config, searchPath, nodePath = process.execPath }: SandboxOptions,
  imageFolder: string,
): LaunchOptions => {
  const pluginsPerRunner = Math.max(1, ...Object.values(config.pool.cordons).map((plugins) => plugins.length));
  const isolatesPerRunner = config.pool.callsPerRunner + EXTRA_ISOLATES_PER_PLUGIN * pluginsPerRunner;
  const { platform, arch: architecture } = process;
  return { platform, architecture, nodePath, searchPath, isolatesPerRunner, imageFolder };
};

/** Throws {@link StartRefused} unless the plan brings about all that is demanded. */
const demandEffects = (launch: LaunchPlan, demand: Config['requireOsSandbox']): void => {
  const missing = missingEffects(launch, demandedEffects(demand));
  if (missing.length === 0) return;
  const lines = missing.map(({ name, note }) => `  ${name}: ${note}`);
  throw new StartRefused(
    `requireOsSandbox demands more than this machine gives: ${missing.map(({ name }) => name).join(', ')}\n${lines.join('\n')}`,
  );
};

/** What the operator demands of the operating system. */
const demandedEffects = (demand: Config['requireOsSandbox']): readonly IsolationEffect[] =>
  typeof demand === 'boolean' ? (demand ? WHOLE_SANDBOX : []) : demand;

/** A plugin may hold half of what a control thread may, and needs room for one response. */
const LEAST_RESPONSES = 2;

const brokerSettings = (
  { limits, plugins, pool, quarantine, egress, store }: Config,
  { secrets, extraCas, redisUrl }: ReachParts,
  { launch, cores }: Pick<BrokerSettings, 'launch' | 'cores'>,
): BrokerSettings => ({
  launch,
  runners: pool.runners,
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
  ...loadLimitsOf(limits),
  quarantine,
  egress: {
    dnsServers: egress.dnsServers,
    extraCas,
    secrets,
    heldBytes: Math.max(
      egress.heldBytes / pool.brokers,
      LEAST_RESPONSES * largestOf('fetchResponseBytes', { limits, plugins }),
    ),
  },
  store: { kind: store.kind, file: store.file, redisUrl },
});

/** Limits of trying a plugin out. */
const loadLimitsOf = ({ memoryMb, runnerRssMb, killGraceMs }: Config['limits']) => ({
  loadMemoryMb: memoryMb,
  loadRssMb: runnerRssMb,
  killGraceMs,
});

/** The highest value any override gives a limit. */
export const largestOf = (
  name: 'resultBytes' | 'argumentsBytes' | 'fetchRequestBytes' | 'fetchResponseBytes' | 'storeValueBytes',
  { limits, plugins }: Pick<Config, 'limits' | 'plugins'>,
): number => {
  const overrides = Object.values(plugins.overrides).flatMap((plugin) => [
    plugin.limits,
    ...Object.values(plugin.tools ?? {}).map((tool) => tool.limits),
  ]);
  return Math.max(limits[name], ...overrides.map((override) => override?.[name] ?? 0));
};
