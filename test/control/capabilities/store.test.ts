// The store: the same on SQLite and on Redis.

import { expect } from 'chai';
import { Store } from '../../../src/control/capabilities/store.ts';
import { skipWithout } from '../../support/skip.ts';
import { type AskerOptions, asker, KINDS, missingFor, PLACES, type Place, wait } from './stores.ts';

for (const kind of KINDS)
  describe(`the store on ${kind}`, function () {
    this.timeout(60_000);
    let place: Place;
    let store: Store;
    let lastPlugin = 0;
    before(async function () {
      skipWithout(this, `the store on ${kind}`, missingFor(kind));
      place = await PLACES[kind]();
      store = new Store(place.settings);
    });
    after(async () => {
      await store?.close();
      await place?.end();
    });

    /** Asks as a plugin that nobody else is. */
    const newAsker = (options: AskerOptions = {}) => {
      lastPlugin += 1;
      return asker(store, { pluginName: `plugin-${lastPlugin}`, ...options });
    };

    it('gives back what was set, its last value, and nothing once it is deleted', async () => {
      const ask = newAsker();
      expect((await ask({ op: 'get', key: 'a' })).given).to.equal(null);
      const { given: first } = await ask({ op: 'set', key: 'a', value: '{"n":[1,"é😀\\u0000"]}' });
      expect(first).to.have.all.keys('key', 'version');
      expect((await ask({ op: 'get', key: 'a' })).given).to.deep.equal({ ...first, value: '{"n":[1,"é😀\\u0000"]}' });
      const { given: second } = await ask({ op: 'set', key: 'a', value: 'null' });
      expect(second?.version).not.to.equal(first?.version);
      expect((await ask({ op: 'get', key: 'a' })).given).to.deep.equal({ ...second, value: 'null' });
      expect((await ask({ op: 'delete', key: 'a' })).given).to.equal(true);
      expect((await ask({ op: 'delete', key: 'a' })).given).to.equal(false);
      expect((await ask({ op: 'get', key: 'a' })).given).to.equal(null);
    });

    it('changes an entry only if it has the version that was named', async () => {
      const ask = newAsker();
      const conflict = async (more: object) => (await ask({ key: 'a', ...more })).error?.name;
      expect(await conflict({ op: 'set', value: '1', ifVersion: 'none' })).to.equal('ConflictError');
      expect(await conflict({ op: 'delete', ifVersion: 'none' })).to.equal('ConflictError');
      const { given: first } = await ask({ op: 'set', key: 'a', value: '1', ifVersion: null });
      expect(await conflict({ op: 'set', value: '2', ifVersion: null })).to.equal('ConflictError');
      const { given: second } = await ask({ op: 'set', key: 'a', value: '2', ifVersion: first?.version });
      expect(await conflict({ op: 'set', value: '3', ifVersion: first?.version })).to.equal('ConflictError');
      expect(await conflict({ op: 'delete', ifVersion: first?.version })).to.equal('ConflictError');
      expect((await ask({ op: 'get', key: 'a' })).given?.value).to.equal('2');
      expect((await ask({ op: 'delete', key: 'a', ifVersion: second?.version })).given).to.equal(true);
      // What was deleted and set again to the same value is not what it was.
      await ask({ op: 'set', key: 'a', value: '2', ifVersion: null });
      expect(await conflict({ op: 'set', value: '3', ifVersion: second?.version })).to.equal('ConflictError');
    });

    it('lets go of what has expired, for every ask and every limit', async () => {
      const ask = newAsker({ limits: { storeKeys: 2, storeBytes: 1_000 } });
      const before = Date.now();
      const { given } = await ask({ op: 'set', key: 'a', value: '1', ttlMs: 50 });
      expect(given?.expiresAt).to.be.within(before + 49, Date.now() + 51);
      await ask({ op: 'set', key: 'b', value: JSON.stringify('x'.repeat(900)), ttlMs: 50 });
      await wait(60);
      expect((await ask({ op: 'get', key: 'a' })).given).to.equal(null);
      expect((await ask({ op: 'delete', key: 'b' })).given).to.equal(false);
      expect((await ask({ op: 'set', key: 'a', value: '1', ifVersion: given?.version })).error?.name).to.equal(
        'ConflictError',
      );
      expect((await ask({ op: 'list' })).given).to.deep.equal({ entries: [] });
      for (const key of ['c', 'd'])
        expect((await ask({ op: 'set', key, value: '"y"', ifVersion: null })).error).to.equal(undefined);
      expect((await ask({ op: 'list' })).given?.entries.map(({ key }) => key)).to.deep.equal(['c', 'd']);
    });

    it('keeps what is set again without a time to live', async () => {
      const ask = newAsker();
      await ask({ op: 'set', key: 'a', value: '1', ttlMs: 40 });
      expect((await ask({ op: 'set', key: 'a', value: '2' })).given).not.to.have.property('expiresAt');
      await wait(50);
      expect((await ask({ op: 'get', key: 'a' })).given?.value).to.equal('2');
    });

    it('lists keys by their UTF-8 bytes, a page at a time', async () => {
      const ask = newAsker();
      // By UTF-16 the emoji would come before the last.
      const keys = ['a', 'a/', 'a/1', 'a/2', 'a/é', 'a/😀', 'a0', '{}', '~', 'é', '\u{ff5e}', '😀'];
      for (const key of keys.toReversed()) await ask({ op: 'set', key, value: '0' });
      const list = async (more: object) => {
        const { given } = await ask({ op: 'list', ...more });
        return [given?.entries.map(({ key }) => key), given?.next];
      };
      expect(await list({})).to.deep.equal([keys, undefined]);
      expect(await list({ prefix: 'a/' })).to.deep.equal([['a/', 'a/1', 'a/2', 'a/é', 'a/😀'], undefined]);
      expect(await list({ prefix: 'a/', limit: 2 })).to.deep.equal([['a/', 'a/1'], 'a/1']);
      expect(await list({ prefix: 'a/', limit: 2, after: 'a/1' })).to.deep.equal([['a/2', 'a/é'], 'a/é']);
      expect(await list({ prefix: 'a/', limit: 2, after: 'a/é' })).to.deep.equal([['a/😀'], undefined]);
      expect(await list({ prefix: 'a/', after: 'A' })).to.deep.equal([['a/', 'a/1', 'a/2', 'a/é', 'a/😀'], undefined]);
      expect(await list({ prefix: 'a', after: 'b' })).to.deep.equal([[], undefined]);
      expect(await list({ after: 'é' })).to.deep.equal([['\u{ff5e}', '😀'], undefined]);
      expect(await list({ prefix: 'nothing' })).to.deep.equal([[], undefined]);
    });

    it('gives a hundred keys by default, and at most a thousand', async () => {
      const ask = newAsker();
      // Some at a time: on a busy machine the last of a thousand would be answered too late.
      for (let from = 10_000; from < 11_050; from += 50)
        await Promise.all(Array.from({ length: 50 }, (_, i) => ask({ op: 'set', key: String(from + i), value: '0' })));
      const { given: some } = await ask({ op: 'list' });
      expect([some?.entries.length, some?.next]).to.deep.equal([100, '10099']);
      const { given: most } = await ask({ op: 'list', limit: 1_000 });
      expect([most?.entries.length, most?.next]).to.deep.equal([1_000, '10999']);
      const { given: rest } = await ask({ op: 'list', limit: 1_000, after: '10999' });
      expect([rest?.entries.length, rest?.next]).to.deep.equal([50, undefined]);
    });

    it('holds a namespace to its limits to the byte, also when many write at once', async () => {
      const limits = { storeKeys: 10, storeBytes: 100, storeValueBytes: 60 };
      const ask = newAsker({ limits });
      // Twelve bytes each, keys included: eight fit.
      const set = (key: string, value: string) => ask({ op: 'set', key, value });
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => set(`é${i % 10}${i}`.slice(0, 3), '"567890"')),
      );
      expect(answers.filter(({ error }) => error === undefined).length).to.be.greaterThan(7);
      const { given } = await ask({ op: 'list' });
      const sizes = given?.entries.map(({ key }) => Buffer.byteLength(key) + 8) ?? [];
      const held = sizes.reduce((sum, bytes) => sum + bytes, 0);
      expect(held).to.be.within(89, 100);
      const full = await set('another', '"567890"');
      expect(full.error?.name).to.equal('QuotaExceededError');
      expect(full.error?.message).to.contain('storeBytes').and.contain('100').and.not.contain('sandbox.config.json');
      expect(full.failure).to.include({ code: 'tool_error', limit: 'storeBytes', allowed: 100 });
      expect(full.denial?.hint).to.contain('limits.storeBytes in sandbox.config.json');
      // What does not grow is let through, and what is deleted makes room.
      const first = given?.entries[0]?.key ?? '';
      expect((await set(first, '"abcdef"')).error).to.equal(undefined);
      await ask({ op: 'delete', key: first });
      const room = 100 - held + Buffer.byteLength(first) + 8;
      expect((await set('z', `"${'x'.repeat(room - 2)}"`)).error?.name).to.equal('QuotaExceededError');
      expect((await set('z', `"${'x'.repeat(room - 3)}"`)).error).to.equal(undefined);
    });

    it('counts keys, values and expiry against the limits', async () => {
      const limits = { storeKeys: 3, storeBytes: 1_000, storeValueBytes: 10 };
      const ask = newAsker({ limits });
      const results = await Promise.all([...'abcdef'].map((key) => ask({ op: 'set', key, value: '1', ttlMs: 1_000 })));
      expect(results.filter(({ error }) => error?.name === 'QuotaExceededError')).to.have.lengthOf(3);
      expect(results.find(({ error }) => error)?.error?.message).to.contain('storeKeys');
      const large = await ask({ op: 'set', key: 'a', value: '"123456789"' });
      expect(large.error?.name).to.equal('QuotaExceededError');
      expect(large.error?.message).to.contain('storeValueBytes');
      expect((await ask({ op: 'set', key: 'a', value: '"éééé"' })).error).to.equal(undefined);
      expect((await ask({ op: 'set', key: 'a', value: '"ééééé"' })).error?.name).to.equal('QuotaExceededError');
      await wait(1_050);
      const again = await Promise.all([...'ghijk'].map((key) => ask({ op: 'set', key, value: '1' })));
      expect(again.filter(({ error }) => error === undefined)).to.have.lengthOf(2);
    });

    it('makes room of many that have expired', async () => {
      const ask = newAsker({ limits: { storeKeys: 1_300 } });
      const fill = (value: string) =>
        Promise.all(Array.from({ length: 1_300 }, (_, i) => ask({ op: 'set', key: `k${i}`, value, ttlMs: 1_000 })));
      const filled = await fill('1');
      expect(filled.filter(({ error }) => error)).to.deep.equal([]);
      await wait(1_050);
      expect((await ask({ op: 'list', limit: 1 })).given).to.deep.equal({ entries: [] });
      const other = await Promise.all(
        Array.from({ length: 1_301 }, (_, i) => ask({ op: 'set', key: `other-${i}`, value: '1' })),
      );
      expect(other.filter(({ error }) => error)).to.have.lengthOf(1);
    });

    it('keeps plugins and callers apart, whatever they are called', async () => {
      const scopes: readonly AskerOptions[] = [
        { pluginName: 'one' },
        { pluginName: 'two' },
        { pluginName: 'one', scope: 'caller' },
        { pluginName: 'one', scope: 'caller', caller: 'a' },
        { pluginName: 'one', scope: 'caller', caller: 'b' },
        { pluginName: 'one', scope: 'caller', caller: 'a:b' },
        { pluginName: 'one', scope: 'caller', caller: '}:values' },
        { pluginName: 'one:a', scope: 'caller', caller: 'b' },
        { pluginName: 'one:a' },
        { pluginName: 'one%3Aa' },
        { pluginName: 'one}' },
      ];
      const askers = scopes.map((scope) => asker(store, scope));
      const keys = ['k', 'two:k', '../two/k', '%', '{two}:values', 'one\u200bk'];
      for (const [index, ask] of askers.entries())
        for (const key of keys) await ask({ op: 'set', key, value: String(index) });
      for (const [index, ask] of askers.entries()) {
        expect((await ask({ op: 'list' })).given?.entries).to.have.lengthOf(keys.length);
        for (const key of keys) expect((await ask({ op: 'get', key })).given?.value).to.equal(String(index));
      }
      // Whose keys a plugin sees does not hang on its caller where the operator says so.
      expect((await asker(store, { pluginName: 'one', caller: 'z' })({ op: 'get', key: 'k' })).given?.value).to.equal(
        '0',
      );
      for (const key of keys) await askers[3]?.({ op: 'delete', key });
      for (const ask of askers.toSpliced(3, 1))
        expect((await ask({ op: 'list' })).given?.entries).to.have.lengthOf(keys.length);
    });

    it('is for those who ask for it and are granted it', async () => {
      for (const options of [{ scope: undefined }, { scope: undefined, isGranted: false }]) {
        const { error, failure, denial } = await newAsker(options)({ op: 'get', key: 'a' });
        expect(error?.name).to.equal('NotAllowedError');
        expect(denial?.hint).to.contain('plugin.json');
        expect(failure).to.equal(undefined);
      }
      const { error, failure, denial } = await newAsker({ isGranted: false })({ op: 'get', key: 'a' });
      expect(error?.name).to.equal('NotAllowedError');
      expect(denial?.hint).to.contain('grants.').and.contain('sandbox.config.json');
      expect(failure?.code).to.equal('not_granted');
    });

    it('refuses asks that are not its own, and keeps on serving', async () => {
      const ask = newAsker({ limits: { storeValueBytes: 1_000 } });
      const set = { op: 'set', key: 'a', value: '1' };
      const hostile: readonly unknown[] = [
        ...['', '{', 'null', '[]', '"get"', '0', '{"op":"get"}', '{"op":"get","key":"a","key2":1}', '{"key":"a"}'],
        ...[
          '{"op":"__proto__","key":"a"}',
          '{"op":"constructor"}',
          '{"op":"toString","key":"a"}',
          '{"op":["get"],"key":"a"}',
        ],
        ...['{"__proto__":{"op":"get"},"key":"a"}', '{"op":"get","__proto__":{"key":"a"}}', '{"op":"set","key":"a"}'],
        ...[
          '',
          null,
          1,
          [],
          {},
          '\0',
          'a\n',
          'a\u007f',
          'a\u0085',
          '\ud800',
          'a\udc00',
          'k'.repeat(513),
          'é'.repeat(257),
        ].map((key) => ({ op: 'get', key })),
        ...['', '{', 'undefined', '1 2', '"\ud800"', '"\n"', 'NaN', 1, null, {}].map((value) => ({ ...set, value })),
        ...[0, -1, 0.5, 1e300, '5', null, 10 * 365 * 86_400_000 + 1].map((ttlMs) => ({ ...set, ttlMs })),
        ...['', 1, {}, 'é', '\n', 'v'.repeat(101)].map((ifVersion) => ({ ...set, ifVersion })),
        { op: 'delete', key: 'a', ifVersion: null },
        { op: 'get', key: 'a', ifVersion: '1' },
        { ...set, limit: 1 },
        ...[0, 1_001, -1, 1.5, '10', null].map((limit) => ({ op: 'list', limit })),
        ...[1, null, '\0', '\ud800', 'k'.repeat(513)].flatMap((text) => [
          { op: 'list', prefix: text },
          { op: 'list', after: text },
        ]),
      ];
      for (const each of hostile) {
        const { error } = await ask(each);
        expect(error?.name, JSON.stringify(each)).to.equal('TypeError');
        expect(error?.message.length).to.be.within(10, 300);
      }
      const huge = await ask(`{"op":"set","key":"a","value":"${'['.repeat(1_000_000)}`);
      expect(huge.error?.name).to.equal('QuotaExceededError');
      expect((await ask({ op: 'list' })).given).to.deep.equal({ entries: [] });
      expect((await ask({ ...set, key: 'k'.repeat(512), ttlMs: 10 * 365 * 86_400_000 })).given?.key).to.have.lengthOf(
        512,
      );
    });

    it('does not carry out what a call asks that has ended', async () => {
      const ask = newAsker({ signal: AbortSignal.abort() });
      expect((await ask({ op: 'set', key: 'a', value: '1' })).error?.name).to.equal('AbortError');
      const controller = new AbortController();
      const asked = newAsker({ signal: controller.signal })({ op: 'list' });
      controller.abort();
      expect((await asked).error?.name).to.equal('AbortError');
    });

    it('holds its entries when it is closed and opened again, and shares them with others', async () => {
      const first = new Store(place.settings);
      await asker(first)({ op: 'set', key: 'kept', value: '"yes"' });
      const second = new Store(place.settings);
      expect((await asker(second)({ op: 'get', key: 'kept' })).given?.value).to.equal('"yes"');
      await Promise.all([first.close(), second.close()]);
      const third = new Store(place.settings);
      expect((await asker(third)({ op: 'get', key: 'kept' })).given?.value).to.equal('"yes"');
      await third.close();
    });

    it('can be closed without ever having been used', () => new Store(place.settings).close());
  });
