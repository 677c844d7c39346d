// Tests when the priority of a runner is lowered, and when it is raised again.

import { expect } from 'chai';
import { CpuPriority } from '../../src/control/cpu-priority.ts';

/** A process whose CPU time the test sets. */
const meterAt = (cpuMs: number, mayPromote = true) => ({
  cpuMs,
  demoted: false,
  promotions: 0,
  demote() {
    this.demoted = true;
  },
  promote() {
    this.promotions += 1;
    this.demoted = !mayPromote;
  },
});

describe('the CPU priority of a runner', () => {
  it('is lowered while one call burns CPU', () => {
    const meter = meterAt(500);
    const priority = new CpuPriority(meter);
    priority.look([1], meter.cpuMs);
    meter.cpuMs += 150;
    priority.look([1], meter.cpuMs);
    expect(meter.demoted).to.equal(false);
    meter.cpuMs += 10;
    priority.look([1, 2], meter.cpuMs);
    expect(meter.demoted).to.equal(true);
  });

  it('is kept if a process is busy with many short calls', () => {
    const meter = meterAt(0);
    const priority = new CpuPriority(meter);
    for (let id = 1; id < 200; id += 1) {
      meter.cpuMs += 10;
      priority.look([id, id + 1, id + 2], meter.cpuMs);
    }
    expect(meter.demoted).to.equal(false);
  });

  it('is raised again when the heavy call has ended, even if others run', () => {
    const meter = meterAt(0);
    const priority = new CpuPriority(meter);
    priority.look([1], meter.cpuMs);
    meter.cpuMs += 200;
    priority.look([1, 2], meter.cpuMs);
    priority.look([2], meter.cpuMs);
    expect(meter.demoted).to.equal(false);
  });

  it('is counted anew for a call that was suspended in between', () => {
    const meter = meterAt(0);
    const priority = new CpuPriority(meter);
    priority.look([1], meter.cpuMs);
    meter.cpuMs += 100;
    priority.look([2], meter.cpuMs);
    meter.cpuMs += 100;
    priority.look([1], meter.cpuMs);
    expect(meter.demoted).to.equal(false);
  });

  it('is asked for once, not at every look, if it may not be raised again', () => {
    const meter = meterAt(0, false);
    const priority = new CpuPriority(meter);
    priority.look([1], meter.cpuMs);
    meter.cpuMs += 200;
    priority.look([1], meter.cpuMs);
    for (let i = 0; i < 5; i += 1) priority.look([], meter.cpuMs);
    priority.stepForward();
    expect(meter.promotions).to.equal(1);
    expect(meter.demoted).to.equal(true);
  });
});
