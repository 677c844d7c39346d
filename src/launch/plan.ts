// How a runner process is started on this machine: what locks it down, found out once at start, and the command line that does it. Plain data,
// so that it can be handed to every broker.

import type { IsolationEffect } from '../protocol/isolation.ts';
import { bareWords, mustInheritNode, UNPRIVILEGED_ID } from './bare.ts';
import { boxWords } from './box.ts';
import { describeLayers, type IsolationLayer } from './layers.ts';
import { limitWords } from './limits.ts';
import { type Choice, chooseMeans, likeliestMeans, type Means } from './means.ts';
import { offersOf } from './offers.ts';
import { findPrograms, type Programs } from './programs.ts';
import { SYSTEM_CALLS, seccompFilter } from './seccomp.ts';
import { tryRunner } from './trial.ts';

export type { IsolationLayer };

/** A command line and what its process inherits. */
export interface LaunchCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Given to bwrap on descriptor 5. */
  readonly seccomp: Uint8Array | undefined;
  /**
   * Where the runner is among the processes that the command makes: that process itself, its child in a PID namespace, or in a box, whose first
   * process bwrap reports on descriptor 4.
   */
  readonly place: 'itself' | 'child' | 'box';
  /** A file that the command inherits, open, on descriptor 4. */
  readonly inheritedFile: string | undefined;
  /** User and group that the command is started as; the host's own if undefined. */
  readonly userId: number | undefined;
}

export interface LaunchPlan extends LaunchCommand {
  readonly layers: readonly IsolationLayer[];
  /** Why not even a runner without any lock starts here; undefined if one does. */
  readonly broken: string | undefined;
}

export interface LaunchOptions {
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  readonly nodePath: string;
  /** `PATH` to look for the system's tools in. */
  readonly searchPath: string;
  /** Isolates one runner may hold at a time, standing by included: the data rlimit has room for these and no more. */
  readonly isolatesPerRunner: number;
  /** Folder of the runner's image: all that a runner reads. */
  readonly imageFolder: string;
}

/** Finds out which layers this machine offers, by starting a runner for real. Never rejects: `broken` says why none starts. */
export const planLaunch = async (options: LaunchOptions): Promise<LaunchPlan> => {
  const programs = findPrograms(options.platform, options.searchPath);
  return planOf(await choiceFor(options, programs), programs, options);
};

/** A plan that nobody has tried yet. */
export interface LikelyPlan {
  readonly plan: LaunchPlan;
  /** To be called once a runner has started with it: it is what {@link planLaunch} would have found, and finds from now on. */
  confirm(): void;
}

/**
 * The plan that {@link planLaunch} tries first, without a trial. Whoever follows it must see a runner start with it before it lets a plugin run, and
 * ask planLaunch if none does. Undefined if this process knows what works here, or if there is no such plan, of which planLaunch says why.
 */
export const likelyLaunch = (options: LaunchOptions): LikelyPlan | undefined => {
  const programs = findPrograms(options.platform, options.searchPath);
  const key = keyOf(options, programs);
  if (choices.has(key)) return undefined;
  const choice: Choice = {
    means: likeliestMeans(offersOf({ ...options, isRoot: isRootHere() }, programs)),
    failures: {},
  };
  try {
    const plan = planOf(choice, programs, options);
    return { plan, confirm: () => void choices.set(key, Promise.resolve(choice)) };
  } catch {
    return undefined;
  }
};

const planOf = (choice: Choice, programs: Programs, options: LaunchOptions): LaunchPlan => {
  const command = commandOf(choice.means, programs, options);
  const isRoot = isRootHere();
  const hasFilter = SYSTEM_CALLS[options.architecture] !== undefined;
  const layers = describeLayers(choice, { platform: options.platform, isRoot, hasFilter });
  return { ...command, layers, broken: choice.broken };
};

/** Effects that `wanted` names and the plan does not bring about, each with its layer's note. */
export const missingEffects = ({ layers }: LaunchPlan, wanted: readonly IsolationEffect[]): readonly IsolationLayer[] =>
  layers.filter(({ name, active }) => !active && wanted.some((effect) => effect === name));

const isRootHere = (): boolean => process.getuid?.() === 0;

/** What this process has found out before: a machine does not change while a server runs, and every trial starts a process. */
const choices = new Map<string, Promise<Choice>>();

const keyOf = ({ imageFolder: _, ...lasting }: LaunchOptions, programs: Programs): string =>
  JSON.stringify([lasting, programs]);

const choiceFor = (options: LaunchOptions, programs: Programs): Promise<Choice> => {
  const key = keyOf(options, programs);
  const known = choices.get(key);
  if (known) return known;
  const choice = chooseMeans(offersOf({ ...options, isRoot: isRootHere() }, programs), (means) =>
    tryRunner(() => commandOf(means, programs, options)),
  );
  choices.set(key, choice);
  // A machine on which nothing starts may be mended while this process runs.
  void choice.then(({ broken }) => broken !== undefined && choices.delete(key));
  return choice;
};

const commandOf = (means: Means, programs: Programs, options: LaunchOptions): LaunchCommand => {
  const { architecture, nodePath, imageFolder, isolatesPerRunner } = options;
  const limits = limitWords(means, programs, isolatesPerRunner);
  const seccomp = means.box === undefined ? undefined : seccompFilter(architecture);
  const isBare = means.box === undefined || programs.bwrap === undefined;
  const inner =
    means.box === undefined || programs.bwrap === undefined
      ? bareWords({ means, programs, architecture, nodePath, imageFolder })
      : boxWords(programs.bwrap, { nodePath, imageFolder, hasFilter: seccomp !== undefined });
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
