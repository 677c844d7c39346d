// Everything that a runner can say in each state of its calls, with each ending, and hundreds of series at random, other ones each day; see
// runner-model.test.ts. TOOLCELL_TEST_SEED repeats a night.

import { expect } from 'chai';
import { KINDS, liveAll, livesAfter, randomLives, STATES } from './runner-lives.ts';

const SEED = Number(process.env.TOOLCELL_TEST_SEED ?? Math.floor(Date.now() / 86_400_000));
const RANDOM_LIVES = 500;

for (const freshState of ['realm', 'isolate'] as const)
  describe(`a runner that says everything, in ${freshState} mode, seed ${SEED}`, function () {
    this.timeout(600_000);

    for (const [state, before] of Object.entries(STATES[freshState]))
      it(`gets no further with a call ${state}`, async () => {
        expect(await liveAll(livesAfter(before, KINDS), freshState)).to.deep.equal([]);
      });

    it('gets no further with any series of messages', async () => {
      expect(await liveAll(randomLives(RANDOM_LIVES, SEED), freshState)).to.deep.equal([]);
    });
  });
