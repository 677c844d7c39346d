import { expect } from 'chai';
import { median, medianRatio } from '../../bench/measure/statistics.ts';

describe('the benchmark: statistics', () => {
  it('takes the middle value, or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).to.equal(5);
    expect(median([4, 1, 9, 2])).to.equal(3);
    expect(median([])).to.equal(undefined);
  });

  it('relates two peers round by round, not total to total', () => {
    // The second round was slow for both; the ratio of the medians would be 1.
    expect(medianRatio([200, 20, 60], [100, 10, 60])).to.equal(2);
  });

  it('leaves out rounds that one side has no value for', () => {
    expect(medianRatio([200, undefined, 90], [100, 10, undefined])).to.equal(2);
    expect(medianRatio([undefined], [1])).to.equal(undefined);
    expect(medianRatio([1], [0])).to.equal(undefined);
  });
});
