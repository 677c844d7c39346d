// A hundred thousand lives of calls, other ones each day; see calls.test.ts. TOOLCELL_TEST_SEED repeats a night.

import { liveCalls } from './model.ts';

const PART = 10_000;
const PARTS = 10;
const SEED = Number(process.env.TOOLCELL_TEST_SEED ?? Math.floor(Date.now() / 86_400_000));

describe(`very many calls of a host, seed ${SEED}`, () => {
  for (let part = 0; part < PARTS; part += 1)
    it(`get one answer each, in their order and their share, in lives from ${part * PART}`, () =>
      liveCalls(PART, SEED * 1_000 + part)).timeout(3_600_000);
});
