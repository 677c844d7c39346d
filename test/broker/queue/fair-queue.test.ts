import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { FairQueue, type QueueLimits } from '../../../src/broker/queue/fair-queue.ts';
import type { EntryOptions, Place, Refused } from '../../../src/broker/queue/lane.ts';
import { LightSignal } from '../../../src/shared/protocol/light-signal.ts';

const options = (more: Partial<EntryOptions> = {}): EntryOptions => ({
  weight: 1,
  concurrency: 1,
  ahead: 0,
  queueMs: 10_000,
  signal: new AbortController().signal,
  ...more,
});

type Entered = Refused | undefined;

/** A queue that keeps the places of each lane. `leave` gives back the oldest one. */
const tracked = (limits: QueueLimits) => {
  const queue = new FairQueue(limits);
  const places = new Map<string, Place[]>();
  const keep = (name: string, place: Place | Refused): Entered => {
    if (typeof place === 'string') return place;
    places.set(name, [...(places.get(name) ?? []), place]);
    return undefined;
  };
  return {
    enter: (name: string, options: EntryOptions): Entered | Promise<Entered> => {
      const entered = queue.enter(name, options);
      return entered instanceof Promise ? entered.then((place) => keep(name, place)) : keep(name, entered);
    },
    leave: (name: string): void => queue.leave(places.get(name)?.shift() as Place),
    close: () => queue.close(),
    get running() {
      return queue.running;
    },
    get queued() {
      return queue.queued;
    },
    get laneCount() {
      return queue.laneCount;
    },
  };
};

