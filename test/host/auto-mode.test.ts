// `freshState: "auto"`: the plugin's own examples decide how its calls are kept apart, and its status says why.

import { expect } from 'chai';
import type { FreshStateVerdict } from '../../src/protocol/program.ts';
import { startTestHost, type TestHost, type TestHostOptions, type TestPlugin } from '../support/host.ts';

const EXAMPLE = [{ arguments: {}, result: null }];
const plugin = (name: string, source: string, manifest: TestPlugin['manifest'] = {}): TestPlugin => ({
  source,
  tools: { [name]: { export: 'tool', examples: EXAMPLE } },
  manifest,
});

const PLUGINS: TestHostOptions['plugins'] = {
  plain: plugin('plain', `export const tool = () => [1, 'a'.replace(/a/, 'b')];`),
  steady: plugin('steady', `export const tool = () => { throw new RangeError('always'); };`),
  random: plugin('random', `export const tool = () => [Math.random(), Date.now()];`),
  waits: plugin('waits', `export const tool = async () => { await new Promise((r) => setTimeout(r, 5)); return 1; };`),
  polyfills: plugin(
    'polyfills',
    `Array.prototype.third = function () { return this[2]; }; export const tool = () => [1, 2, 3].third();`,
  ),
  'sets-global': plugin('sets-global', `export const tool = () => { globalThis.x = 1; return globalThis.x; };`),
  'weak-refs': plugin('weak-refs', `export const tool = () => typeof WeakRef;`),
  'bends-regexp': plugin('bends-regexp', `export const tool = () => { RegExp.prototype.x = 1; return 1; };`),
  'bends-while-loading': plugin('bends-while-loading', `RegExp.prototype.x = 1; export const tool = () => 1;`),
  'random-in-isolate': plugin(
    'random-in-isolate',
    `export const tool = () => { globalThis.x = Math.random(); return globalThis.x; };`,
  ),
  spins: {
    ...plugin('spins', `export const tool = () => { for (;;); };`),
    manifest: { limits: { wallMs: 300, cpuMs: 200 } },
  },
  pinned: plugin('pinned', `export const tool = () => 1;`, { freshState: 'isolate' }),
  overridden: plugin('overridden', `export const tool = () => 1;`),
  forced: plugin(
    'forced',
    `RegExp.prototype.x = (RegExp.prototype.x ?? 0) + 1; export const tool = () => RegExp.prototype.x;`,
  ),
  bare: { source: `export const tool = () => 1;`, tools: { bare: { export: 'tool' } } },
  half: {
    source: `export const tool = () => 1; export const other = () => 2;`,
    tools: { half: { export: 'tool', examples: EXAMPLE }, 'other-half': { export: 'other' } },
  },
};

describe('freshState "auto"', function () {
  this.timeout(60_000);
  let host: TestHost;
  before(async () => {
    const overrides = {
      overridden: { freshState: 'isolate' },
      pinned: { freshState: 'realm' },
      forced: { freshState: 'realm' },
    } as const;
    host = await startTestHost({ freshState: 'auto', plugins: PLUGINS, overrides });
  });
  after(() => host.close());

  const verdictOf = (name: string): FreshStateVerdict | undefined =>
    host.host.catalog.bundles.find(({ pluginName }) => pluginName === name)?.freshState;

  /** Cordons that serve realms carry it in their name. */
  const modeServing = async (name: string): Promise<string> => {
    await host.call(name);
    const runners = (await host.host.status()).brokers.flatMap((broker) => broker.runners);
    return runners.some(({ cordon }) => cordon === `plugin:${name} (realm)`) ? 'realm' : 'isolate';
  };

  const EXPECTED: readonly (readonly [name: string, mode: 'realm' | 'isolate', reason: RegExp])[] = [
    ['plain', 'realm', /its 1 examples answer the same/],
    ['steady', 'realm', /answer the same/],
    ['random', 'realm', /answer the same/],
    ['waits', 'realm', /answer the same/],
    ['polyfills', 'isolate', /polyfills answers its example differently.*not extensible/],
    ['sets-global', 'isolate', /differently.*not extensible/],
    ['weak-refs', 'isolate', /differently.*undefined/],
    ['random-in-isolate', 'isolate', /differently.*not extensible/],
    ['bends-regexp', 'isolate', /bends-regexp changes RegExp\.prototype/],
    ['bends-while-loading', 'isolate', /changes RegExp\.prototype/],
    ['spins', 'isolate', /spins passes a limit on its example/],
    ['pinned', 'isolate', /its manifest says so/],
    ['overridden', 'isolate', /plugins\.overrides\.overridden\.freshState says so/],
    ['forced', 'realm', /plugins\.overrides\.forced\.freshState says so/],
    ['bare', 'isolate', /it has no examples/],
    ['half', 'isolate', /other-half has no example/],
  ];

  for (const [name, mode, reason] of EXPECTED)
    it(`runs ${name} in ${mode} and says why`, async () => {
      expect(verdictOf(name)).to.have.property('mode', mode);
      expect(verdictOf(name)?.reason).to.match(reason);
      if (name !== 'spins') expect(await modeServing(name)).to.equal(mode);
    });

  it('answers every call of a plugin that bends its realm while it loads, each in a new one', async () => {
    for (let i = 0; i < 4; i += 1) expect((await host.call('forced')).body).to.equal(1);
    const together = await Promise.all(Array.from({ length: 4 }, () => host.call('forced')));
    expect(together.map(({ body }) => body)).to.deep.equal([1, 1, 1, 1]);
  });
});
