// Which runner steps behind the others, and when it comes back.

import { expect } from 'chai';
import { Precedence } from '../../src/control/precedence.ts';

/** A process of which only the CPU time matters: the test's own clock. */
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

describe('precedence', () => {
  it('lets a process step behind while one call in it burns CPU', () => {
    const meter = meterAt(500);
    const precedence = new Precedence(meter);
    precedence.look([1], meter.cpuMs);
    meter.cpuMs += 150;
    precedence.look([1], meter.cpuMs);
    expect(meter.demoted).to.equal(false);
    meter.cpuMs += 10;
    precedence.look([1, 2], meter.cpuMs);
    expect(meter.demoted).to.equal(true);
  });

  it('leaves a process alone that is busy with many short calls', () => {
    const meter = meterAt(0);
    const precedence = new Precedence(meter);
    for (let id = 1; id < 200; id += 1) {
      meter.cpuMs += 10;
      precedence.look([id, id + 1, id + 2], meter.cpuMs);
    }
    expect(meter.demoted).to.equal(false);
  });

  it('brings it back when the heavy call has ended, though others run', () => {
    const meter = meterAt(0);
    const precedence = new Precedence(meter);
    precedence.look([1], meter.cpuMs);
    meter.cpuMs += 200;
    precedence.look([1, 2], meter.cpuMs);
    precedence.look([2], meter.cpuMs);
    expect(meter.demoted).to.equal(false);
  });

  it('counts a call afresh that has waited in between', () => {
    const meter = meterAt(0);
    const precedence = new Precedence(meter);
    precedence.look([1], meter.cpuMs);
    meter.cpuMs += 100;
    precedence.look([2], meter.cpuMs);
    meter.cpuMs += 100;
    precedence.look([1], meter.cpuMs);
    expect(meter.demoted).to.equal(false);
  });

  it('asks once, not at every look, where a process may not be brought back', () => {
    const meter = meterAt(0, false);
    const precedence = new Precedence(meter);
    precedence.look([1], meter.cpuMs);
    meter.cpuMs += 200;
    precedence.look([1], meter.cpuMs);
    for (let i = 0; i < 5; i += 1) precedence.look([], meter.cpuMs);
    precedence.stepForward();
    expect(meter.promotions).to.equal(1);
    expect(meter.demoted).to.equal(true);
  });
});
