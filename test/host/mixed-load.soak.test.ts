// A short soak: good and hostile calls mixed for half a minute. After that, nothing may have grown or be left behind.
// `npm run bench:containment -- --only soak` is the long one.

import { expect } from 'chai';
import { exceeding } from '../../bench/containment/census.ts';
import { type SoakResult, soak } from '../../bench/containment/soak.ts';
import { notLinux, skipWithout } from '../support/skip.ts';

const MINUTES = 0.4;
/** Code that is still being compiled and caches that fill: far less than a leak that matters over this many calls. */
const MOST_GROWTH = 1.5;

describe('a soak', function () {
  this.timeout(180_000);
  let result: SoakResult;
  before(async function () {
    skipWithout(this, 'the soak', notLinux());
    result = await soak({ minutes: MINUTES }, () => {});
  });

  it('answers good calls correctly throughout', () => {
    const { ok = 0 } = result.codes;
    const failures = Object.values(result.goodFailures).reduce((sum, count) => sum + count, 0);
    expect(ok).to.be.greaterThan(100);
    expect(result.goodFailures).not.to.have.property('wrong_result');
    expect(failures, JSON.stringify(result.goodFailures)).to.be.at.most(ok * 0.02);
  });

  it('stops hostile calls of many kinds', () => {
    const stopped = Object.keys(result.codes).filter((code) => /^exceeded_|^runner_lost$/.test(code));
    expect(stopped).to.have.length.of.at.least(2);
    expect(result.codes).not.to.have.any.keys('no_answer', 'internal', 'unreadable');
  });

  it('leaves no thread, descriptor or process behind when the host is idle', () => {
    expect(exceeding(result.after, result.before)).to.deep.equal([]);
  });

  it('shows no growth of memory', () => {
    expect(Math.min(...result.frontMb, ...result.runnerMb)).to.be.greaterThan(20);
    expect(result.frontGrowth, `front: ${result.frontMb} MB`).to.be.lessThan(MOST_GROWTH);
    expect(result.runnerGrowth, `runners: ${result.runnerMb} MB`).to.be.lessThan(MOST_GROWTH);
  });

  it('leaves no process behind once the host has closed', () => {
    expect(result.leftBehind).to.deep.equal([]);
  });
});
