// When something that failed is tried again, and what is told of it, by a clock of the test.

import { expect } from 'chai';
import fc from 'fast-check';
import { Outage, type OutageOptions } from '../../../src/shared/lifetime/outage.ts';

describe('an outage', () => {
  let nowMs: number;
  let told: string[];
  beforeEach(() => {
    nowMs = 0;
    told = [];
  });
  const open = (options: Omit<OutageOptions<string>, 'onFault' | 'onMended' | 'nowMs'>): Outage =>
    new Outage<string>({
      ...options,
      onFault: (reason, unreported) => told.push(`${reason} ${unreported}`),
      onMended: (outMs) => told.push(`mended ${outMs}`),
      nowMs: () => nowMs,
    });

  it('has a pause after each failure, and is reported once, also when it is over', () => {
    const outage = open({ pauseMs: 100 });
    expect([outage.mayTry(), outage.reason, outage.waitMs]).to.deep.equal([true, undefined, 0]);
    outage.worked();
    outage.failed('away');
    expect([outage.mayTry(), outage.reason, outage.waitMs]).to.deep.equal([false, 'away', 100]);
    nowMs = 100;
    expect(outage.waitMs).to.equal(0);
    outage.failed('still away');
    expect([outage.reason, outage.waitMs]).to.deep.equal(['still away', 100]);
    nowMs = 250;
    outage.worked();
    outage.worked();
    expect([outage.mayTry(), outage.reason, outage.waitMs]).to.deep.equal([true, undefined, 0]);
    outage.failed('away');
    expect(told).to.deep.equal(['away 0', 'mended 250', 'away 1']);
  });

  it('lets one at a time try, who has a time for it', () => {
    const outage = open({ pauseMs: 100, tryMs: 50 });
    outage.failed('away');
    nowMs = 100;
    expect([outage.mayTry(), outage.mayTry(), outage.waitMs]).to.deep.equal([true, false, 150]);
    nowMs = 110;
    outage.failed('away');
    expect(outage.waitMs).to.equal(100);
    nowMs = 210;
    expect(outage.mayTry()).to.equal(true);
    // Whoever tried is never heard of again.
    nowMs = 360;
    expect([outage.mayTry(), outage.mayTry()]).to.deep.equal([true, false]);
    outage.worked();
    expect([outage.mayTry(), outage.mayTry()]).to.deep.equal([true, true]);
  });

  it('has longer pauses each time, after the failures that are tolerated', () => {
    const outage = open({ tolerated: 2, pauseMs: 5_000, longestPauseMs: 300_000 });
    const waits: number[] = [];
    for (let failure = 0; failure < 12; failure += 1) {
      outage.failed('away');
      waits.push(outage.waitMs);
      // It was under way when the pause began.
      if (outage.waitMs > 0) outage.failed('away');
      nowMs += outage.waitMs;
    }
    expect(waits.slice(0, 5)).to.deep.equal([0, 0, 5_000, 10_000, 20_000]);
    expect(Math.max(...waits)).to.equal(300_000);
    outage.worked();
    outage.failed('away');
    expect(outage.waitMs).to.equal(0);
  });

  it('is reported again for another reason, if that is wished', () => {
    const outage = open({ pauseMs: 100, report: 'changed' });
    for (const reason of ['away', 'away', 'broken', 'broken', 'away']) outage.failed(reason);
    outage.worked();
    expect(told).to.deep.equal(['away 0', 'broken 1', 'away 1', 'mended 0']);
  });

  it('is reported at most every so often, if that is wished, over outages too', () => {
    const outage = open({ pauseMs: 0, report: { everyMs: 60_000 } });
    for (let turn = 0; turn < 100; turn += 1) {
      outage.failed('away');
      if (turn % 2 === 0) outage.worked();
    }
    expect(told).to.deep.equal(['away 0', 'mended 0']);
    nowMs = 60_000;
    outage.failed('away');
    expect(told.slice(2)).to.deep.equal(['away 99']);
  });

  it('is over at any time as soon as it works, and never tells that it is mended without a fault', () => {
    const event = fc.constantFrom('try', 'failed', 'worked', 'time');
    fc.assert(
      fc.property(
        fc.array(event),
        fc.constantFrom('once' as const, 'changed' as const, { everyMs: 50 }),
        (events, report) => {
          nowMs = 0;
          told = [];
          const outage = open({ pauseMs: 10, longestPauseMs: 80, tolerated: 1, tryMs: 20, report });
          for (const each of events) {
            if (each === 'try') outage.mayTry();
            if (each === 'failed') outage.failed('away');
            if (each === 'worked') outage.worked();
            if (each === 'time') nowMs += 7;
            expect(outage.waitMs).to.be.within(0, 80);
            if (each === 'worked') expect([outage.waitMs, outage.reason]).to.deep.equal([0, undefined]);
          }
          for (const [at, text] of told.entries())
            if (text.startsWith('mended')) expect(told[at - 1]).to.match(/^away/);
        },
      ),
    );
  });
});
