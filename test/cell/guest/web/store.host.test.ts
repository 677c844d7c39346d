// context.store in tools, in both modes, on a real host that keeps its store in a file.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../../../support/host.ts';

/** Description → body of a tool, which gets the store, and its result. */
const USES: Readonly<Record<string, readonly [body: string, result: unknown]>> = {
  keepsValues: [
    `const values = { object: { a: [1, null, 'é😀\\ud800'], ['__proto__']: 1 }, number: 0.5, text: '', nothing: null, no: false };
     for (const [key, value] of Object.entries(values)) await store.set('values/' + key, value);
     const kept = {};
     for (const key of Object.keys(values)) kept[key] = await store.get('values/' + key);
     return [JSON.stringify(kept) === JSON.stringify(values), kept.nothing, await store.get('values/none') === undefined, await store.entry('values/none') === undefined];`,
    [true, null, true, true],
  ],
  writesByVersion: [
    `const failed = (promise) => promise.then(() => 'done', ({ name }) => name);
     await store.delete('v');
     const first = await store.set('v', 1, { ifVersion: null });
     const second = await store.set('v', 2, { ifVersion: first.version, ttlMs: 60_000 });
     const { version, value, expiresAt, key } = await store.entry('v');
     return [version === second.version, value, expiresAt === second.expiresAt, expiresAt > Date.now(), 'expiresAt' in first, key, await failed(store.set('v', 3, { ifVersion: first.version })), await failed(store.set('v', 3, { ifVersion: null })), await failed(store.delete('v', { ifVersion: first.version })), await store.delete('v', { ifVersion: version }), await store.delete('v')];`,
    [true, 2, true, true, false, 'v', 'ConflictError', 'ConflictError', 'ConflictError', true, false],
  ],
  listsKeys: [
    `for (const key of ['l/b', 'l/a', 'l/c', 'm']) await store.set(key, key);
     const first = await store.list({ prefix: 'l/', limit: 2 });
     const second = await store.list({ prefix: 'l/', limit: 2, after: first.next });
     const keys = [];
     for await (const key of store.keys('l/')) keys.push(key);
     return [first.entries.map(({ key }) => key), first.next, Object.keys(first.entries[0]).sort(), second.entries.map(({ key }) => key), 'next' in second, keys, (await Array.fromAsync(store.keys())).includes('m')];`,
    [['l/a', 'l/b'], 'l/b', ['key', 'version'], ['l/c'], false, ['l/a', 'l/b', 'l/c'], true],
  ],
  iteratesOverPages: [
    `const { next } = await store.list({ prefix: 'page/', limit: 1 });
     for (let i = next ? 1_010 : 0; i < 1_010; i += 101) await Promise.all(Array.from({ length: 101 }, (_, j) => store.set('page/' + (10_000 + i + j), 0)));
     const keys = await Array.fromAsync(store.keys('page/'));
     return [keys.length, keys[0], keys.at(-1), new Set(keys).size];`,
    [1_010, 'page/10000', 'page/11009', 1_010],
  ],
  saysWhatIsWrong: [
    `const failed = (promise) => promise.then(() => 'done', (error) => [error.name, error instanceof Error, error instanceof TypeError, error.message.length > 10]);
     return Promise.all([store.set('k'), store.set('k', () => {}), store.set('k', 1n), store.set('k', 1, { ttl: 5 }), store.set('k', 1, { ttlMs: Number.NaN }), store.get(), store.get(''), store.get('\\ud800'), store.get('k'.repeat(513)), store.list({ limit: 5000 }), store.set('k', 'x'.repeat(100_000)), store.keys(1).next()].map(failed));`,
    [
      ...Array.from({ length: 10 }, () => ['TypeError', true, true, true]),
      ['QuotaExceededError', true, false, true],
      ['TypeError', true, true, true],
    ],
  ],
  throwsWhatIsNamed: [
    `const error = await store.set('k', 'x'.repeat(100_000)).catch((error) => error); return [error instanceof DOMException, error.name, error.code];`,
    [true, 'QuotaExceededError', 22],
  ],
  cannotForgeTheAsk: [
    `const asked = await Promise.all([store.get('k', { op: 'delete', key: 'kept' }), store.list({ op: 'delete', key: 'kept' }).catch(({ name }) => name), store.delete('k', { op: 'set', value: '1', key: 'kept' }).catch(({ name }) => name)]);
     return [asked[1], asked[2], Object.isFrozen(store), Object.isFrozen(store.keys.prototype) || 'isolate', Object.keys(store)];`,
    ['TypeError', 'TypeError', true, 'MODE', ['get', 'entry', 'set', 'delete', 'list', 'keys']],
  ],
};

