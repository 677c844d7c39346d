// Hundreds of lives of plugins, other ones each day; see life.test.ts. TOOLCELL_TEST_SEED repeats a night.

import { liveLives } from './life-model.ts';

const PART = 50;
const PARTS = 10;
const SEED = Number(process.env.TOOLCELL_TEST_SEED ?? Math.floor(Date.now() / 86_400_000));

describe(`very many lives of plugins, seed ${SEED}`, () => {
  for (let part = 0; part < PARTS; part += 1)
    it(`let nothing serve that the operator has not let through, in lives from ${part * PART}`, () =>
      liveLives(PART, SEED * 1_000 + part)).timeout(3_600_000);
});
