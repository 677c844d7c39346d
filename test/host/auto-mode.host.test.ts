// `freshState: "auto"`: the plugin's own examples decide how its calls are kept apart, and its status says why.

import { expect } from 'chai';
import type { Json } from '../../src/shared/protocol/json.ts';
import type { FreshStateVerdict } from '../../src/shared/protocol/program.ts';
import { startTestHost, type TestHost, type TestHostOptions, type TestPlugin } from '../support/host.ts';

const exampleOf = (result: Json) => [{ arguments: {}, result }];
const plugin = (name: string, source: string, result: Json, manifest: TestPlugin['manifest'] = {}): TestPlugin => ({
  source,
  tools: { [name]: { export: 'tool', examples: exampleOf(result) } },
  manifest,
});

const PLUGINS: TestHostOptions['plugins'] = {
  plain: plugin('plain', `export const tool = () => [1, 'a'.replace(/a/, 'b')];`, [1, 'b']),
  random: plugin('random', `export const tool = () => [Math.random(), Date.now()];`, [0.5, 0]),
  waits: plugin(
    'waits',
    `export const tool = async () => { await new Promise((r) => setTimeout(r, 5)); return 1; };`,
    1,
  ),
  polyfills: plugin(
    'polyfills',
    `Array.prototype.third = function () { return this[2]; }; export const tool = () => [1, 2, 3].third();`,
    3,
  ),
  'sets-global': plugin('sets-global', `export const tool = () => { globalThis.x = 1; return globalThis.x; };`, 1),
  'weak-refs': plugin('weak-refs', `export const tool = () => typeof WeakRef;`, 'function'),
  'bends-regexp': plugin('bends-regexp', `export const tool = () => { RegExp.prototype.x = 1; return 1; };`, 1),
  'bends-while-loading': plugin('bends-while-loading', `RegExp.prototype.x = 1; export const tool = () => 1;`, 1),
  'random-in-isolate': plugin(
    'random-in-isolate',
    `export const tool = () => { globalThis.x = Math.random(); return globalThis.x; };`,
    0.5,
  ),
  spins: {
    ...plugin('spins', `export const tool = () => { for (;;); };`, null),
    manifest: { limits: { wallMs: 300, cpuMs: 200 } },
  },
  pinned: plugin('pinned', `export const tool = () => 1;`, 1, { freshState: 'isolate' }),
  overridden: plugin('overridden', `export const tool = () => 1;`, 1),
  forced: plugin(
    'forced',
    `RegExp.prototype.x = (RegExp.prototype.x ?? 0) + 1; export const tool = () => RegExp.prototype.x;`,
    1,
  ),
  bare: { source: `export const tool = () => 1;`, tools: { bare: { export: 'tool' } } },
  half: {
    source: `export const tool = () => 1; export const other = () => 2;`,
    tools: { half: { export: 'tool', examples: exampleOf(1) }, 'other-half': { export: 'other' } },
  },
};

describe('freshState "auto"', function () {
  this.timeout(120_000);
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

  /** Cordons that serve realms have the mode in their name. */
  const modeServing = async (name: string): Promise<string> => {
    await host.call(name);
    const runners = (await host.host.status()).brokers.flatMap((broker) => broker.runners);
    return runners.some(({ cordon }) => cordon === `plugin:${name} (realm)`) ? 'realm' : 'isolate';
  };

  const EXPECTED: readonly (readonly [name: string, mode: 'realm' | 'isolate', reason: RegExp])[] = [
    ['plain', 'realm', /its 1 examples answer the same/],
    ['random', 'realm', /answer the same/],
    ['waits', 'realm', /answer the same/],
    ['polyfills', 'isolate', /polyfills answers its example differently.*not extensible/],
    ['sets-global', 'isolate', /differently.*not extensible/],
    ['weak-refs', 'isolate', /differently.*undefined/],
    ['random-in-isolate', 'isolate', /differently.*not extensible/],
    ['bends-regexp', 'isolate', /differently.*not extensible/],
    ['bends-while-loading', 'isolate', /differently.*not extensible/],
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

  it('fails every call of a plugin that changes a builtin while it loads, if realm mode is forced upon it', async () => {
    const together = await Promise.all(Array.from({ length: 4 }, () => host.call('forced')));
    for (const { code, body } of together) {
      expect(code).to.equal('tool_error');
      expect(body).to.have.property('detail').that.contains('not extensible');
    }
  });
});

describe('an example that does not hold', function () {
  this.timeout(120_000);
  const refusalOf = async (
    source: string,
    { result = [1, 2], ...manifest }: { result?: Json; freshState?: string } = {},
  ): Promise<string> => {
    const started = startTestHost({
      freshState: 'auto',
      plugins: { subject: plugin('subject', source, result, manifest) },
    });
    const failed = await started.then(
      (host) => host.close().then(() => ''),
      (error: Error) => error.message,
    );
    return failed;
  };

  it('refuses a bundle whose tool answers differently', async () => {
    const refusal = await refusalOf('export const tool = () => [1, 3];');
    expect(refusal).to.contain('plugin.json /tools/0/examples/0').and.contain('with [1,3], and not with [1,2]');
  });

  it('refuses a bundle whose tool fails on it, in every mode', async () => {
    const source = `export const tool = () => { throw new RangeError('always'); };`;
    expect(await refusalOf(source)).to.contain('fails on its own example: tool_error RangeError: always');
    expect(await refusalOf(source, { freshState: 'isolate' })).to.contain('fails on its own example');
  });

  it('accepts an answer whose members are in a different order', async () => {
    expect(await refusalOf('export const tool = () => ({ b: 2, a: [1] });', { result: { a: [1], b: 2 } })).to.equal('');
  });
});
