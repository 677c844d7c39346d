// Decides which runner makes room if `pool.runners` are in use and a cordon wants one more. Main thread. Decisions 0033 and 0060.
//
// Every cordon that has calls gets one runner before any gets two. A cordon without a runner takes an idle one from the cordons that have
// most. If each cordon has one, a cordon that is called seldom loses its own; see `coldest`. If all of them are in use, the one that has been busy
// longest without a pause is ended after its calls are answered. A cordon that has a runner gets another only from cordons that have two more.

import type { EvictionReason } from '../../shared/protocol/task.ts';
import type { RunnerProcess } from '../runner/runner-process.ts';

export interface RunnerHolder<Runner extends HeldRunner = RunnerProcess> {
  readonly runners: readonly Runner[];
  /** Its calls that no runner has. */
  readonly callsQueued: number;
  /** Since when calls are queued and no runner has left the cordon. */
  readonly queuedSinceMs: number;
  /** How often it is called, as a logarithm to base 2; see heat.ts. */
  readonly heat: number;
  /** It runs scripts. Absent: it runs tools. */
  readonly isScript?: boolean;
}

export type HeldRunner = Pick<RunnerProcess, 'state' | 'callsInFlight' | 'idleSinceMs' | 'heldSinceMs'>;

/** A runner that takes no more calls. */
export interface Room<Runner> {
  readonly runner: Runner;
  /** What it costs its cordon. The place of a `busy` one becomes free only when its calls are answered. */
  readonly reason: EvictionReason;
}

/** A cordon's only runner counts as in use if it has been idle for less than this... */
const IN_USE_MS = 100;
/** ...unless the calls of the cordon that wants it have been queued for longer than this. */
const PATIENCE_MS = 1_000;
/** Cordons that are called at most twice as often as the coldest one count as equal to it. */
const EQUAL_HEAT = 1;

/** The runner that makes room for one of `wanting`; undefined if none can, or if enough are ending already. `holders` may include `wanting`. */
export const roomFor = <Runner extends HeldRunner>(
  wanting: RunnerHolder<Runner>,
  holders: Iterable<RunnerHolder<Runner>>,
  nowMs: number = performance.now(),
): Room<Runner> | undefined => {
  const all = [...holders];
  const own = wanting.runners.length;
  if (own > 0) return roomOf(idleOf(all, own + 2), 'extra');
  return roomOf(idleOf(all, 2), 'extra') ?? roomOfOnly(wanting, all, nowMs);
};

const roomOf = <Runner extends HeldRunner>(
  runner: Runner | undefined,
  reason: EvictionReason,
): Room<Runner> | undefined => runner && { runner, reason };

/** The room that a cordon makes which has one runner, or none that is idle. */
const roomOfOnly = <Runner extends HeldRunner>(
  { queuedSinceMs }: RunnerHolder<Runner>,
  holders: readonly RunnerHolder<Runner>[],
  nowMs: number,
): Room<Runner> | undefined => {
  const idle = holders.flatMap(({ runners, heat }) => runners.filter(isIdle).map((runner) => ({ runner, heat })));
  const last = roomOf(coldest(idle), 'last');
  const areAllInUse = idle.every(({ runner }) => nowMs - runner.idleSinceMs < IN_USE_MS);
  if (last && !(areAllInUse && nowMs - queuedSinceMs < PATIENCE_MS)) return last;
  const leaving = holders.flatMap(({ runners }) => runners).filter(({ state }) => state === 'retired').length;
  const runnerless = holders.filter(({ callsQueued, runners }) => callsQueued > 0 && runners.length === 0).length;
  return leaving < runnerless ? (roomOf(busyOf(holders), 'busy') ?? last) : undefined;
};

/**
 * The runner of the cordon that is called least. Of those that are called about as seldom, the one that came last: if they are called in turn, and
 * are one more than there are places, ending the first one would always end the one that is called next. So most keep theirs, and a few take turns.
 */
const coldest = <Runner extends HeldRunner>(
  idle: readonly { readonly runner: Runner; readonly heat: number }[],
): Runner | undefined => {
  const least = idle.reduce((lowest, { heat }) => Math.min(lowest, heat), Number.POSITIVE_INFINITY);
  const equal = idle.filter(({ heat }) => heat <= least + EQUAL_HEAT).map(({ runner }) => runner);
  return oldest(equal, ({ heldSinceMs }) => -heldSinceMs);
};

/** True if the free places are for cordons with calls but no runner. The cordon whose call has just ended asks first, and would take each place. */
export const isOwed = <Runner extends HeldRunner>(
  wanting: RunnerHolder<Runner>,
  holders: Iterable<RunnerHolder<Runner>>,
  freePlaces: number,
): boolean => {
  if (wanting.runners.length === 0) return false;
  let runnerless = 0;
  for (const { callsQueued, runners } of holders) if (callsQueued > 0 && runners.length === 0) runnerless += 1;
  return runnerless > 0 && freePlaces <= runnerless;
};

/** The runner that has been idle longest, of the cordons that have most runners and at least `least`. */
const idleOf = <Runner extends HeldRunner>(
  holders: readonly RunnerHolder<Runner>[],
  least: number,
): Runner | undefined => {
  const rich = holders.filter(({ runners }) => runners.length >= least);
  return oldest(ofMost(rich, isIdle), ({ idleSinceMs }) => idleSinceMs);
};

const isIdle = ({ state, callsInFlight }: HeldRunner): boolean => state === 'ready' && callsInFlight === 0;

/** The runner that has been busy longest without a pause, of the cordons that have most runners. */
const busyOf = <Runner extends HeldRunner>(holders: readonly RunnerHolder<Runner>[]): Runner | undefined => {
  const busy = ({ state, callsInFlight }: Runner): boolean => state === 'ready' && callsInFlight > 0;
  return oldest(ofMost(holders, busy), ({ heldSinceMs, idleSinceMs }) => Math.max(heldSinceMs, idleSinceMs));
};

/** The runners that match, of the cordons that have most runners among those with a match. */
const ofMost = <Runner extends HeldRunner>(
  holders: readonly RunnerHolder<Runner>[],
  matches: (runner: Runner) => boolean,
): readonly Runner[] => {
  const matching = holders.filter(({ runners }) => runners.some(matches));
  const most = Math.max(0, ...matching.map(({ runners }) => runners.length));
  return matching.flatMap(({ runners }) => (runners.length === most ? runners.filter(matches) : []));
};

/** The runner with the lowest `sinceOf`. */
const oldest = <Runner>(runners: readonly Runner[], sinceOf: (runner: Runner) => number): Runner | undefined =>
  runners.reduce<Runner | undefined>(
    (first, runner) => (first && sinceOf(first) <= sinceOf(runner) ? first : runner),
    undefined,
  );
