// A plugin at its limits costs its neighbours no answer. This is counted, not timed: every call of the neighbour gets its right answer.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

const SLEEPS = (tool: string) => ({
  source: `export const ${tool} = ({ ms }) => new Promise((resolve) => setTimeout(() => resolve(ms), ms));`,
  tools: { [tool]: {} },
});
const GOOD = { source: 'export const echo = ({ n }) => ({ n });', tools: { echo: {} } };
/** The test is not about waiting, which takes long on a busy machine. */
const PATIENT = { queueMs: 30_000, wallMs: 20_000 };

/** Callers that call a tool again and again until `stop`; resolves with the number of answers of each code. */
const flood = (host: TestHost, tool: string, callers: number, ms: number) => {
  let isOver = false;
  const codes: Record<string, number> = {};
  const call = async (): Promise<void> => {
    while (!isOver) {
      const { code = 'ok' } = await host.call(tool, { ms });
      codes[code] = (codes[code] ?? 0) + 1;
      if (code === 'overloaded') await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const done = Promise.all(Array.from({ length: callers }, call));
  return async (): Promise<Readonly<Record<string, number>>> => {
    isOver = true;
    await done;
    return codes;
  };
};

/** Makes this many calls of the neighbour, by this many callers at a time; each must get its right answer. */
const callGood = async (host: TestHost, calls: number, callers: number): Promise<void> => {
  let next = 0;
  const caller = async (): Promise<void> => {
    for (let n = next++; n < calls; n = next++) {
      const { body } = await host.call('echo', { n });
      expect(body).to.deep.equal({ n });
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
};

const runnersOf = async ({ host }: TestHost, pluginName: string): Promise<readonly number[]> =>
  (await host.status()).brokers
    .flatMap(({ runners }) => runners)
    .filter(({ cordon }) => cordon?.split(' ')[0] === `plugin:${pluginName}`)
    .map(({ processId }) => processId ?? 0);

for (const freshState of ['isolate', 'realm'] as const)
  describe(`neighbours in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    afterEach(() => host.close());

    it('find a place in the queue, even if another plugin has very many callers', async () => {
      host = await startTestHost({
        freshState,
        plugins: { good: GOOD, slow: SLEEPS('sleep') },
        limits: PATIENT,
        pool: { maxQueued: 80 },
      });
      const stop = flood(host, 'sleep', 150, 300);
      await callGood(host, 200, 32);
      const codes = await stop();
      expect(Object.keys(codes).filter((code) => code !== 'ok' && code !== 'overloaded')).to.deep.equal([]);
      expect(codes.overloaded).to.be.greaterThan(0);
    });

    it('keep their only runner, and no plugin has more runners than its calls fill', async () => {
      host = await startTestHost({
        freshState,
        plugins: { good: GOOD, slow: SLEEPS('sleep') },
        limits: PATIENT,
        pool: { runners: 3 },
      });
      await callGood(host, 1, 1);
      const before = await runnersOf(host, 'good');
      const stop = flood(host, 'sleep', 100, 300);
      for (let round = 0; round < 10; round += 1) {
        await callGood(host, 1, 1);
        expect((await runnersOf(host, 'slow')).length).to.be.at.most(2);
        expect(await runnersOf(host, 'good')).to.deep.equal(before);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await stop();
    });

    it('get a runner even if others keep all of them busy', async () => {
      host = await startTestHost({
        freshState,
        plugins: { good: GOOD, first: SLEEPS('sleepFirst'), second: SLEEPS('sleepSecond') },
        limits: PATIENT,
        pool: { runners: 2 },
      });
      const stops = ['sleepFirst', 'sleepSecond'].map((tool) => flood(host, tool, 12, 200));
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      for (let call = 0; call < 5; call += 1) await callGood(host, 1, 1);
      for (const stop of stops) expect(Object.keys(await stop())).to.deep.equal(['ok']);
    });
  });
