// A short soak of the doors: many clients call two servers while rules, keys and Redis change. Every answer is compared with a model.
// `npm run bench:containment -- --only doors` is the long one.

import { expect } from 'chai';
import { growthOf } from '../../bench/containment/doors/doors-figures.ts';
import { type DoorsSoakResult, soakDoors } from '../../bench/containment/doors/doors-soak.ts';
import { noRedis, notLinux, skipWithout } from '../support/skip.ts';

const MINUTES = 0.9;
/** Code that is still being compiled and caches that fill: far less than a leak that matters over this many calls. */
const MOST_GROWTH = 1.5;

describe('a soak of the doors', function () {
  this.timeout(240_000);
  let result: DoorsSoakResult;
  before(async function () {
    skipWithout(this, 'the soak of the doors', notLinux() ?? noRedis());
    result = await soakDoors({ minutes: MINUTES, clients: 100, seed: 7 }, () => {});
  });

  it('changes rules and keys, restarts Redis, and is flooded meanwhile', () => {
    expect(result.reloads).to.be.at.least(3);
    expect(result.rotations).to.be.at.least(10);
    expect(result.outages).to.be.at.least(1);
    expect(result.alone).to.be.at.least(result.outages);
    expect(result.flooded).to.be.at.least(100);
  });

  it('gives no answer that no rule in force gives', () => {
    expect(result.codes.ok).to.be.greaterThan(100);
    expect(result.codes.tool_not_found).to.be.greaterThan(100);
    expect(result.wrong).to.deep.equal([]);
  });

  it('lets no client call more often than its quota allows', () => {
    expect(result.mostOver).to.be.at.most(0);
  });

  it('shows no growth of memory', () => {
    for (const samples of result.memoryMb) {
      expect(samples.length).to.be.greaterThan(10);
      expect(growthOf(samples), `${samples.map(Math.round)} MB`).to.be.lessThan(MOST_GROWTH);
    }
  });
});
