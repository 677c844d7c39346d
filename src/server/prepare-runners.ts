// Prepares what a runner needs to start: its image, and the plan of how this machine locks it down. Front process and command line.

import type { RunnerImage } from '../control/launch/image/build.ts';
import { preparedImage } from '../control/launch/image/prepared.ts';
import { DamagedPackage } from '../control/launch/image/shipped.ts';
import { type LaunchOptions, type LaunchPlan, missingEffects, planLaunch } from '../control/launch/plan.ts';
import type { Config } from '../settings/config.ts';
import { refusedLine, V8_FLAGS } from '../shared/lifetime/v8-flags.js';
import { type IsolationEffect, WHOLE_SANDBOX } from '../shared/protocol/isolation.ts';
import type { Notice } from '../shared/protocol/task.ts';
import { StartRefused } from './start-refused.ts';

/** Isolates besides those of calls: for each plugin two spares, one that checks results, and two that check arguments of failed calls. */
const EXTRA_ISOLATES_PER_PLUGIN = 5;

export interface RunnerOptions {
  readonly config: Config;
  /** The `PATH` in which tools of the OS sandbox are looked up. */
  readonly searchPath: string;
  /** Folder that keeps the image and compiled programs between starts; if absent, they are made again. */
  readonly cacheFolder?: string;
  /** Path of the Node that runs runners; the host's own if absent. */
  readonly nodePath?: string;
  /** Called if something keeps tools from the network or the store, or runners from a flag, and when that is over; and if an image is damaged. */
  readonly onNotice?: (notice: Notice) => void;
  /** Called with what the start is doing, as one printable line. */
  readonly onProgress?: (doing: string) => void;
}

export interface PreparedRunners {
  readonly image: RunnerImage;
  readonly launch: LaunchPlan;
}

/** Prepares image and plan. Tries `cacheFolder` if no runner starts from the temporary folder. */
export const prepareRunners = async (options: RunnerOptions): Promise<PreparedRunners> => {
  const { cacheFolder } = options;
  const first = await prepareIn(undefined, options);
  if (first.launch.broken === undefined || cacheFolder === undefined) return first;
  // Native code does not run from a temporary folder that is mounted noexec, but may run from the user's own folder.
  const second = await prepareIn(cacheFolder, options).catch(() => undefined);
  const [better, other] = second && second.launch.broken === undefined ? [second, first] : [first, second];
  other?.image.remove();
  return better;
};

/** Finds or builds the runner image, in the temporary folder if `parent` is undefined. Throws {@link StartRefused} if the package is damaged. */
export const prepareImage = (
  parent: string | undefined,
  { cacheFolder, onProgress, onNotice }: RunnerOptions,
): Promise<RunnerImage> =>
  preparedImage({
    ...(cacheFolder !== undefined && { cacheFolder }),
    ...(parent !== undefined && { parent }),
    onBuild: () => onProgress?.('building the runner image, which the next start will find'),
    onDamaged: (path) =>
      onNotice?.({ level: 'warn', text: `the runner's image that was kept in ${path} was damaged: it is built again` }),
  }).catch((error: unknown) => {
    throw error instanceof DamagedPackage ? new StartRefused(error.message, { cause: error }) : error;
  });

const prepareIn = async (parent: string | undefined, options: RunnerOptions): Promise<PreparedRunners> => {
  const { onProgress, onNotice } = options;
  const image = await prepareImage(parent, options);
  try {
    onProgress?.('finding out what locks runners down here');
    const launch = await planLaunch(launchOptions(options, image.folder));
    for (const flag of launch.refusedFlags) onNotice?.({ level: 'warn', text: refusedLine(flag, 'runners') });
    return { image, launch };
  } catch (error) {
    image.remove();
    throw error;
  }
};

/** True if the operating system locks runners down as `requireOsSandbox: true` demands. */
export const isLockedDown = (launch: LaunchPlan): boolean => missingEffects(launch, WHOLE_SANDBOX).length === 0;

export const launchOptions = (
  { config, searchPath, nodePath = process.execPath }: RunnerOptions,
  imageFolder: string,
): LaunchOptions => {
  const pluginsPerRunner = Math.max(1, ...Object.values(config.pool.cordons).map((plugins) => plugins.length));
  const isolatesPerRunner = config.pool.callsPerRunner + EXTRA_ISOLATES_PER_PLUGIN * pluginsPerRunner;
  const { platform, arch: architecture } = process;
  return { platform, architecture, nodePath, searchPath, isolatesPerRunner, imageFolder, v8Flags: V8_FLAGS.runner };
};

/** Throws {@link StartRefused} if the plan lacks an effect that is demanded. */
export const demandEffects = (launch: LaunchPlan, demand: Config['requireOsSandbox']): void => {
  const missing = missingEffects(launch, demandedEffects(demand));
  if (missing.length === 0) return;
  const lines = missing.map(({ name, note }) => `  ${name}: ${note}`);
  throw new StartRefused(
    `requireOsSandbox demands more than this machine gives: ${missing.map(({ name }) => name).join(', ')}\n${lines.join('\n')}`,
  );
};

export const demandedEffects = (demand: Config['requireOsSandbox']): readonly IsolationEffect[] =>
  typeof demand === 'boolean' ? (demand ? WHOLE_SANDBOX : []) : demand;
