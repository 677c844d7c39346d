// Tests that a runner which starts late on a busy machine is not taken for one that cannot start.

import { expect } from 'chai';
import type { LaunchCommand } from '../../../src/control/child/command.ts';
import { tryRunner } from '../../../src/control/launch/trial.ts';
import { type CoreTimes, coreTimes, wasBusy } from '../../../src/shared/machine/busy.ts';
import { notLinux, skipWithout } from '../../support/skip.ts';

const starts = (script: string): LaunchCommand => ({
  command: '/bin/sh',
  args: ['-c', script],
  seccomp: undefined,
  place: 'itself',
  inheritedFile: undefined,
  userId: undefined,
});

/** A machine whose cores rest for this share of the time. */
const resting = (share: number): (() => CoreTimes) => {
  let allMs = 0;
  return () => {
    allMs += 1_000;
    return { idleMs: allMs * share, allMs };
  };
};

const LATE = 'sleep 1; echo hello >&3; sleep 100';
const NEVER = 'sleep 100';

describe('the trial of a runner', function () {
  this.timeout(60_000);
  before(function () {
    skipWithout(this, 'the trial of a runner', notLinux());
  });

  it('waits for one that starts late, as long as the machine is busy', async () => {
    expect(await tryRunner(() => starts(LATE), { trialMs: 400, look: resting(0.1) })).to.equal(undefined);
  });

  it('waits once on a machine that has time, and never without end', async () => {
    expect(await tryRunner(() => starts(LATE), { trialMs: 100, look: resting(0.9) })).to.equal(
      'it did not start within 0.1 s',
    );
    expect(await tryRunner(() => starts(NEVER), { trialMs: 20, look: resting(0) })).to.equal(
      'it did not start within 0.16 s',
    );
  });

  it('tells how a runner ended that said nothing', async () => {
    expect(await tryRunner(() => starts('echo no such thing >&2; exit 7'))).to.equal('no such thing (exit code 7)');
  });

  it('knows a busy machine by the time for which its cores rested', () => {
    expect(wasBusy({ idleMs: 0, allMs: 0 }, { idleMs: 100, allMs: 1_000 })).to.equal(true);
    expect(wasBusy({ idleMs: 0, allMs: 0 }, { idleMs: 300, allMs: 1_000 })).to.equal(false);
    expect(wasBusy({ idleMs: 0, allMs: 0 }, { idleMs: 0, allMs: 0 })).to.equal(false);
    const { idleMs, allMs } = coreTimes();
    expect(allMs).to.be.greaterThan(idleMs);
    expect(idleMs).to.be.greaterThan(0);
  });
});
