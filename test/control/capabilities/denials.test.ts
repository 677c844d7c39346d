// How many refusals the log is told of: a call and a plugin have a share, and what is left out is counted.

import { expect } from 'chai';
import fc from 'fast-check';
import { CallDenials, DenialBudget } from '../../../src/control/capabilities/denials.ts';
import type { Denial } from '../../../src/control/capabilities/refusal.ts';

const DENIAL: Denial = { rule: 'grant', target: 'GET https://api.example.com', reason: 'Not granted.' };

describe('refusals for the log', () => {
  it('are at most eight of a call', () => {
    const denials = new CallDenials(new DenialBudget(() => 0), 'one');
    for (let i = 0; i < 1_000; i += 1) denials.add(DENIAL);
    expect(denials.take()).to.have.lengthOf(8);
    expect(denials.take()).to.deep.equal([]);
  });

  it('are logged again after a while, with the number of those that were left out', () => {
    let now = 0;
    const budget = new DenialBudget(() => now);
    for (let i = 0; i < 20; i += 1) expect(budget.take('one', DENIAL)).to.equal(DENIAL);
    for (let i = 0; i < 7; i += 1) expect(budget.take('one', DENIAL)).to.equal(undefined);
    budget.leaveOut('one');
    now = 200;
    expect(budget.take('one', DENIAL)).to.deep.equal({ ...DENIAL, leftOut: 8 });
    expect(budget.take('one', DENIAL)).to.equal(undefined);
  });

  it('of one plugin take nothing from those of another', () => {
    const budget = new DenialBudget(() => 0);
    for (let i = 0; i < 100; i += 1) budget.take('loud', DENIAL);
    expect(budget.take('quiet', DENIAL)).to.equal(DENIAL);
  });

  it('are never more than 20 and 5 a second, and each is logged or counted', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2_000), { maxLength: 200 }), (pausesMs) => {
        let now = 0;
        let told = 0;
        let leftOut = 0;
        const budget = new DenialBudget(() => now);
        for (const pauseMs of pausesMs) {
          now += pauseMs;
          const one = budget.take('one', DENIAL);
          if (!one) continue;
          told += 1;
          leftOut += one.leftOut ?? 0;
        }
        expect(told).to.be.at.most(20 + (5 * now) / 1_000);
        expect(told + leftOut).to.be.at.most(pausesMs.length);
        now += 1_000_000;
        expect(told + leftOut + (budget.take('one', DENIAL)?.leftOut ?? 0)).to.equal(pausesMs.length);
      }),
    );
  });
});
