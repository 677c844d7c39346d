import { expect } from 'chai';
import { CrashRecord } from '../../../src/broker/fleet/crash-record.ts';

describe('a crash record', () => {
  const rules = { kills: 3, windowMs: 10_000, pauseMs: 1_000, maxPauseMs: 4_000 };
  let nowMs = 0;
  const record = (): CrashRecord => {
    nowMs = 50_000;
    return new CrashRecord(rules, () => nowMs);
  };

  it('pauses after as many losses within the window as allowed, and not before', () => {
    const crashes = record();
    crashes.noteLost();
    crashes.noteLost();
    expect(crashes.retryAfterMs).to.equal(0);
    crashes.noteLost();
    expect(crashes.retryAfterMs).to.equal(1_000);
    nowMs += 1_000;
    expect(crashes.retryAfterMs).to.equal(0);
  });

  it('does not add up losses that are further apart than the window', () => {
    const crashes = record();
    for (let i = 0; i < 10; i += 1) {
      crashes.noteLost();
      nowMs += 6_000;
    }
    expect(crashes.retryAfterMs).to.equal(0);
  });

  it('doubles the pause with each further loss, up to maxPauseMs', () => {
    const crashes = record();
    const pauses: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      crashes.noteLost();
      if (crashes.retryAfterMs > 0) pauses.push(crashes.retryAfterMs);
      nowMs += crashes.retryAfterMs;
    }
    expect(pauses).to.deep.equal([1_000, 2_000, 4_000, 4_000, 4_000]);
  });

  it('starts afresh after a whole window without a loss', () => {
    const crashes = record();
    for (let i = 0; i < 4; i += 1) crashes.noteLost();
    nowMs += 4_000 + rules.windowMs;
    crashes.noteLost();
    expect(crashes.retryAfterMs).to.equal(0);
  });

  it('is blank if no loss counts any more', () => {
    const crashes = record();
    expect(crashes.isBlank).to.equal(true);
    crashes.noteLost();
    expect(crashes.isBlank).to.equal(false);
    nowMs += rules.windowMs;
    expect(crashes.isBlank).to.equal(true);
    for (let i = 0; i < 4; i += 1) crashes.noteLost();
    nowMs += rules.windowMs;
    expect(crashes.retryAfterMs, 'the pause is over, and would be doubled').to.equal(0);
    expect(crashes.isBlank).to.equal(false);
    nowMs += crashes.retryAfterMs + 4_000;
    expect(crashes.isBlank).to.equal(true);
  });
});
