// Which runner makes room where all places are taken and a cordon wants one more. Runs in a broker.
//
// Every cordon that has calls is worth one runner before any is worth two: one without a runner takes an idle one of whoever has most, else
// a busy one in turn, once its calls are answered. One that has a runner gets another only from those that have two more, and never ends
// anybody's only one.

import type { RunnerProcess } from './runner-process.ts';

/** A cordon as it is seen here. */
export interface RunnerHolder<Runner extends HeldRunner = RunnerProcess> {
  readonly runners: readonly Runner[];
  /** It has calls that wait for a place. */
  readonly isWaiting: boolean;
}

/** What of a runner counts here. */
export type HeldRunner = Pick<RunnerProcess, 'state' | 'callsInFlight' | 'idleSinceMs' | 'heldSinceMs'>;

/** A runner that takes no more calls; `isIdle`: its place is free at once. */
export interface Room<Runner> {
  readonly runner: Runner;
  readonly isIdle: boolean;
}

/** The runner that makes room for one of `wanting`; undefined if none has to. `holders` may have `wanting` among them. */
export const roomFor = <Runner extends HeldRunner>(
  wanting: RunnerHolder<Runner>,
  holders: Iterable<RunnerHolder<Runner>>,
): Room<Runner> | undefined => {
  const all = [...holders];
  const runner = idleRunner(wanting, all) ?? (wanting.runners.length === 0 ? busyRunner(all) : undefined);
  return runner && { runner, isIdle: runner.callsInFlight === 0 };
};

/** Of the cordon that has most, the one idle longest. */
const idleRunner = <Runner extends HeldRunner>(
  { runners: own }: RunnerHolder<Runner>,
  holders: readonly RunnerHolder<Runner>[],
): Runner | undefined => {
  let most = own.length === 0 ? 1 : own.length + 2;
  let oldest: Runner | undefined;
  for (const { runners } of holders) {
    if (runners === own || runners.length < most) continue;
    for (const runner of runners) {
      if (runner.state !== 'ready' || runner.callsInFlight > 0) continue;
      if (oldest && runners.length === most && runner.idleSinceMs >= oldest.idleSinceMs) continue;
      oldest = runner;
      most = runners.length;
    }
  }
  return oldest;
};

/** Of the cordon that has most, the one that it has had longest; none while as many are on their way out as cordons wait for one. */
const busyRunner = <Runner extends HeldRunner>(holders: readonly RunnerHolder<Runner>[]): Runner | undefined => {
  const runners = holders.flatMap((holder) => holder.runners);
  const leaving = runners.filter(({ state }) => state === 'retired').length;
  if (leaving >= holders.filter((holder) => holder.isWaiting && holder.runners.length === 0).length) return undefined;
  const most = Math.max(0, ...holders.map((holder) => holder.runners.length));
  return holders
    .filter((holder) => holder.runners.length === most)
    .flatMap((holder) => holder.runners)
    .filter(({ state }) => state === 'ready')
    .reduce<Runner | undefined>(
      (first, runner) => (first && first.heldSinceMs <= runner.heldSinceMs ? first : runner),
      undefined,
    );
};
