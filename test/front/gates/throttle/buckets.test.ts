// The count of calls in memory, with a clock of the test's own.

import { expect } from 'chai';
import fc from 'fast-check';
import { Buckets } from '../../../../src/front/gates/throttle/buckets.ts';
import { callsNeed, cpuNeed, placesNeed } from './world.ts';

describe('buckets', () => {
  let nowMs = 0;
  let buckets: Buckets;
  beforeEach(() => {
    nowMs = 0;
    buckets = new Buckets(() => nowMs);
  });
  const passes = (...needs: Parameters<Buckets['take']>[0]): boolean => buckets.take(needs).passes;

  it('let as many calls pass as they hold, and then as many as come back', () => {
    const need = callsNeed(3, 2);
    expect([1, 2, 3, 4].map(() => passes(need))).to.deep.equal([true, true, true, false]);
    nowMs += 499;
    expect(passes(need)).to.equal(false);
    nowMs += 1;
    expect([passes(need), passes(need)]).to.deep.equal([true, false]);
    nowMs += 3_600_000;
    expect([1, 2, 3, 4].map(() => passes(need))).to.deep.equal([true, true, true, false]);
  });

  it('never let more pass in any time than they hold and what comes back in it', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(waits, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 20 }), (each, capacity, perS) => {
        let atMs = 0;
        const one = new Buckets(() => atMs);
        const passed: number[] = [];
        for (const waitMs of each) {
          atMs += waitMs;
          if (one.take([callsNeed(capacity, perS)]).passes) passed.push(atMs);
        }
        for (const [from, fromMs] of passed.entries())
          for (const [to, toMs] of passed.entries())
            if (to >= from) expect(to - from + 1).to.be.at.most(capacity + ((toMs - fromMs) / 1_000) * perS + 1e-6);
      }),
    );
  });

  it('take nothing of any if one has too little', () => {
    const [wide, narrow] = [callsNeed(5, 1, 'wide'), callsNeed(1, 0.001, 'narrow')];
    expect(passes(wide, narrow)).to.equal(true);
    for (let tries = 0; tries < 10; tries += 1) expect(passes(wide, narrow)).to.equal(false);
    expect([1, 2, 3, 4, 5].map(() => passes(wide))).to.deep.equal([true, true, true, true, false]);
  });

  it('let a call pass while anything is left of a budget, and wait until its debt is paid', () => {
    const need = cpuNeed(100, 10);
    expect(passes(need)).to.equal(true);
    buckets.charge(need, 250);
    expect(passes(need)).to.equal(false);
    nowMs += 15_099;
    expect(passes(need)).to.equal(false);
    nowMs += 1;
    expect(passes(need)).to.equal(true);
  });

  it('give places back, each to whom it belongs', () => {
    const [ada, bob] = [placesNeed(2, 'ada'), placesNeed(2, 'bob')];
    expect([passes(ada), passes(ada), passes(ada), passes(bob)]).to.deep.equal([true, true, false, true]);
    buckets.leave([bob]);
    expect(passes(ada)).to.equal(false);
    buckets.leave([ada]);
    expect([passes(ada), passes(ada)]).to.deep.equal([true, false]);
  });

  it('hold 100,000 at most, and keep those that are in use', () => {
    const used = callsNeed(2, 0.001, 'used');
    expect(passes(used)).to.equal(true);
    for (let key = 0; key < 150_000; key += 1) {
      nowMs += 1;
      buckets.charge(callsNeed(2, 1_000, `key ${key}`), 1);
    }
    expect(buckets.size).to.be.at.most(100_000);
    expect([passes(used), passes(used)]).to.deep.equal([true, false]);
  });
});
