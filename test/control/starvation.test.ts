// Tests who is to blame for wall time that passed without an answer: the call, or the machine that had no CPU for it.

import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { ProcessMeter } from '../../src/control/child/process-meter.ts';
import { type OwnCpu, Starvation, type TimedCall } from '../../src/control/starvation.ts';
import { notLinux, skipWithout } from '../support/skip.ts';

const WALL_MS = 5_000;
const ID = 1;
const call: TimedCall = { id: ID, sinceMs: 1, wallMs: WALL_MS };

/** A process whose readings the test sets, on a machine with two cores. */
const scene = ({ isSerial = true, threads = ['1'] } = {}) => {
  const state = { nowMs: 300, cpuMs: 0, waits: new Map(threads.map((thread) => [thread, 0])) };
  const meter = {
    get cpuMs() {
      return state.cpuMs;
    },
    coreWaits: (firstOnly: boolean) => new Map([...state.waits].slice(0, firstOnly ? 1 : undefined)),
  };
  const ownCpu: OwnCpu = { usedMs: 0 };
  const starvation = new Starvation({ meter, cores: 2, ownCpu, isSerial, now: () => state.nowMs });
  return { state, ownCpu, starvation };
};

/** The call's wall time passes, while its process uses this much CPU and waits this long for a core. */
const live = ({ state, starvation }: ReturnType<typeof scene>, cpuMs: number, waitMs: number, thread = '1'): void => {
  starvation.look([call], state.cpuMs);
  state.nowMs = WALL_MS;
  state.cpuMs += cpuMs;
  state.waits.set(thread, (state.waits.get(thread) ?? 0) + waitMs);
};

describe('starvation', () => {
  it('is found for a call that waited for a core most of its time', () => {
    const starved = scene();
    live(starved, 300, 4_400);
    expect(starved.starvation.waitedMs(ID, WALL_MS)).to.equal(4_400);
  });

  it('is not found for a call that slept, or waited for an answer', () => {
    const slept = scene();
    live(slept, 5, 200);
    expect(slept.starvation.waitedMs(ID, WALL_MS)).to.equal(undefined);
  });

  it('is not found for a call whose own process kept the cores from it', () => {
    const spinning = scene({ isSerial: false, threads: ['1', '2'] });
    live(spinning, 9_000, 4_000, '2');
    expect(spinning.starvation.waitedMs(ID, WALL_MS)).to.equal(undefined);
  });

  it('is not found for a call that other processes of its plugin kept the cores from', () => {
    const beside = scene();
    live(beside, 800, 4_000);
    beside.ownCpu.usedMs += 8_000;
    expect(beside.starvation.waitedMs(ID, WALL_MS)).to.equal(undefined);
  });

  it('counts every thread if calls have isolates of their own, and the first if they share one', () => {
    for (const [isSerial, expected] of [
      [false, 4_000],
      [true, undefined],
    ] as const) {
      const threads = scene({ isSerial, threads: ['1', '2'] });
      live(threads, 500, 4_000, '2');
      expect(threads.starvation.waitedMs(ID, WALL_MS)).to.equal(expected);
    }
  });

  it('counts nothing from before the call, and forgets a call that ended long ago', () => {
    const late = scene();
    late.state.waits.set('1', 60_000);
    live(late, 500, 1_000);
    expect(late.starvation.waitedMs(ID, WALL_MS)).to.equal(undefined);
    const forgotten = scene();
    live(forgotten, 500, 4_400);
    forgotten.state.nowMs += 10_000;
    forgotten.starvation.look([], forgotten.state.cpuMs);
    expect(forgotten.starvation.waitedMs(ID, WALL_MS)).to.equal(undefined);
  });

  it('is found from outside for a real process that others keep from the cores', async function () {
    skipWithout(this, 'starvation seen from outside a process', notLinux());
    this.timeout(20_000);
    const spin = (...words: string[]) =>
      spawn('nice', [...words, process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' });
    const spawnedMs = performance.now();
    const starved = spin('-n', '19');
    const meter = ProcessMeter.open(starved.pid as number) as ProcessMeter;
    const others = Array.from({ length: 4 * availableParallelism() }, () => spin('-n', '0'));
    try {
      await pause(500);
      const before = meter.coreWaits(true).get(String(starved.pid)) ?? Number.NaN;
      const beforeMs = performance.now();
      const waited = (): number => (meter.coreWaits(true).get(String(starved.pid)) ?? 0) - before;
      // The kernel counts a wait when it ends, which on a busy machine takes seconds.
      do await pause(1_500);
      while (waited() < 0.5 * (performance.now() - beforeMs) && performance.now() - beforeMs < 12_000);
      // The first waits may have begun before the first look.
      expect(waited()).to.be.within(0.5 * (performance.now() - beforeMs), 1.1 * (performance.now() - spawnedMs));
    } finally {
      for (const child of [starved, ...others]) child.kill('SIGKILL');
      meter.close();
    }
  });
});
