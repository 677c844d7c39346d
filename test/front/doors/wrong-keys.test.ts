// Each wrong admin key of an address is answered later, up to a limit.

import { expect } from 'chai';
import { pause, WrongKeys } from '../../../src/front/doors/wrong-keys.ts';

describe('wrong keys', () => {
  it('are answered later each time, by two seconds at most, and each address is counted by itself', () => {
    const keys = new WrongKeys(() => 0);
    const delays = Array.from({ length: 8 }, () => keys.delayFor('10.0.0.1'));
    expect(delays).to.deep.equal([100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000]);
    expect(keys.delayFor('10.0.0.2')).to.equal(100);
  });

  it('count for a whole IPv6 network', () => {
    const keys = new WrongKeys(() => 0);
    keys.delayFor('2001:db8:1:2:3:4:5:6');
    expect(keys.delayFor('2001:db8:1:2:9:9:9:9')).to.equal(200);
    expect(keys.delayFor('2001:db8:1:3:3:4:5:6')).to.equal(100);
    keys.delayFor('2001:db8::1');
    expect(keys.delayFor('2001:db8::2')).to.equal(200);
    expect(keys.delayFor('2001:db8:0:0:9:9:9:9')).to.equal(400);
    expect(keys.delayFor('2001:db8::1:2:3:4:5')).to.equal(100);
    expect(keys.delayFor('::1')).to.equal(100);
  });

  it('are forgiven after ten minutes', () => {
    let nowMs = 0;
    const keys = new WrongKeys(() => nowMs);
    for (let n = 0; n < 5; n += 1) keys.delayFor('a');
    nowMs = 600_001;
    expect(keys.delayFor('a')).to.equal(100);
  });

  it('take a bounded amount of memory', () => {
    const keys = new WrongKeys(() => 0);
    for (let n = 0; n < 20_000; n += 1) keys.delayFor(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
    expect(keys.size).to.equal(10_000);
  });

  it('do not delay a caller that has hung up', async () => {
    const controller = new AbortController();
    const startMs = performance.now();
    setTimeout(() => controller.abort(), 10);
    await pause(60_000, controller.signal);
    await pause(60_000, controller.signal);
    expect(performance.now() - startMs).to.be.below(5_000);
  });
});
