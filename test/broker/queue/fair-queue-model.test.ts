// Tests the fair queue with random entries of mixed weights, as upgrades and grants make them while calls run.

import { expect } from 'chai';
import fc from 'fast-check';
import { FairQueue } from '../../../src/broker/queue/fair-queue.ts';
import type { Place } from '../../../src/broker/queue/lane.ts';
import { LightSignal } from '../../../src/shared/protocol/light-signal.ts';

const PLACES = 4;
const LANES = ['a', 'b', 'c'] as const;
const SHARERS = ['x', 'y', 'z'] as const;
const LANE_CONCURRENCY = 2;
const RUNS = 2_000;

type Step =
  | {
      readonly do: 'enter';
      readonly lane: (typeof LANES)[number];
      readonly sharer: string;
      readonly weight: number;
      readonly ahead: number;
    }
  | { readonly do: 'leave' | 'abort'; readonly which: number };

const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('enter' as const),
      lane: fc.constantFrom(...LANES),
      sharer: fc.constantFrom(...SHARERS),
      weight: fc.constantFrom(1, 1, 1 / 2, 1 / 16),
      ahead: fc.constantFrom(0, 0, 3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('leave' as const, 'leave' as const, 'abort' as const),
      which: fc.nat(50),
    }),
  },
);

interface Held {
  readonly lane: string;
  readonly sharer: string;
  readonly weight: number;
  readonly number: number;
  readonly signal: LightSignal;
}

/** The queue under test, and what has happened to its entries. */
const scene = () => {
  const queue = new FairQueue({ concurrency: PLACES, maxQueued: 20 });
  const inside: Place[] = [];
  let held: Held[] = [];
  let count = 0;
  const starts = new Map<string, number[]>();
  /** Lane and sharer → when an entry of it was last let in. Entries are numbered by the same count. */
  const turns = new Map<string, number>();
  const note = (entry: Held, place: Place): void => {
    const { lane, sharer } = entry;
    inside.push(place);
    starts.set(`${lane} ${sharer}`, [...(starts.get(`${lane} ${sharer}`) ?? []), entry.number]);
    count += 1;
    const before = turns.get(`${lane} ${sharer}`);
    turns.set(`${lane} ${sharer}`, count);
    if (before === undefined) return;
    const passedOver = held.filter((one) => one.lane === lane && one.sharer !== sharer && one.number < before);
    for (const one of passedOver)
      expect(turns.get(`${lane} ${one.sharer}`) ?? 0, 'each caller has its turn before another has two').above(before);
  };
  const enter = ({ lane, sharer, weight, ahead }: Step & { do: 'enter' }): void => {
    const signal = new LightSignal();
    count += 1;
    const entry: Held = { lane, sharer, weight, signal, number: count };
    const options = { concurrency: LANE_CONCURRENCY, weight, ahead, queueMs: 60_000, sharer: () => sharer, signal };
    const entered = queue.enter(lane, options);
    if (!(entered instanceof Promise)) return note(entry, entered);
    held.push(entry);
    void entered.then((place) => {
      held = held.filter((other) => other !== entry);
      if (typeof place !== 'string') note(entry, place);
    });
  };
  const take = async (step: Step): Promise<void> => {
    if (step.do === 'enter') enter(step);
    else if (step.do === 'abort') held[step.which % held.length]?.signal.abort();
    else if (inside.length > 0) queue.leave(inside.splice(step.which % inside.length, 1)[0] as Place);
    // Entries that were let in or refused say so in a microtask.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, inside, starts, take, held: () => held };
};

const loadOf = (places: readonly Place[]): number =>
  places.reduce((sum, { state, weight }) => sum + (state === 'running' ? weight : 0), 0);

const check = ({ queue, inside, starts, held }: ReturnType<typeof scene>): void => {
  expect(queue.load, 'the load is that of the places').to.equal(loadOf(inside));
  expect(queue.load, 'never above capacity').to.be.at.most(PLACES);
  for (const lane of LANES) {
    const load = loadOf(inside.filter((place) => place.lane.name === lane));
    expect(load, `lane ${lane} keeps to its share`).to.be.at.most(LANE_CONCURRENCY);
    for (const sharer of SHARERS) {
      const numbers = starts.get(`${lane} ${sharer}`) ?? [];
      expect(numbers, `${sharer} keeps its order in lane ${lane}`).to.deep.equal(numbers.toSorted((a, b) => a - b));
    }
  }
  // The next entry of each lane waits only for its lane's share, or because the host has less room than some entry whose turn it is needs.
  const waiting = LANES.flatMap((lane) => {
    const load = loadOf(inside.filter((place) => place.lane.name === lane));
    // One of these is next.
    const firsts = SHARERS.flatMap((sharer) => held().find((one) => one.lane === lane && one.sharer === sharer) ?? []);
    return firsts.every(({ weight }) => load + weight <= LANE_CONCURRENCY) ? firsts : [];
  });
  if (waiting.length > 0)
    expect(queue.load + Math.max(...waiting.map(({ weight }) => weight)), 'no room is left unused').to.be.above(PLACES);
};

describe('the fair queue with mixed weights', function () {
  this.timeout(120_000);

  it('keeps its shares and its order, and has no load when all have left', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 40 }), async (steps) => {
        const world = scene();
        for (const step of steps) {
          await world.take(step);
          check(world);
        }
        while (world.inside.length > 0) await world.take({ do: 'leave', which: 0 });
        const { queue } = world;
        expect(world.held(), 'every entry has had its turn').to.have.lengthOf(0);
        expect([queue.load, queue.running, queue.queued, queue.laneCount]).to.deep.equal([0, 0, 0, 0]);
        for (let call = 0; call < PLACES; call += 1) {
          await world.take({ do: 'enter', lane: LANES[call % LANES.length] as 'a', sharer: 'x', weight: 1, ahead: 0 });
          expect(world.inside, 'a neighbour is admitted').to.have.lengthOf(call + 1);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
