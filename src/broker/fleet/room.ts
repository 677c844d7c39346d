// Decides which runner makes room if `pool.runners` are in use and a cordon wants one more. Main thread. Decision 0033.
//
// Every cordon that has calls gets one runner before any gets two. A cordon without a runner takes an idle one from the cordons that have
// most. If each cordon has one, the one that has been busy longest without a pause is ended after its calls are answered, so that a plugin
// that is called now and then keeps its runner. A cordon that has a runner gets another only from cordons that have two more than it.

import type { RunnerProcess } from '../runner/runner-process.ts';

export interface RunnerHolder<Runner extends HeldRunner = RunnerProcess> {
  readonly runners: readonly Runner[];
  readonly hasQueued: boolean;
  /** Since when calls are queued and no runner has left the cordon. */
  readonly queuedSinceMs: number;
}

export type HeldRunner = Pick<RunnerProcess, 'state' | 'callsInFlight' | 'idleSinceMs' | 'heldSinceMs'>;

/** A runner that takes no more calls; `isIdle`: its place is free at once. */
export interface Room<Runner> {
  readonly runner: Runner;
  readonly isIdle: boolean;
}

/** A cordon's only runner counts as in use if it has been idle for less than this... */
const IN_USE_MS = 100;
/** ...unless the calls of the cordon that wants it have been queued for longer than this. */
const PATIENCE_MS = 1_000;

/** The runner that makes room for one of `wanting`; undefined if none can, or if enough are ending already. `holders` may include `wanting`. */
export const roomFor = <Runner extends HeldRunner>(
  wanting: RunnerHolder<Runner>,
  holders: Iterable<RunnerHolder<Runner>>,
  nowMs: number = performance.now(),
): Room<Runner> | undefined => {
  const all = [...holders];
  const own = wanting.runners.length;
  const runner = own > 0 ? idleOf(all, own + 2) : firstFor(wanting, all, nowMs);
  return runner && { runner, isIdle: runner.callsInFlight === 0 };
};

const firstFor = <Runner extends HeldRunner>(
  { queuedSinceMs }: RunnerHolder<Runner>,
  holders: readonly RunnerHolder<Runner>[],
  nowMs: number,
): Runner | undefined => {
  const idle = idleOf(holders, 2);
  if (idle) return idle;
  const only = idleOf(holders, 1);
  const isInUse = only && nowMs - only.idleSinceMs < IN_USE_MS && nowMs - queuedSinceMs < PATIENCE_MS;
  if (only && !isInUse) return only;
  const leaving = holders.flatMap(({ runners }) => runners).filter(({ state }) => state === 'retired').length;
  const runnerless = holders.filter(({ hasQueued, runners }) => hasQueued && runners.length === 0).length;
  return leaving < runnerless ? (busyOf(holders) ?? only) : undefined;
};

/** True if the free places are for cordons with calls but no runner. The cordon whose call has just ended asks first, and would take each place. */
export const isOwed = <Runner extends HeldRunner>(
  wanting: RunnerHolder<Runner>,
  holders: Iterable<RunnerHolder<Runner>>,
  freePlaces: number,
): boolean => {
  if (wanting.runners.length === 0) return false;
  let runnerless = 0;
  for (const { hasQueued, runners } of holders) if (hasQueued && runners.length === 0) runnerless += 1;
  return runnerless > 0 && freePlaces <= runnerless;
};

/** The runner that has been idle longest, of the cordons that have most runners and at least `least`. */
const idleOf = <Runner extends HeldRunner>(
  holders: readonly RunnerHolder<Runner>[],
  least: number,
): Runner | undefined => {
  const idle = ({ state, callsInFlight }: Runner): boolean => state === 'ready' && callsInFlight === 0;
  const rich = holders.filter(({ runners }) => runners.length >= least);
  return oldest(ofMost(rich, idle), ({ idleSinceMs }) => idleSinceMs);
};

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
