import { expect } from 'chai';
import { type EntryOptions, FairQueue } from '../../../src/broker/queue/fair-queue.ts';

const options = (more: Partial<EntryOptions> = {}): EntryOptions => ({
  weight: 1,
  concurrency: 1,
  ahead: 0,
  queueMs: 10_000,
  signal: new AbortController().signal,
  ...more,
});

describe('the fair queue', () => {
  it('lets in as many light entries as together weigh one place, and the next one when one leaves', async () => {
    const queue = new FairQueue({ concurrency: 2, maxQueued: 10 });
    const light = options({ weight: 1 / 16 });
    for (let entry = 0; entry < 16; entry += 1) expect(queue.enter('a', light)).to.equal(undefined);
    const next = queue.enter('a', light);
    expect(queue.queued).to.equal(1);
    queue.leave('a', 1 / 16);
    expect(await next).to.equal(undefined);
    expect(queue.running).to.equal(16);
  });

  it('lets an entry in at once if there is room', () => {
    const queue = new FairQueue({ concurrency: 2, maxQueued: 10 });
    expect(queue.enter('a', options())).to.equal(undefined);
    expect(queue.running).to.equal(1);
  });

  it('limits a lane to its own concurrency while others pass', () => {
    const queue = new FairQueue({ concurrency: 10, maxQueued: 10 });
    expect(queue.enter('a', options())).to.equal(undefined);
    void queue.enter('a', options());
    expect(queue.queued).to.equal(1);
    expect(queue.enter('b', options())).to.equal(undefined);
  });

  it('serves lanes in turn, even if one of them is long', async () => {
    const queue = new FairQueue({ concurrency: 1, maxQueued: 100 });
    const order: string[] = [];
    expect(queue.enter('first', options())).to.equal(undefined);
    const run = async (lane: string, name: string): Promise<void> => {
      await queue.enter(lane, options());
      order.push(name);
      queue.leave(lane, 1);
    };
    const all = [
      ...Array.from({ length: 5 }, (_, i) => run('busy', `busy${i}`)),
      run('calm', 'calm0'),
      run('calm', 'calm1'),
    ];
    queue.leave('first', 1);
    await Promise.all(all);
    expect(order).to.deep.equal(['busy0', 'calm0', 'busy1', 'calm1', 'busy2', 'busy3', 'busy4']);
  });

  it('is first come, first served within a lane', async () => {
    const queue = new FairQueue({ concurrency: 1, maxQueued: 100 });
    const order: number[] = [];
    queue.enter('a', options());
    const all = Array.from({ length: 20 }, async (_, i) => {
      await queue.enter('a', options());
      order.push(i);
      queue.leave('a', 1);
    });
    queue.leave('a', 1);
    await Promise.all(all);
    expect(order).to.deep.equal(Array.from({ length: 20 }, (_, i) => i));
  });

  it('removes the newest entry of the longest lane if a shorter one needs a place', async () => {
    const queue = new FairQueue({ concurrency: 1, maxQueued: 10 });
    queue.enter('flood', options());
    const refusedOf = new Map<string, (string | undefined)[]>();
    const enter = async (lane: string): Promise<void> => {
      const refused = await queue.enter(lane, options());
      refusedOf.set(lane, [...(refusedOf.get(lane) ?? []), refused]);
      if (refused === undefined) queue.leave(lane, 1);
    };
    const all = [...Array.from({ length: 50 }, () => enter('flood')), enter('calm'), enter('calm'), enter('calm')];
    expect(queue.queued).to.equal(10);
    queue.leave('flood', 1);
    await Promise.all(all);
    expect(refusedOf.get('calm')).to.deep.equal([undefined, undefined, undefined]);
    expect(refusedOf.get('flood')?.filter((refused) => refused === undefined)).to.have.lengthOf(7);
    expect(new Set(refusedOf.get('flood'))).to.deep.equal(new Set(['full', undefined]));
  });

  it('never refuses a lane that has fewer entries than its concurrency, even if the queue is full', () => {
    const queue = new FairQueue({ concurrency: 1, maxQueued: 8 });
    queue.enter('flood', options());
    for (let i = 0; i < 20; i += 1) void queue.enter('ahead', options({ concurrency: 4, ahead: 64 }));
    expect(queue.queued).to.equal(8);
    for (let lane = 0; lane < 20; lane += 1)
      for (let i = 0; i < 10; i += 1) void queue.enter(`calm${lane}`, options({ concurrency: 2 }));
    // The lane that had all places has its own four left.
    expect(queue.queued).to.equal(4 + 20 * 2);
  });

  it('keeps to its bound for any sequence of entries', async () => {
    const queue = new FairQueue({ concurrency: 4, maxQueued: 20 });
    const [lanes, concurrency] = [7, 2];
    let given = 0;
    const all = Array.from({ length: 2_000 }, async (_, i) => {
      const lane = `lane${(i * 7919) % lanes}`;
      if (((await queue.enter(lane, options({ concurrency }))) ?? 'in') === 'in') {
        given += 1;
        expect(queue.queued).to.be.at.most(20 + lanes * concurrency);
        queue.leave(lane, 1);
      }
    });
    expect(queue.queued).to.be.at.most(20 + lanes * concurrency);
    await Promise.all(all);
    expect(given).to.be.at.least(20);
    expect([queue.running, queue.queued, queue.laneCount]).to.deep.equal([0, 0, 0]);
  });

  it('refuses entries over its bound, and entries that were queued too long', async () => {
    const queue = new FairQueue({ concurrency: 1, maxQueued: 1 });
    queue.enter('a', options());
    const waits = queue.enter('a', options({ queueMs: 20 }));
    expect(await queue.enter('a', options())).to.equal('full');
    expect(await waits).to.equal('late');
    expect(queue.queued).to.equal(0);
  });

  it('removes an entry whose caller has hung up', async () => {
    const queue = new FairQueue({ concurrency: 1, maxQueued: 1 });
    queue.enter('a', options());
    const gone = new AbortController();
    const waits = queue.enter('a', options({ signal: gone.signal }));
    gone.abort();
    expect(await waits).to.equal('aborted');
    expect(queue.queued).to.equal(0);
  });

  it('closes when the last running entry has left', async () => {
    const queue = new FairQueue({ concurrency: 1, maxQueued: 1 });
    queue.enter('a', options());
    let closed = false;
    const closing = queue.close().then(() => {
      closed = true;
    });
    expect(await queue.enter('b', options())).to.equal('closed');
    expect(closed).to.equal(false);
    queue.leave('a', 1);
    await closing;
  });

  it('lets some entries of a lane go ahead, which count as queued, and holds the others back', async () => {
    const queue = new FairQueue({ concurrency: 10, maxQueued: 10 });
    for (let i = 0; i < 3; i += 1) expect(queue.enter('a', options({ ahead: 2 }))).to.equal(undefined);
    const held = queue.enter('a', options({ ahead: 2 }));
    expect([queue.running, queue.queued]).to.deep.equal([1, 3]);
    queue.leave('a', 1);
    expect(await held).to.equal(undefined);
    expect([queue.running, queue.queued]).to.deep.equal([1, 2]);
    for (let i = 0; i < 3; i += 1) queue.leave('a', 1);
    expect([queue.running, queue.queued, queue.laneCount]).to.deep.equal([0, 0, 0]);
  });

  it('gives others their turn, even if many of a lane went ahead', async () => {
    const queue = new FairQueue({ concurrency: 2, maxQueued: 100 });
    for (let entry = 0; entry < 30; entry += 1) queue.enter('busy', options({ concurrency: 2, ahead: 64 }));
    const calm = queue.enter('calm', options({ concurrency: 2 }));
    expect([queue.running, queue.queued]).to.deep.equal([2, 29]);
    queue.leave('busy', 1);
    expect(await calm).to.equal(undefined);
    queue.leave('calm', 1);
    for (let entry = 0; entry < 29; entry += 1) queue.leave('busy', 1);
    expect([queue.running, queue.queued, queue.laneCount]).to.deep.equal([0, 0, 0]);
  });

  it('lets no entry go ahead over the bound of the queue', async () => {
    const queue = new FairQueue({ concurrency: 10, maxQueued: 1 });
    queue.enter('a', options({ ahead: 5 }));
    expect(queue.enter('a', options({ ahead: 5 }))).to.equal(undefined);
    expect(await queue.enter('a', options({ ahead: 5 }))).to.equal('full');
    expect(queue.enter('b', options())).to.equal(undefined);
  });

  it('closes when the last of those ahead has left', async () => {
    const queue = new FairQueue({ concurrency: 1, maxQueued: 10 });
    for (let i = 0; i < 2; i += 1) queue.enter('a', options({ ahead: 1 }));
    let closed = false;
    const closing = queue.close().then(() => {
      closed = true;
    });
    queue.leave('a', 1);
    await undefined;
    expect(closed).to.equal(false);
    queue.leave('a', 1);
    await closing;
  });

  it('keeps no empty lanes', async () => {
    const queue = new FairQueue({ concurrency: 1, maxQueued: 100 });
    for (let i = 0; i < 100; i += 1) {
      queue.enter(`lane${i}`, options());
      queue.leave(`lane${i}`, 1);
    }
    expect(queue.laneCount).to.equal(0);
  });

  it('distinguishes an entry whose own lane is full from one for which other lanes took all places', async () => {
    const queue = new FairQueue({ concurrency: 2, maxQueued: 10 });
    queue.enter('a', options());
    const ownLane = queue.enter('a', options({ queueMs: 5 }));
    expect(await ownLane).to.equal('late');
    queue.enter('b', options());
    const allLanes = queue.enter('c', options({ queueMs: 5 }));
    expect(await allLanes).to.equal('crowded');
  });
});
