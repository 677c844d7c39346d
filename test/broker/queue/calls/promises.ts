// What a host keeps to in every state: a quiet plugin gets its share next to a flood, all calls end, and nothing of them is left.

import type { CallRecord } from './records.ts';
import { PATIENCE_MS, type World } from './world.ts';

/**
 * A plugin that has no call gets one, next to plugins that flood the host: each call of theirs that ends is followed by another. The quiet call
 * begins when those have ended that come first: the calls that the host has, one more of each line for its turn, and for each of them as many as
 * a runner of another line may take ahead, if the lines take turns with a process.
 */
export const serveQuiet = async (world: World): Promise<void> => {
  const { records, options } = world;
  // Calls that went ahead are in their runners then.
  await world.work(() => true, String);
  if (world.mayNotStart) return;
  const lines = new Set(records.unsettled.map(({ line }) => line)).size;
  const most = (records.unsettled.length + lines) * (options.maxQueued + 2);
  const quiet = world.call('quiet');
  let ended = 0;
  const flood = ({ pluginName }: CallRecord): void => {
    ended += 1;
    if (ended > most)
      records.fail(`${ended} calls ended before the quiet ${quiet.callId} began; ${most} may come first`);
    world.call(pluginName);
  };
  const isServed = (): boolean => quiet.begins > 0 || quiet.outcome !== undefined;
  await world.work(isServed, () => `the quiet ${quiet.callId} did not begin`, flood);
};

/** All calls end, the host is idle, a full set of another plugin's calls is let in at once, and nothing is left after the end. */
export const finish = async (world: World): Promise<void> => {
  const { records, control, dispatcher } = world;
  world.beEager(true, true);
  await endAll(world);
  const { callsInFlight, callsQueued } = dispatcher;
  if (callsInFlight + callsQueued > 0)
    records.fail(`${callsInFlight} calls in flight and ${callsQueued} queued, after all have ended`);
  if (!world.isDraining) {
    await world.wait(PATIENCE_MS);
    await fill(world);
    world.drain(0);
  }
  await world.wait(PATIENCE_MS);
  if (!world.isClosed) records.fail('the host did not close');
  if (control.processes.length > 0) records.fail('a process outlived the host');
};

const endAll = (world: World): Promise<void> => {
  const { records } = world;
  return world.work(
    () => records.unsettled.length === 0,
    () => `${records.unsettled.map(({ callId }) => callId).join(', ')} got no outcome`,
  );
};

const fill = async (world: World): Promise<void> => {
  const { places, records } = world;
  world.define('neighbour', { concurrency: places });
  const calls = world.callEach('neighbour', places + 1);
  const { callsInFlight, callsQueued } = world.dispatcher;
  if (callsInFlight !== places || callsQueued !== 1)
    records.fail(`an idle host with ${places} places let ${callsInFlight} calls in, and queued ${callsQueued}`);
  await endAll(world);
  const failed = calls.find(({ outcome }) => !outcome?.ok);
  if (failed) records.fail(`an idle host did not serve: ${JSON.stringify(failed.outcome)}`);
};
