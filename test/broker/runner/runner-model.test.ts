// A runner that says anything in any state of its calls: a third of what it could say in each state, and some series at random; the rest at night.

import { expect } from 'chai';
import type { FreshState } from '../../../src/shared/protocol/fresh-state.ts';
import {
  ENDINGS,
  KINDS,
  live,
  liveAll,
  livesAfter,
  randomLives,
  type Script,
  STATES,
  type Step,
  say,
} from './runner-lives.ts';

const SEED = 20_261_122;
const RANDOM_LIVES = 25;

for (const freshState of ['realm', 'isolate'] as const)
  describe(`a runner that says anything at any time, in ${freshState} mode`, function () {
    this.timeout(180_000);

    for (const [number, [state, before]] of Object.entries(STATES[freshState]).entries())
      it(`gets no further with a call ${state}`, async () => {
        // Each kind follows upon every third state, each time with another ending.
        const lives = KINDS.flatMap((kind, index) =>
          (index + number) % 3 === 0
            ? livesAfter(before, [kind], [ENDINGS[Math.floor(number / 3)] as Script['ending']])
            : [],
        );
        expect(await liveAll(lives, freshState)).to.deep.equal([]);
      });

    it('gets no further with any series of messages', async () => {
      expect(await liveAll(randomLives(RANDOM_LIVES, SEED), freshState)).to.deep.equal([]);
    });
  });

describe('a runner that says that its heap is full', function () {
  this.timeout(60_000);

  it('ends without a loss only if suspended calls could have filled it', async () => {
    const isLost = async (before: readonly Step[], freshState: FreshState): Promise<boolean> =>
      (await live({ steps: [...before, say('full')], ending: 'silence' }, freshState)).isLost;
    const realm = STATES.realm as Readonly<Record<string, readonly Step[]>>;
    for (const [state, before] of Object.entries(realm))
      expect(await isLost(before, 'realm'), state).to.equal(!state.startsWith('suspended'));
    for (const [state, before] of Object.entries(STATES.isolate))
      expect(await isLost(before, 'isolate'), state).to.equal(true);
  });
});

describe('a runner that resumes two calls in turn', function () {
  this.timeout(60_000);

  it('cannot give them more time, nor have one run twice', async () => {
    const turns = Array.from({ length: 200 }, (_, round) => [
      say('resumed', 1 + (round % 2), 10),
      say('suspended', 1 + (round % 2)),
    ]).flat();
    const { settled } = await live({ steps: [say('loaded'), say('suspended'), ...turns], ending: 'silence' }, 'realm');
    for (const list of settled) expect(list).to.have.lengthOf(1);
    expect(settled[0]?.[0]?.answer)
      .to.have.nested.property('failure.code')
      .that.is.oneOf(['exceeded_wall_time', 'runner_lost']);
  });
});
