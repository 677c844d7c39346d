// The share of each plugin in a log that falls behind.

import { expect } from 'chai';
import { LogShares } from '../../../src/server/log/shares.ts';

describe('the shares of a log that cannot be written', () => {
  it('are as large as the free rest, so that one plugin takes half and others find some', () => {
    const backlog = { waiting: 0, most: 1_000 };
    const shares = new LogShares(backlog);
    const fill = (pluginName: string): number => {
      let lines = 0;
      for (; shares.take(pluginName, 10) !== undefined; lines += 1) backlog.waiting += 10;
      return lines;
    };
    expect(fill('flood')).to.be.within(50, 70);
    expect(fill('second')).to.be.at.least(15);
    expect(shares.take('calm', 10)).to.equal(0);
  });

  it('tell with the next line of a plugin how many were left out', () => {
    const backlog = { waiting: 900, most: 1_000 };
    const shares = new LogShares(backlog);
    for (let line = 0; line < 5; line += 1) expect(shares.take('flood', 200)).to.equal(undefined);
    backlog.waiting = 0;
    expect(shares.take('calm', 200)).to.equal(0);
    expect(shares.take('flood', 200)).to.equal(5);
    expect(shares.take('flood', 200)).to.equal(0);
  });

  it('are not counted while the log keeps up', () => {
    const shares = new LogShares({ waiting: 100, most: 1_000 });
    for (let line = 0; line < 1_000; line += 1) expect(shares.take('busy', 200)).to.equal(0);
  });
});
