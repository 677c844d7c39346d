import { expect } from 'chai';
import { bestThreads, callsPerSecond } from '../../bench/report/core-model.ts';

const COSTS = {
  alone: { main: 100, workers: 5, helpers: 5, processes: 90 },
  shared: { main: 50, workers: 85, helpers: 5, processes: 90 },
};

describe('the model of more cores', () => {
  it('is bound by the cores while there are few', () => {
    expect(callsPerSecond(COSTS, 1, 1)).to.be.closeTo(5_000, 1);
    expect(callsPerSecond(COSTS, 2, 2)).to.be.closeTo(8_696, 1);
  });

  it('is bound by the first thread that is busy once there are enough', () => {
    expect(callsPerSecond(COSTS, 8, 1)).to.be.closeTo(10_000, 1);
    expect(callsPerSecond(COSTS, 8, 2)).to.be.closeTo(20_000, 1);
    expect(callsPerSecond(COSTS, 64, 64)).to.be.closeTo(20_000, 1);
  });

  it('takes no more threads than help', () => {
    expect(bestThreads(COSTS, 1)).to.equal(1);
    expect(bestThreads(COSTS, 2)).to.equal(1);
    expect(bestThreads(COSTS, 8)).to.equal(2);
  });
});
