// Whoever tries keys is answered later each time, within bounds.

import { expect } from 'chai';
import { pause, WrongKeys } from '../../src/http/wrong-keys.ts';

describe('wrong keys', () => {
  it('are answered later each time, two seconds at most, for each address by itself', () => {
    const keys = new WrongKeys(() => 0);
    const delays = Array.from({ length: 8 }, () => keys.delayFor('10.0.0.1'));
    expect(delays).to.deep.equal([100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000]);
    expect(keys.delayFor('10.0.0.2')).to.equal(100);
  });

  it('count for a whole network of IPv6', () => {
    const keys = new WrongKeys(() => 0);
    keys.delayFor('2001:db8:1:2:3:4:5:6');
    expect(keys.delayFor('2001:db8:1:2:9:9:9:9')).to.equal(200);
    expect(keys.delayFor('2001:db8:1:3:3:4:5:6')).to.equal(100);
  });

  it('are forgiven after ten minutes', () => {
    let nowMs = 0;
    const keys = new WrongKeys(() => nowMs);
    for (let n = 0; n < 5; n += 1) keys.delayFor('a');
    nowMs = 600_001;
    expect(keys.delayFor('a')).to.equal(100);
  });

  it('take a bounded amount of memory, whoever sends them', () => {
    const keys = new WrongKeys(() => 0);
    for (let n = 0; n < 20_000; n += 1) keys.delayFor(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
    expect(keys.size).to.equal(10_000);
  });

  it('hold nobody who has hung up', async () => {
    const controller = new AbortController();
    const startMs = performance.now();
    setTimeout(() => controller.abort(), 10);
    await pause(60_000, controller.signal);
    await pause(60_000, controller.signal);
    expect(performance.now() - startMs).to.be.below(5_000);
  });
});
