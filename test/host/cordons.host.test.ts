// Which plugins share a runner process.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

const plugin = (tool: string) => ({
  source: `export const ${tool} = () => "${tool}"; export const ${tool}Dies = () => 'x'.repeat(2 ** 28).split('').length;`,
  tools: { [tool]: {}, [`${tool}Dies`]: {} },
});
const PLUGINS = { first: plugin('one'), second: plugin('two'), third: plugin('three') };

const cordonsOf = async ({ host }: TestHost): Promise<string[]> =>
  (await host.status()).brokers
    .flatMap(({ runners }) => runners.flatMap(({ cordon }) => (cordon ? [cordon.replace(/ \(.*/, '')] : [])))
    .sort();

for (const freshState of ['isolate', 'realm'] as const) {
  describe(`runner processes in ${freshState} mode`, function () {
    this.timeout(120_000);

    it('hold one plugin each, or the plugins that the operator puts into one cordon', async () => {
      const host = await startTestHost({
        freshState,
        plugins: PLUGINS,
        pool: { cordons: { friends: ['first', 'second'] } },
      });
      try {
        for (const tool of ['one', 'two', 'three', 'one', 'two']) expect((await host.call(tool)).body).to.equal(tool);
        expect(await cordonsOf(host)).to.deep.equal(['cordon:friends', 'plugin:third']);
      } finally {
        await host.close();
      }
    });

    it('make room for a plugin that has none', async () => {
      const host = await startTestHost({ freshState, plugins: PLUGINS, pool: { runners: 2 } });
      try {
        for (const tool of ['one', 'two', 'three', 'one']) expect((await host.call(tool)).body).to.equal(tool);
        // The runner that made room may still be ending.
        for (let i = 0; i < 50 && (await cordonsOf(host)).length > 2; i += 1)
          await new Promise((resolve) => setTimeout(resolve, 50));
        expect((await cordonsOf(host)).length).to.be.at.most(2);
      } finally {
        await host.close();
      }
    });

    it('are forgotten with their plugins when nobody calls them, but not while they are paused', async () => {
      const host = await startTestHost({
        freshState,
        plugins: PLUGINS,
        pool: { idleMs: 200 },
        bounds: { quarantine: { kills: 1, windowMs: 60_000, pauseMs: 60_000, maxPauseMs: 60_000 } },
      });
      try {
        for (const tool of ['one', 'two']) expect((await host.call(tool)).body).to.equal(tool);
        expect((await host.call('threeDies')).code).to.equal('runner_lost');
        for (let i = 0; i < 200 && (await host.host.status()).brokers[0]?.cordons !== 1; i += 1)
          await new Promise((resolve) => setTimeout(resolve, 50));
        const [broker] = (await host.host.status()).brokers;
        expect(broker?.cordons).to.equal(1);
        expect((await host.call('three')).code).to.equal('quarantined');
        expect((await host.call('one')).body).to.equal('one');
        expect((await host.host.status()).brokers[0]?.cordons).to.equal(2);
      } finally {
        await host.close();
      }
    });

    it('end when they have served enough calls, without failing one', async () => {
      const host = await startTestHost({ freshState, plugins: PLUGINS, bounds: { recycleAfterCalls: 100 } });
      try {
        const answers = await Promise.all(Array.from({ length: 250 }, () => host.call('one')));
        expect(answers.filter(({ status }) => status !== 200)).to.deep.equal([]);
        const [broker] = (await host.host.status()).brokers;
        expect(broker?.started).to.be.greaterThan(2);
        expect(broker?.killed).to.equal(0);
      } finally {
        await host.close();
      }
    });

    it('end when they have been idle for long enough', async () => {
      const host = await startTestHost({ freshState, plugins: PLUGINS, pool: { idleMs: 1_000 } });
      try {
        await host.call('one');
        expect(await cordonsOf(host)).to.deep.equal(['plugin:first']);
        for (let i = 0; i < 100 && (await cordonsOf(host)).length > 0; i += 1)
          await new Promise((resolve) => setTimeout(resolve, 100));
        expect(await cordonsOf(host)).to.deep.equal([]);
        expect((await host.call('one')).body).to.equal('one');
      } finally {
        await host.close();
      }
    });

    it('blame the call that spins, not a neighbour in the cordon whose call came later', async () => {
      const spins = { source: 'export const spin = () => { for (;;); };', tools: { spin: {} } };
      const host = await startTestHost({
        freshState,
        plugins: { ...PLUGINS, spins },
        limits: { cpuMs: 300 },
        pool: { cordons: { friends: ['first', 'spins'] } },
      });
      try {
        expect((await host.call('one')).body).to.equal('one');
        // The realm of the plugin that spins does not exist yet when the other's calls arrive.
        const [spun, ...others] = await Promise.all([
          host.call('spin'),
          host.call('one'),
          host.call('one'),
          host.call('one'),
        ]);
        expect(spun.code).to.equal('exceeded_cpu');
        expect(others.map(({ body }) => body)).to.deep.equal(['one', 'one', 'one']);
      } finally {
        await host.close();
      }
    });

    it('take no call of another plugin with them when they die', async () => {
      const host = await startTestHost({ freshState, plugins: PLUGINS });
      try {
        const calls = Array.from({ length: 20 }, () => host.call('two'));
        expect((await host.call('oneDies')).code).to.be.oneOf(['runner_lost', 'exceeded_memory', 'exceeded_cpu']);
        for (const answer of await Promise.all(calls)) expect(answer.body).to.equal('two');
        expect((await host.call('one')).body).to.equal('one');
      } finally {
        await host.close();
      }
    });
  });
}
