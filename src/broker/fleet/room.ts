// Which runner makes room where all places are taken and a cordon wants one more.
//
// Every cordon that has calls is worth one runner before any is worth two. One without a runner takes an idle one of whoever has most. Where
// each has one, those that are busy without a pause make room first, in turn, once their calls are answered: who calls now and then keeps
// its own. A cordon that has a runner gets another only from those that have two more, and never ends anybody's only one.

import type { RunnerProcess } from '../runner/runner-process.ts';

/** A cordon as it is seen here. */
export interface RunnerHolder<Runner extends HeldRunner = RunnerProcess> {
  readonly runners: readonly Runner[];
  /** It has calls that wait for a place. */
  readonly isWaiting: boolean;
  /** Since when they wait and no runner has left it. */
  readonly waitingSinceMs: number;
}

/** What of a runner counts here. */
export type HeldRunner = Pick<RunnerProcess, 'state' | 'callsInFlight' | 'idleSinceMs' | 'heldSinceMs'>;

/** A runner that takes no more calls; `isIdle`: its place is free at once. */
export interface Room<Runner> {
  readonly runner: Runner;
  readonly isIdle: boolean;
}

/** An only runner that has been idle for less is in use, in milliseconds, as long as nobody has waited for it longer than this. */
const IN_USE_MS = 100;
const PATIENCE_MS = 1_000;

/** The runner that makes room for one of `wanting`; undefined if none has to, or some do already. `holders` may have `wanting` among them. */
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
  { waitingSinceMs }: RunnerHolder<Runner>,
  holders: readonly RunnerHolder<Runner>[],
  nowMs: number,
): Runner | undefined => {
  const idle = idleOf(holders, 2);
  if (idle) return idle;
  const only = idleOf(holders, 1);
  const isInUse = only && nowMs - only.idleSinceMs < IN_USE_MS && nowMs - waitingSinceMs < PATIENCE_MS;
  if (only && !isInUse) return only;
  const leaving = holders.flatMap(({ runners }) => runners).filter(({ state }) => state === 'retired').length;
  const without = holders.filter(({ isWaiting, runners }) => isWaiting && runners.length === 0).length;
  return leaving < without ? (busyOf(holders) ?? only) : undefined;
};

/** Of the cordons that have most, and at least so many, the one idle longest. */
const idleOf = <Runner extends HeldRunner>(
  holders: readonly RunnerHolder<Runner>[],
  least: number,
): Runner | undefined => {
  const idle = ({ state, callsInFlight }: Runner): boolean => state === 'ready' && callsInFlight === 0;
  const rich = holders.filter(({ runners }) => runners.length >= least);
  return oldest(ofMost(rich, idle), ({ idleSinceMs }) => idleSinceMs);
};

/** Of the cordons that have most, the one that has been busy longest without a pause. */
const busyOf = <Runner extends HeldRunner>(holders: readonly RunnerHolder<Runner>[]): Runner | undefined => {
  const busy = ({ state, callsInFlight }: Runner): boolean => state === 'ready' && callsInFlight > 0;
  return oldest(ofMost(holders, busy), ({ heldSinceMs, idleSinceMs }) => Math.max(heldSinceMs, idleSinceMs));
};

/** The runners that are so, of the cordons with most runners that have one which is. */
const ofMost = <Runner extends HeldRunner>(
  holders: readonly RunnerHolder<Runner>[],
  isSo: (runner: Runner) => boolean,
): readonly Runner[] => {
  const some = holders.filter(({ runners }) => runners.some(isSo));
  const most = Math.max(0, ...some.map(({ runners }) => runners.length));
  return some.flatMap(({ runners }) => (runners.length === most ? runners.filter(isSo) : []));
};

/** The one since which most time has passed. */
const oldest = <Runner>(runners: readonly Runner[], sinceOf: (runner: Runner) => number): Runner | undefined =>
  runners.reduce<Runner | undefined>(
    (first, runner) => (first && sinceOf(first) <= sinceOf(runner) ? first : runner),
    undefined,
  );
