// Plans how a runner process is started on this machine: the locks, found out once at start, and the command line with them. A plan is plain data,
// so that every broker can get a copy. Front process, main thread.

import { tryFlags } from '../../shared/lifetime/v8-flags.js';
import type { IsolationEffect } from '../../shared/protocol/isolation.ts';
import type { LaunchCommand } from '../child/command.ts';
import { bareWords, mustInheritNode, UNPRIVILEGED_ID } from './bare.ts';
import { boxWords } from './box.ts';
import { describeLayers, type IsolationLayer } from './layers.ts';
import { limitWords } from './limits.ts';
import { type Choice, chooseMeans, likeliestMeans, type Means } from './means.ts';
import { snapshotFlags } from './node-words.ts';
import { type Machine, offersOf } from './offers.ts';
import { findPrograms, type Programs } from './programs.ts';
import { seccompFilter } from './seccomp.ts';
import { tryRunner } from './trial.ts';

export interface LaunchPlan extends LaunchCommand {
  readonly layers: readonly IsolationLayer[];
  /** Flags of V8 that this Node refuses, and that runners start without. */
  readonly refusedFlags: readonly string[];
  /** Why even a runner without locks does not start here; undefined if one starts. */
  readonly broken: string | undefined;
}

export interface LaunchOptions {
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  readonly nodePath: string;
  /** `PATH` to look for the system's tools in. */
  readonly searchPath: string;
  /** Isolates that one runner may hold at a time, prepared ones included. The data rlimit has room for no more. */
  readonly isolatesPerRunner: number;
  /** Flags of V8 for runners, as far as Node takes them. */
  readonly v8Flags: readonly string[];
  /** Folder of the runner's image, the only folder that a runner reads. */
  readonly imageFolder: string;
}

/** Finds out which layers this machine offers, by starting a runner for real. Never rejects: `broken` says why none starts. */
export const planLaunch = async (options: LaunchOptions): Promise<LaunchPlan> => {
  const programs = findPrograms(options.platform, options.searchPath);
  const { taken, refused } = tryFlags(options.nodePath, options.v8Flags);
  const known = { ...options, v8Flags: taken };
  return { ...planOf(await choiceFor(known, programs), programs, known), refusedFlags: refused };
};

/** A plan without a trial. */
export interface LikelyPlan {
  readonly plan: LaunchPlan;
  /** Call this when a runner has started with the plan. From then on {@link planLaunch} returns it. */
  confirm(): void;
}

/**
 * The plan that {@link planLaunch} would try first, without the trial. It has all flags of V8, which that runner tries too. The user of this plan must see a runner start with it before a plugin runs,
 * and call planLaunch if none starts. Undefined if this process already knows what works here, or if there is no such plan; planLaunch tells why.
 */
export const likelyLaunch = (options: LaunchOptions): LikelyPlan | undefined => {
  const programs = findPrograms(options.platform, options.searchPath);
  const key = keyOf(options, programs);
  if (choices.has(key)) return undefined;
  const choice: Choice = { means: likeliestMeans(offersOf(machineOf(options), programs)), failures: {} };
  try {
    const plan = planOf(choice, programs, options);
    return { plan, confirm: () => void choices.set(key, Promise.resolve(choice)) };
  } catch {
    return undefined;
  }
};

const planOf = (choice: Choice, programs: Programs, options: LaunchOptions): LaunchPlan => {
  const command = commandOf(choice.means, programs, options);
  return { ...command, layers: describeLayers(choice, machineOf(options)), refusedFlags: [], broken: choice.broken };
};

/** Effects in `wanted` that the plan lacks, each with its layer's note. */
export const missingEffects = ({ layers }: LaunchPlan, wanted: readonly IsolationEffect[]): readonly IsolationLayer[] =>
  layers.filter(({ name, active }) => !active && wanted.some((effect) => effect === name));

const machineOf = ({ platform, architecture }: LaunchOptions): Machine => ({
  platform,
  architecture,
  isRoot: process.getuid?.() === 0,
});

/** What this process has found out before. It is kept because a machine does not change while a server runs and every trial starts a process. */
const choices = new Map<string, Promise<Choice>>();

const keyOf = ({ imageFolder: _, ...lasting }: LaunchOptions, programs: Programs): string =>
  JSON.stringify([lasting, programs]);

const choiceFor = (options: LaunchOptions, programs: Programs): Promise<Choice> => {
  const key = keyOf(options, programs);
  const known = choices.get(key);
  if (known) return known;
  const choice = chooseMeans(offersOf(machineOf(options), programs), (means) =>
    tryRunner(() => commandOf(means, programs, options)),
  );
  choices.set(key, choice);
  // Not kept if nothing starts: somebody may repair the machine while this process runs.
  void choice.then(({ broken }) => broken !== undefined && choices.delete(key));
  return choice;
};

const commandOf = (means: Means, programs: Programs, options: LaunchOptions): LaunchCommand => {
  const { architecture, nodePath, imageFolder, isolatesPerRunner } = options;
  const nodeFlags = [...snapshotFlags(nodePath), ...options.v8Flags];
  const limits = limitWords(means, programs, isolatesPerRunner);
  const seccomp = means.box === undefined ? undefined : seccompFilter(architecture);
  const bwrap = means.box === undefined ? undefined : programs.bwrap;
  const isBare = bwrap === undefined;
  const inner = isBare
    ? bareWords({ means, programs, architecture, nodePath, imageFolder, nodeFlags })
    : boxWords(bwrap, { nodePath, imageFolder, nodeFlags, hasFilter: seccomp !== undefined });
  const [command = nodePath, ...args] = [...limits, ...inner];
  return {
    command,
    args,
    seccomp,
    place: isBare ? (means.namespaces === undefined ? 'itself' : 'child') : 'box',
    inheritedFile: isBare && mustInheritNode({ means, nodePath }) ? nodePath : undefined,
    userId: means.user === 'spawn' ? UNPRIVILEGED_ID : undefined,
  };
};
