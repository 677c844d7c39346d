import { expect } from 'chai';
import { MemoryKills } from '../../../src/control/child/memory-kills.ts';

describe('MemoryKills', () => {
  it('explains processes that end by SIGKILL while the count of the kernel rises, and no others', () => {
    let [count, nowMs] = [5, 0];
    const kills = new MemoryKills(
      () => count,
      () => nowMs,
    );
    expect(kills.explain('SIGKILL')).to.equal(false);
    count = 6;
    expect(kills.explain('exit code 1')).to.equal(false);
    expect(kills.explain('SIGSEGV')).to.equal(false);
    expect(kills.explain('a last word (exit code 137)')).to.equal(true);
    // A process with it ends a moment later.
    nowMs += 100;
    expect(kills.explain('SIGKILL')).to.equal(true);
    nowMs += 10_000;
    expect(kills.explain('SIGKILL')).to.equal(false);
  });

  it('explains none where the system does not count', () => {
    expect(new MemoryKills(() => 0).explain('SIGKILL')).to.equal(false);
  });
});
