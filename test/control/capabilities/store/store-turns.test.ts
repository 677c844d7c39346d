// Whose question the store is asked next: a plugin's flood makes its own calls wait, and what belongs to a call that is over is dropped.

import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { type AtATime, type Done, Turns } from '../../../../src/control/capabilities/store/turns.ts';
import { Store } from '../../../../src/control/capabilities/store.ts';
import { skipWithout } from '../../../support/skip.ts';
import { asker, KINDS, missingFor, PLACES, type Place } from '../stores.ts';

/** Turns whose work ends when it is told to, and the order in which it began. */
const opened = (atATime: AtATime, mostCharacters?: number, busyMs = 0) => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const turns = new Turns(atATime, mostCharacters);
  const take = (pluginName: string, callId: string, characters = 1) =>
    turns.take({ pluginName, callId }, characters, () => {
      begun.push(`${pluginName} ${callId}`);
      return new Promise<Done>((resolve) => ends.push(() => resolve({ isAnswered: true, busyMs })));
    });
  const endNext = async (): Promise<void> => {
    ends.shift()?.();
    await setImmediate();
  };
  return { turns, take, begun, endNext };
};

describe('turns at the store', () => {
  it('go from plugin to plugin, and within a plugin from call to call', async () => {
    const { take, begun, endNext } = opened({ perPlugin: 1, inAll: 1 });
    for (let i = 0; i < 3; i += 1) take('flood', 'first');
    take('flood', 'second');
    for (let i = 0; i < 2; i += 1) take('calm', 'only');
    for (let i = 0; i < 6; i += 1) await endNext();
    expect(begun).to.deep.equal([
      'flood first',
      'flood first',
      'calm only',
      'flood second',
      'calm only',
      'flood first',
    ]);
  });

  it('let few questions be under way, in all and of a plugin', async () => {
    const { take, begun, endNext } = opened({ perPlugin: 2, inAll: 3 });
    for (let i = 0; i < 5; i += 1) take('a', 'call');
    expect(begun).to.have.lengthOf(2);
    for (let i = 0; i < 5; i += 1) take('b', 'call');
    expect(begun).to.deep.equal(['a call', 'a call', 'b call']);
    for (let i = 0; i < 10; i += 1) await endNext();
    expect(begun).to.have.lengthOf(10);
  });

  it('give a plugin a quarter of the time while another asks, after a burst of 20 ms', async () => {
    const { take, begun, endNext } = opened({ perPlugin: 1, inAll: 2 }, undefined, 4);
    take('calm', 'only');
    for (let i = 0; i < 20; i += 1) take('flood', 'call');
    const startMs = performance.now();
    for (let i = 0; i < 8; i += 1) await endNext();
    const atOnce = begun.length;
    expect(atOnce, 'begun at once').to.be.within(5, 9);
    while (begun.length < atOnce + 3) {
      await pause(1);
      await endNext();
    }
    // Three questions of 4 ms each at a quarter of the time.
    expect(performance.now() - startMs).to.be.at.least(2 * 16);
  });

  it('give a plugin all of the time while no other plugin uses the store', async () => {
    const { take, begun, endNext } = opened({ perPlugin: 1, inAll: 2 }, undefined, 4);
    for (let i = 0; i < 20; i += 1) take('flood', 'call');
    for (let i = 0; i < 20; i += 1) await endNext();
    expect(begun).to.have.lengthOf(20);
  });

  it('do not charge a plugin for its use while no other plugin used the store', async () => {
    const { take, begun, endNext } = opened({ perPlugin: 1, inAll: 2 }, undefined, 4);
    for (let i = 0; i < 60; i += 1) take('busy', 'call');
    for (let i = 0; i < 50; i += 1) await endNext();
    const alone = begun.length;
    take('other', 'only');
    // Without a bound it would rest for 700 ms and more, and longer for each second that it had the store to itself.
    let rests = 0;
    while (begun.length < alone + 3) {
      rests += 1;
      await pause(1);
      await endNext();
    }
    expect(rests, 'milliseconds at least').to.be.lessThan(300);
  });

  it('charge no plugin for a disk that stalls', async () => {
    const { take, begun, endNext } = opened({ perPlugin: 1, inAll: 2 }, undefined, 2_000);
    take('other', 'only');
    await endNext();
    for (let i = 0; i < 4; i += 1) take('calm', 'call');
    for (let i = 0; i < 4; i += 1) await endNext();
    expect(begun).to.have.lengthOf(5);
  });

  it('drop what left before its turn came', async () => {
    const { turns, take, begun, endNext } = opened({ perPlugin: 1, inAll: 1 });
    take('a', 'runs');
    const dropped = take('a', 'dropped');
    expect(dropped?.hasCome).to.equal(false);
    dropped?.leave();
    await endNext();
    expect(begun).to.deep.equal(['a runs']);
    expect(turns.holds('a')).to.equal(false);
  });

  it('leave room for others, even if one plugin floods the store', () => {
    const { take } = opened({ perPlugin: 1, inAll: 1 }, 100);
    const holdAll = (pluginName: string): number => {
      let held = 0;
      while (take(pluginName, 'call', 10)) held += 10;
      return held;
    };
    expect(holdAll('first')).to.equal(50);
    expect(holdAll('second')).to.equal(30);
    expect(take('third', 'call', 10)).to.not.equal(undefined);
  });
});