describe('the fair queue', () => {
  it('refuses no late entry that waits only until a process has started, and refuses it soon after that', async () => {
    let isStarting = true;
    const queue = tracked({ concurrency: 1, maxQueued: 1 });
    queue.enter('a', options());
    const late = queue.enter('a', options({ queueMs: 20, waitsForStart: () => isStarting }));
    expect(await queue.enter('b', options({ concurrency: 0 })), 'it takes its place in the queue').to.equal('full');
    expect(await Promise.race([late, pause(200, 'queued')])).to.equal('queued');
    isStarting = false;
    expect(await late).to.equal('late');
  });

  it('lets in as many light entries as together weigh one place, and the next one when one leaves', async () => {
    const queue = tracked({ concurrency: 2, maxQueued: 10 });
    const light = options({ weight: 1 / 16 });
    for (let entry = 0; entry < 16; entry += 1) expect(queue.enter('a', light)).to.equal(undefined);
    const next = queue.enter('a', light);
    expect(queue.queued).to.equal(1);
    queue.leave('a');
    expect(await next).to.equal(undefined);
    expect(queue.running).to.equal(16);
  });

  describe('within a lane', () => {
    const of = (name: string, more: Partial<EntryOptions> = {}): EntryOptions =>
      options({ sharer: () => name, ...more });
    /** Enters and notes when it is let in, or why it is not. */
    const noted = (queue: ReturnType<typeof tracked>, lane: string) => {
      const seen: string[] = [];
      const enter = (who: string, label: string): void => {
        const entered = queue.enter(lane, of(who));
        void Promise.resolve(entered).then((refused) =>
          seen.push(refused === undefined ? label : `${label} ${refused}`),
        );
      };
      return { seen, enter };
    };

    it('lets callers take turns, whoever has sent how many, and the calls of one in their order', async () => {
      const queue = tracked({ concurrency: 4, maxQueued: 100 });
      const { seen, enter } = noted(queue, 'a');
      for (let call = 0; call < 10; call += 1) enter('flood', `flood ${call}`);
      enter('b', 'b 0');
      enter('b', 'b 1');
      enter('c', 'c 0');
      await pause(1);
      for (let turn = 0; turn < 6; turn += 1) {
        queue.leave('a');
        await pause(1);
      }
      expect(seen).to.deep.equal(['flood 0', 'flood 1', 'b 0', 'c 0', 'flood 2', 'b 1', 'flood 3']);
    });

    it('lets the caller with most entries give way to one that has fewer, if the queue is full', async () => {
      const queue = tracked({ concurrency: 4, maxQueued: 4 });
      const { seen, enter } = noted(queue, 'a');
      for (let call = 0; call < 7; call += 1) enter('flood', `flood ${call}`);
      await pause(1);
      expect(seen).to.deep.equal(['flood 0', 'flood 5 full', 'flood 6 full']);
      for (let call = 0; call < 4; call += 1) enter('b', `b ${call}`);
      await pause(1);
      // Two each: neither can push out the other.
      expect(seen.slice(3).toSorted()).to.deep.equal(['b 2 full', 'b 3 full', 'flood 3 full', 'flood 4 full']);
      expect(queue.queued).to.equal(4);
      queue.leave('a');
      await pause(1);
      queue.leave('a');
      await pause(1);
      expect(seen.slice(-2)).to.deep.equal(['flood 1', 'b 0']);
    });

    it('takes out an entry whose caller has hung up, and its turn with it', async () => {
      const queue = tracked({ concurrency: 1, maxQueued: 10 });
      const gone = new LightSignal();
      queue.enter('a', of('x'));
      const first = queue.enter('a', of('y', { signal: gone }));
      const second = queue.enter('a', of('z'));
      gone.abort();
      expect(await first).to.equal('aborted');
      queue.leave('a');
      expect(await second).to.equal(undefined);
      queue.leave('a');
      expect([queue.running, queue.queued, queue.laneCount]).to.deep.equal([0, 0, 0]);
    });
  });

  it('lets an entry in at once if there is room', () => {
    const queue = tracked({ concurrency: 2, maxQueued: 10 });
    expect(queue.enter('a', options())).to.equal(undefined);
    expect(queue.running).to.equal(1);
  });

  it('limits a lane to its own concurrency while others pass', () => {
    const queue = tracked({ concurrency: 10, maxQueued: 10 });
    expect(queue.enter('a', options())).to.equal(undefined);
    void queue.enter('a', options());
    expect(queue.queued).to.equal(1);
    expect(queue.enter('b', options())).to.equal(undefined);
  });

  it('serves lanes in turn, even if one of them is long', async () => {
    const queue = tracked({ concurrency: 1, maxQueued: 100 });
    const order: string[] = [];
    expect(queue.enter('first', options())).to.equal(undefined);
    const run = async (lane: string, name: string): Promise<void> => {
      await queue.enter(lane, options());
      order.push(name);
      queue.leave(lane);
    };
    const all = [
      ...Array.from({ length: 5 }, (_, i) => run('busy', `busy${i}`)),
      run('calm', 'calm0'),
      run('calm', 'calm1'),
    ];
    queue.leave('first');
    await Promise.all(all);
    expect(order).to.deep.equal(['busy0', 'calm0', 'busy1', 'calm1', 'busy2', 'busy3', 'busy4']);
  });

  it('is first come, first served within a lane', async () => {
    const queue = tracked({ concurrency: 1, maxQueued: 100 });
    const order: number[] = [];
    queue.enter('a', options());
    const all = Array.from({ length: 20 }, async (_, i) => {
      await queue.enter('a', options());
      order.push(i);
      queue.leave('a');
    });
    queue.leave('a');
    await Promise.all(all);
    expect(order).to.deep.equal(Array.from({ length: 20 }, (_, i) => i));
  });

  it('removes the newest entry of the longest lane if a shorter one needs a place', async () => {
    const queue = tracked({ concurrency: 1, maxQueued: 10 });
    queue.enter('flood', options());
    const refusedOf = new Map<string, (string | undefined)[]>();
    const enter = async (lane: string): Promise<void> => {
      const refused = await queue.enter(lane, options());
      refusedOf.set(lane, [...(refusedOf.get(lane) ?? []), refused]);
      if (refused === undefined) queue.leave(lane);
    };
    const all = [...Array.from({ length: 50 }, () => enter('flood')), enter('calm'), enter('calm'), enter('calm')];
    expect(queue.queued).to.equal(10);
    queue.leave('flood');
    await Promise.all(all);
    expect(refusedOf.get('calm')).to.deep.equal([undefined, undefined, undefined]);
    expect(refusedOf.get('flood')?.filter((refused) => refused === undefined)).to.have.lengthOf(7);
    expect(new Set(refusedOf.get('flood'))).to.deep.equal(new Set(['full', undefined]));
  });

  it('never refuses a lane that has fewer entries than its concurrency, even if the queue is full', () => {
    const queue = tracked({ concurrency: 1, maxQueued: 8 });
    queue.enter('flood', options());
    for (let i = 0; i < 20; i += 1) void queue.enter('ahead', options({ concurrency: 4, ahead: 64 }));
    expect(queue.queued).to.equal(8);
    for (let lane = 0; lane < 20; lane += 1)
      for (let i = 0; i < 10; i += 1) void queue.enter(`calm${lane}`, options({ concurrency: 2 }));
    // The lane that had all places has its own four left.
    expect(queue.queued).to.equal(4 + 20 * 2);
  });

  it('keeps to its bound for any sequence of entries', async () => {
    const queue = tracked({ concurrency: 4, maxQueued: 20 });
    const [lanes, concurrency] = [7, 2];
    let given = 0;
    const all = Array.from({ length: 2_000 }, async (_, i) => {
      const lane = `lane${(i * 7919) % lanes}`;
      if (((await queue.enter(lane, options({ concurrency }))) ?? 'in') === 'in') {
        given += 1;
        expect(queue.queued).to.be.at.most(20 + lanes * concurrency);
        queue.leave(lane);
      }
    });
    expect(queue.queued).to.be.at.most(20 + lanes * concurrency);
    await Promise.all(all);
    expect(given).to.be.at.least(20);
    expect([queue.running, queue.queued, queue.laneCount]).to.deep.equal([0, 0, 0]);
  });

  it('refuses entries over its bound, and entries that were queued too long', async () => {
    const queue = tracked({ concurrency: 1, maxQueued: 1 });
    queue.enter('a', options());
    const waits = queue.enter('a', options({ queueMs: 20 }));
    expect(await queue.enter('a', options())).to.equal('full');
    expect(await waits).to.equal('late');
    expect(queue.queued).to.equal(0);
  });

  it('removes an entry whose caller has hung up', async () => {
    const queue = tracked({ concurrency: 1, maxQueued: 1 });
    queue.enter('a', options());
    const gone = new AbortController();
    const waits = queue.enter('a', options({ signal: gone.signal }));
    gone.abort();
    expect(await waits).to.equal('aborted');
    expect(queue.queued).to.equal(0);
  });

  it('closes when the last running entry has left', async () => {
    const queue = tracked({ concurrency: 1, maxQueued: 1 });
    queue.enter('a', options());
    let closed = false;
    const closing = queue.close().then(() => {
      closed = true;
    });
    expect(await queue.enter('b', options())).to.equal('closed');
    expect(closed).to.equal(false);
    queue.leave('a');
    await closing;
  });

  it('lets some entries of a lane go ahead, which count as queued, and holds the others back', async () => {
    const queue = tracked({ concurrency: 10, maxQueued: 10 });
    for (let i = 0; i < 3; i += 1) expect(queue.enter('a', options({ ahead: 2 }))).to.equal(undefined);
    const held = queue.enter('a', options({ ahead: 2 }));
    expect([queue.running, queue.queued]).to.deep.equal([1, 3]);
    queue.leave('a');
    expect(await held).to.equal(undefined);
    expect([queue.running, queue.queued]).to.deep.equal([1, 2]);
    for (let i = 0; i < 3; i += 1) queue.leave('a');
    expect([queue.running, queue.queued, queue.laneCount]).to.deep.equal([0, 0, 0]);
  });

  it('gives others their turn, even if many of a lane went ahead', async () => {
    const queue = tracked({ concurrency: 2, maxQueued: 100 });
    for (let entry = 0; entry < 30; entry += 1) queue.enter('busy', options({ concurrency: 2, ahead: 64 }));
    const calm = queue.enter('calm', options({ concurrency: 2 }));
    expect([queue.running, queue.queued]).to.deep.equal([2, 29]);
    queue.leave('busy');
    expect(await calm).to.equal(undefined);
    queue.leave('calm');
    for (let entry = 0; entry < 29; entry += 1) queue.leave('busy');
    expect([queue.running, queue.queued, queue.laneCount]).to.deep.equal([0, 0, 0]);
  });

  it('lets no entry go ahead over the bound of the queue', async () => {
    const queue = tracked({ concurrency: 10, maxQueued: 1 });
    queue.enter('a', options({ ahead: 5 }));
    expect(queue.enter('a', options({ ahead: 5 }))).to.equal(undefined);
    expect(await queue.enter('a', options({ ahead: 5 }))).to.equal('full');
    expect(queue.enter('b', options())).to.equal(undefined);
  });

  it('closes when the last of those ahead has left', async () => {
    const queue = tracked({ concurrency: 1, maxQueued: 10 });
    for (let i = 0; i < 2; i += 1) queue.enter('a', options({ ahead: 1 }));
    let closed = false;
    const closing = queue.close().then(() => {
      closed = true;
    });
    queue.leave('a');
    await undefined;
    expect(closed).to.equal(false);
    queue.leave('a');
    await closing;
  });

  it('keeps no empty lanes', async () => {
    const queue = tracked({ concurrency: 1, maxQueued: 100 });
    for (let i = 0; i < 100; i += 1) {
      queue.enter(`lane${i}`, options());
      queue.leave(`lane${i}`);
    }
    expect(queue.laneCount).to.equal(0);
  });

  it('distinguishes an entry whose own lane is full from one for which other lanes took all places', async () => {
    const queue = tracked({ concurrency: 2, maxQueued: 10 });
    queue.enter('a', options());
    const ownLane = queue.enter('a', options({ queueMs: 5 }));
    expect(await ownLane).to.equal('late');
    queue.enter('b', options());
    const allLanes = queue.enter('c', options({ queueMs: 5 }));
    expect(await allLanes).to.equal('crowded');
  });

  it('frees the share that a place was taken for, if an upgrade changes the weight while calls run', () => {
    const queue = new FairQueue({ concurrency: 8, maxQueued: 100 });
    const enter = (weight: number): Place => queue.enter('a', options({ weight, concurrency: 8, ahead: 64 })) as Place;
    const before = Array.from({ length: 8 }, () => enter(1));
    const after = Array.from({ length: 8 }, () => enter(1 / 16));
    for (const place of [...before, ...after]) queue.leave(place);
    expect([queue.load, queue.running, queue.queued, queue.laneCount]).to.deep.equal([0, 0, 0, 0]);
    for (let call = 0; call < 8; call += 1) expect(queue.enter(`other ${call}`, options())).to.have.property('weight');
  });

  it('gives a heavy neighbour its place, even if light entries always wait', async () => {
    const queue = new FairQueue({ concurrency: 2, maxQueued: 1_000 });
    const light = options({ weight: 1 / 16, concurrency: 4 });
    const running = Array.from({ length: 32 }, () => queue.enter('flood', light) as Place);
    let neighbour: Place | Refused | undefined;
    void Promise.resolve(queue.enter('neighbour', options())).then((place) => {
      neighbour = place;
    });
    for (let turn = 0; turn < 17; turn += 1) {
      const next = Promise.resolve(queue.enter('flood', light));
      void next.then((place) => running.push(place as Place));
      queue.leave(running.shift() as Place);
      await undefined;
    }
    expect(neighbour).to.have.property('state', 'running');
  });

  it('lets light entries in if the heavy one before them gives up', async () => {
    const queue = new FairQueue({ concurrency: 1, maxQueued: 10 });
    queue.enter('a', options({ weight: 1 / 16 }));
    const gone = new LightSignal();
    const heavy = queue.enter('b', options({ signal: gone }));
    const behind = queue.enter('b', options({ weight: 1 / 16 }));
    const other = queue.enter('c', options({ weight: 1 / 16 }));
    gone.abort();
    expect(await heavy).to.equal('aborted');
    expect(await behind).to.have.property('state', 'running');
    expect(await other).to.have.property('state', 'running');
  });

  it('takes no entry whose caller has hung up already', async () => {
    const queue = tracked({ concurrency: 1, maxQueued: 1 });
    queue.enter('a', options());
    const gone = new LightSignal();
    gone.abort();
    expect(await queue.enter('a', options({ signal: gone }))).to.equal('aborted');
    expect(queue.queued).to.equal(0);
  });

  it('throws if a place is given back twice', () => {
    const queue = new FairQueue({ concurrency: 1, maxQueued: 1 });
    const place = queue.enter('a', options()) as Place;
    queue.leave(place);
    expect(() => queue.leave(place)).to.throw('twice');
  });
});