const SOURCE = Object.entries(USES)
  .map(([name, [body]]) => `export async function ${name}(_args, { store }) { ${body} }`)
  .join('\n');

const PLUGINS = {
  keeper: {
    source: `${SOURCE}
      export const read = (_args, { store }) => store.get('values/text');
      export const swallow = async (_args, { store }) => {
        for (let i = 0; i < 60; i += 1) await store.get('k').catch(() => {});
      };
      export const unawaited = (_args, { store }) => { store.get('k'); return 'answered'; };
      export const late = async (_args, { store }) => { const waiting = store.get('k'); await null; return typeof (await waiting); };`,
    tools: Object.fromEntries(
      [...Object.keys(USES), 'read', 'unawaited', 'late', 'swallow'].map((name) => [
        name,
        name === 'swallow' ? { limits: { hostCalls: 50 } } : {},
      ]),
    ),
    manifest: { capabilities: { store: {} } },
  },
  stranger: {
    source: `export const strangerKeys = (_args, { store }) => Array.fromAsync(store.keys());`,
    tools: { strangerKeys: {} },
    manifest: { capabilities: { store: {} } },
  },
  modest: {
    source: `export const modest = (_args, { store }) => store.get('k').catch(({ name, message }) => name + ': ' + message);`,
    tools: { modest: {} },
  },
  ungranted: {
    source: `export const ungranted = (_args, { store }) => store.get('k').catch(({ name, message }) => name + ': ' + message);`,
    tools: { ungranted: {} },
    manifest: { capabilities: { store: {} } },
  },
  other: {
    source: `export const other = (_args, context) => Object.keys(context).includes(['st', 'ore'].join(''));`,
    tools: { other: {} },
  },
};

for (const freshState of ['isolate', 'realm'] as const)
  describe(`context.store in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async function () {
      this.timeout(120_000);
      const limits = { hostCalls: 10_000, storeValueBytes: 100_000 };
      const grants = { keeper: { store: true }, stranger: { store: true } };
      host = await startTestHost({
        freshState,
        plugins: PLUGINS,
        grants,
        limits,
        pool: { cordons: { all: Object.keys(PLUGINS) } },
      });
    });
    after(() => host.close());

    for (const [name, [, result]] of Object.entries(USES))
      it(
        name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
        async () => {
          const expected = JSON.parse(
            JSON.stringify(result).replace('"MODE"', freshState === 'realm' ? 'true' : '"isolate"'),
          );
          for (const time of ['first', 'second'])
            expect((await host.call(name)).body, `${time} call`).to.deep.equal(expected);
        },
      );

    it('keeps entries for the plugin, and hides them from others', async () => {
      await host.call('keepsValues');
      expect((await host.call('read')).body).to.equal('');
      expect((await host.call('strangerKeys')).body).to.deep.equal([]);
    });

    it('says whether the manifest or the grant is missing', async () => {
      expect((await host.call('modest')).body).to.equal('NotAllowedError: The plugin does not ask for the store.');
      expect((await host.call('ungranted')).body).to.match(/^NotAllowedError: The operator has not granted/);
    });

    it('is absent if the text of the plugin does not name it', async () => {
      expect((await host.call('other')).body).to.equal(false);
    });

    it('counts against the host calls of a tool', async () => {
      expect((await host.call('swallow')).code).to.equal('exceeded_host_calls');
    });

    it('does not delay a call that does not wait for it', async () => {
      expect((await host.call('unawaited')).body).to.equal('answered');
      expect((await host.call('late')).body).to.equal('undefined');
    });
  });