for (const kind of KINDS)
  describe(`the store on ${kind}, which one plugin floods`, function () {
    this.timeout(60_000);
    let place: Place;
    let store: Store;
    before(async function () {
      skipWithout(this, `the store on ${kind}`, missingFor(kind));
      place = await PLACES[kind]();
      store = new Store(place.settings);
    });
    after(async () => {
      await store?.close();
      await place?.end();
    });

    it("answers a neighbour's question after few of the flood's", async () => {
      const over = new AbortController();
      const flood = asker(store, { pluginName: 'flood', callId: 'flood', signal: over.signal });
      const calm = asker(store, { pluginName: 'calm', callId: 'calm' });
      for (let i = 0; i < 100; i += 1) await flood({ op: 'set', key: `key-${i}`, value: '1' });
      let answered = 0;
      const listed = Array.from({ length: 900 }, async () => {
        const { error, failure } = await flood({ op: 'list', limit: 1_000 });
        answered += 1;
        return error?.name !== 'AbortError' && failure?.code;
      });
      const between: number[] = [];
      for (let i = 0; i < 20; i += 1) {
        const before = answered;
        expect((await calm({ op: 'set', key: 'mine', value: String(i) })).error).to.equal(undefined);
        between.push(answered - before);
      }
      expect(Math.max(...between), 'answers of the flood beside one of the neighbour').to.be.at.most(20);
      over.abort();
      // Those that waited too long, on a slow machine, waited for their own plugin.
      expect([...new Set(await Promise.all(listed))].filter((code) => code && code !== 'tool_error')).to.deep.equal([]);
    });

    it('does not carry out requests of a call that has ended', async () => {
      const over = new AbortController();
      const ask = asker(store, { pluginName: 'over', signal: over.signal });
      const asked = Array.from({ length: 300 }, (_, i) => ask({ op: 'set', key: `key-${i}`, value: '1' }));
      over.abort();
      for (const { error } of await Promise.all(asked)) expect(error?.name).to.equal('AbortError');
      const { given } = await asker(store, { pluginName: 'over' })({ op: 'list', limit: 1_000 });
      expect(given?.entries.length).to.be.at.most(4);
    });

    it('gives a list of long keys in pages of few bytes', async () => {
      const ask = asker(store, { pluginName: 'long' });
      const keys = Array.from({ length: 300 }, (_, i) => `${i}`.padStart(500, 'k')).sort();
      await Promise.all(keys.map((key) => ask({ op: 'set', key, value: '1' })));
      const found: string[] = [];
      for (let after: string | undefined = ''; after !== undefined; ) {
        const { given, error }: Awaited<ReturnType<typeof ask>> = await ask({ op: 'list', after, limit: 1_000 });
        expect(error).to.equal(undefined);
        expect(given?.entries.length).to.be.within(1, 131);
        found.push(...(given?.entries ?? []).map(({ key }) => key));
        after = given?.next;
      }
      expect(found).to.deep.equal(keys);
    });
  });

describe('a flood of long questions', () => {
  it('learns that it is one, and is charged for it', async () => {
    const place = await PLACES.sqlite();
    const store = new Store(place.settings);
    const over = new AbortController();
    const options = { limits: { storeValueBytes: 20_000_000 }, signal: over.signal };
    const value = JSON.stringify('x'.repeat(15_000_000));
    const asked = Array.from({ length: 10 }, () => asker(store, options)({ op: 'set', key: 'long', value }));
    over.abort();
    const refused = (await Promise.all(asked)).filter(({ error }) => error?.name !== 'AbortError');
    // No more than half of all characters is taken of one plugin.
    expect(refused).to.have.lengthOf(3);
    for (const { error, failure } of refused) {
      expect(error?.name).to.equal('QuotaExceededError');
      expect(failure?.code).to.equal('tool_error');
    }
    await store.close();
    await place.end();
  });
});
