// Tests when a plugin that loads slowly is late, and when the machine is to blame.

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { LoadClock } from '../../../src/broker/runner/load-clock.ts';

const STAGE_MS = 40;

/** A process that waits for a core during a share of the time for `forMs`, and then not at all. */
const waiting = (share: number, forMs = Number.POSITIVE_INFINITY) => {
  const startMs = performance.now();
  return {
    coreWaits: async () => new Map([['1', Math.min(performance.now() - startMs, forMs) * share]]),
  };
};

const lateOf = async (runner: ReturnType<typeof waiting>): Promise<{ isStarved: boolean; tookMs: number }> => {
  const startMs = performance.now();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  new LoadClock(runner, STAGE_MS, resolve).start();
  return { isStarved: await promise, tookMs: performance.now() - startMs };
};

describe('the clock of a plugin that loads', () => {
  it('ends when its time has passed, if the process had a core', async () => {
    expect((await lateOf(waiting(0))).isStarved).to.equal(false);
  });

  it('gives back the time for which the process waited for a core, even if it is short', async () => {
    const { isStarved, tookMs } = await lateOf(waiting(0.5));
    expect(isStarved).to.equal(false);
    expect(tookMs).to.be.at.least(2 * STAGE_MS * 0.9);
  });

  it('ends at last for a process that gets no core, and blames the machine', async () => {
    const { isStarved, tookMs } = await lateOf(waiting(0.9));
    expect(isStarved).to.equal(true);
    expect(tookMs).to.be.at.least(5 * STAGE_MS * 0.9);
  });

  it('blames the plugin if it was kept waiting first and had a core after', async () => {
    const { isStarved, tookMs } = await lateOf(waiting(0.9, STAGE_MS));
    expect(isStarved).to.equal(false);
    expect(tookMs).to.be.at.least(1.9 * STAGE_MS * 0.9);
  });

  it('does not call back after it was stopped', async () => {
    let calls = 0;
    const clock = new LoadClock(waiting(0), STAGE_MS, () => {
      calls += 1;
    });
    clock.start();
    clock.stop();
    await pause(2 * STAGE_MS);
    expect(calls).to.equal(0);
  });
});
