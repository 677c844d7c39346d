// Opens a sandbox, in which plugins run: the runner image, the operating system's locks, and the dispatcher with its control thread. The server
// and the command line use the same one. Front process or command line, main thread. Decision 0040.

import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startControl } from '../broker/link/control-link.ts';
import { Dispatcher } from '../broker/queue/dispatcher.ts';
import { type LaunchPlan, likelyLaunch, missingEffects } from '../control/launch/plan.ts';
import type { Config } from '../settings/config.ts';
import { type ExternalValues, NO_EXTERNAL_VALUES } from '../settings/load/secrets.ts';
import { SidePool } from '../shared/lifetime/side-pool.ts';
import { memoryLeft } from '../shared/machine/memory-limit.ts';
import type { Notice, OnGuestLog } from '../shared/protocol/task.ts';
import { brokerSettings, loadLimitsOf, type OtherBounds } from './broker-settings.ts';
import { ImageCare } from './image-care.ts';
import {
  demandEffects,
  demandedEffects,
  launchOptions,
  type PreparedRunners,
  prepareImage,
  prepareRunners,
  type RunnerOptions,
} from './prepare-runners.ts';

export { isLockedDown } from './prepare-runners.ts';
export { StartRefused } from './start-refused.ts';
export type { LaunchPlan };

/** Options of a sandbox. Callbacks run in the main thread. */
export interface SandboxOptions extends RunnerOptions {
  /** Secrets and certificates for host requests; none if absent. */
  readonly externalValues?: ExternalValues;
  /** The threads of this process for side work; the sandbox has its own if absent. */
  readonly side?: SidePool;
  /** Threads that can run at a time; as many as the machine offers if absent. */
  readonly cores?: number;
  readonly bounds?: OtherBounds;
  /** Starts runners with this plan in place of the machine's locks. Only for an author's own code; a server never sets it. */
  readonly launchOf?: (imageFolder: string) => LaunchPlan;
  /** Called with lines that a guest wrote during a call. */
  readonly onGuestLog: OnGuestLog;
}

export interface Sandbox {
  readonly dispatcher: Dispatcher;
  readonly side: SidePool;
  readonly launch: LaunchPlan;
  /** Digest of the code in runners. Another release inspects bundles again. */
  readonly release: string;
  /** Resolves when new host requests follow these; see live-config.ts for the settings that may change. */
  reconfigure(config: Config, externalValues: ExternalValues): Promise<void>;
  /** Lets calls in flight finish for at most `drainMs` milliseconds, then ends every runner and removes the image. */
  close(drainMs: number): Promise<void>;
}

export interface BegunSandbox {
  /** {@link Sandbox.release}, which is known first. */
  readonly release: Promise<string>;
  readonly opened: Promise<Sandbox>;
}

export const beginSandbox = (options: SandboxOptions): BegunSandbox => {
  const { promise: release, resolve, reject } = Promise.withResolvers<string>();
  const opened = openSandbox(options, resolve);
  opened.catch(reject);
  release.catch(() => {});
  return { release, opened };
};

/**
 * Opens a sandbox. Calls `onRelease` with {@link Sandbox.release} as soon as that is known. Throws `StartRefused` if a required OS sandbox is not
 * available.
 */
export const openSandbox = async (
  options: SandboxOptions,
  onRelease: (release: string) => void = () => {},
): Promise<Sandbox> => {
  if (options.launchOf) {
    const image = await prepareImage(undefined, options);
    onRelease(image.digest);
    return openWith({ image, launch: options.launchOf(image.folder) }, options);
  }
  const likely = await openLikely(options, onRelease);
  if (likely) return likely;
  const runners = await prepareRunners(options);
  onRelease(runners.image.digest);
  return openWith(runners, options);
};

/** Time between two checks whether the first runner has started. */
const LOOK_EVERY_MS = 5;

/**
 * A sandbox with the locks that most machines have. The first runner, which is needed anyhow, tests them, which saves the time of a trial.
 * Undefined if that runner does not start, if the locks of this machine are known, or if they are not what the operator demands.
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
  // Notices wait until the runner has started: if it does not, another sandbox is opened, and they do not matter.
  const early: Notice[] = [];
  let notify = (notice: Notice): void => void early.push(notice);
  const sandbox = openWith({ image, launch: likely.plan }, { ...options, onNotice: (notice) => notify(notice) });
  if (!(await hasStarted(sandbox.dispatcher))) {
    await sandbox.close(0);
    return undefined;
  }
  likely.confirm();
  notify = (notice) => options.onNotice?.(notice);
  early.forEach(notify);
  return sandbox;
};

/** Resolves with true when a runner is ready, and with false when one has failed to start. */
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
  const side = options.side ?? new SidePool();
  try {
    demandEffects(launch, config.requireOsSandbox);
    const { bounds, externalValues = NO_EXTERNAL_VALUES, onNotice = () => {} } = options;
    const care = new ImageCare({ image, makeAgain: () => prepareImage(undefined, options), onNotice });
    const settings = brokerSettings(config, externalValues, { launch, cores, bounds });
    const dispatcher: Dispatcher = new Dispatcher({
      control: startControl({ file: CONTROL_FILE, settings, onNotice }),
      settings,
      side,
      memoryLeft: memoryLeft(),
      concurrency: config.pool.runners * config.pool.callsPerRunner,
      maxQueued: config.pool.maxQueued,
      cores,
      onGuestLog: options.onGuestLog,
      onNotice: (notice) => {
        onNotice(notice);
        if (dispatcher.status().startTrouble !== undefined) void care.look();
      },
    });
    const close = async (drainMs: number): Promise<void> => {
      await dispatcher.close(drainMs);
      if (options.side === undefined) await side.close();
      image.remove();
    };
    const reconfigure = ({ limits }: Config, { secrets }: ExternalValues): Promise<void> =>
      dispatcher.configure({ secrets, ...loadLimitsOf(limits) });
    return { dispatcher, side, launch, release: image.digest, reconfigure, close };
  } catch (error) {
    image.remove();
    throw error;
  }
};

const CONTROL_FILE = fileURLToPath(new URL('../control/control-thread.ts', import.meta.url));
