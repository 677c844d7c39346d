// Checks ten thousand modules built of late pieces, different ones each day; see crossings.host.test.ts. TOOLCELL_TEST_SEED repeats the run of a night.

import { expect } from 'chai';
import { searchCrossings } from './crossings.ts';

const MODULES = { realm: 10_000, isolate: 1_000 };
/** Number of modules per test. */
const PART = 500;
const SEED = Number(process.env.TOOLCELL_TEST_SEED ?? Math.floor(Date.now() / 86_400_000));

for (const freshState of ['realm', 'isolate'] as const)
  describe(`calls of very many modules built of late pieces, in ${freshState} mode, seed ${SEED}`, function () {
    this.timeout(3_600_000);

    for (let from = 0; from < MODULES[freshState]; from += PART)
      it(`see nothing of each other, in modules ${from} to ${from + PART - 1}`, async () => {
        const { crossings } = await searchCrossings(PART, SEED * 1_000 + from / PART, freshState);
        expect(crossings.length, crossings[0]).to.equal(0);
      });
  });
