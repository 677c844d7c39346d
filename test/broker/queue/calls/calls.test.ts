// Thousands of lives of calls, the same ones each time; see model.ts.

import { liveCalls } from './model.ts';

const RUNS = 2_000;
const SEED = 20_261_124;

describe('calls of a host', () => {
  it('get one answer each, in their order and their share, whatever happens around them', () =>
    liveCalls(RUNS, SEED)).timeout(120_000);
});
