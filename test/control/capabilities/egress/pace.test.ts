import { expect } from 'chai';
import { Pace } from '../../../../src/control/capabilities/egress/connection-pool.ts';

describe('the pace of reading', () => {
  it('lets a burst pass, and no more than 100 MB a second after it', () => {
    let now = 0;
    const pace = new Pace(() => now);
    expect(pace.take(4_000_000)).to.equal(0);
    expect(pace.take(100_000)).to.equal(1);
    expect(pace.take(1_000_000)).to.equal(11);
    now = 11;
    expect(pace.take(100_000)).to.equal(1);
    now = 1_000;
    expect(pace.take(4_000_000)).to.equal(0);
    expect(pace.take(50_000)).to.equal(0.5);
  });
});
