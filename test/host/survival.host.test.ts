// The host survives runners that are killed, plugins that kill theirs, and callers that hang up.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

const GOOD = {
  source: `export const echo = ({ n }) => ({ n });
    export const slow = ({ ms, n }) => new Promise((resolve) => setTimeout(() => resolve({ n }), ms));`,
  tools: { echo: {}, slow: {} },
};
const CRASHING = {
  source: `export const crash = () => 'x'.repeat(2 ** 28).split('').length; export const crashCalm = () => 'calm';`,
  tools: { crash: {}, crashCalm: {} },
};

/** Runners that serve calls now, with the process ids that a signal reaches. */
const runnersOf = async ({ host }: TestHost): Promise<number[]> => {
  const { brokers } = await host.status();
  return brokers.flatMap(({ runners }) =>
    runners.flatMap(({ processId, cordon, state, callsServed }) =>
      // A runner that is not ready yet is mostly spared: on a busy machine none would ever serve a call.
      processId && cordon && state === 'ready' && (callsServed > 0 || Math.random() < 0.2) ? [processId] : [],
    ),
  );
};

/** 1 if the process existed and was killed. */
const killed = (processId: number): number => {
  try {
    process.kill(processId, 'SIGKILL');
    return 1;
  } catch {
    return 0;
  }
};

const untilTrue = async (what: string, isTrue: () => Promise<boolean> | boolean, withinMs = 10_000): Promise<void> => {
  for (const startMs = performance.now(); performance.now() - startMs < withinMs; ) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect.fail(`${what} did not become true within ${withinMs} ms`);
};

for (const freshState of ['isolate', 'realm'] as const)
  describe(`a host in ${freshState} mode`, function () {
    // An isolate of its own for each call: a busy machine needs a minute for a thousand.
    this.timeout(240_000);

    it('loses no answer and gives none twice while its runners are killed at random', async () => {
      const host = await startTestHost({
        freshState,
        plugins: { good: GOOD },
        bounds: { quarantine: { kills: 1_000 }, spares: 2 },
      });
      try {
        let isDone = false;
        let kills = 0;
        const killer = (async () => {
          while (!isDone) {
            await new Promise((resolve) => setTimeout(resolve, 150));
            const victims = await runnersOf(host);
            const victim = victims[Math.floor(Math.random() * victims.length)];
            if (victim === undefined) continue;
            kills += killed(victim);
          }
        })();
        const codes = new Map<string, number>();
        let next = 0;
        const worker = async (): Promise<void> => {
          while (next < 1_000) {
            const n = next++;
            const answer = await host.call(n % 10 === 0 ? 'slow' : 'echo', { n, ms: 5 });
            if (answer.status === 200) expect(answer.body).to.deep.equal({ n });
            codes.set(answer.code ?? 'ok', (codes.get(answer.code ?? 'ok') ?? 0) + 1);
          }
        };
        await Promise.all(Array.from({ length: 8 }, worker));
        isDone = true;
        await killer;
        expect(kills).to.be.greaterThan(2);
        expect([...codes.values()].reduce((sum, count) => sum + count)).to.equal(1_000);
        expect([...codes.keys()]).to.have.members(codes.has('runner_lost') ? ['ok', 'runner_lost'] : ['ok']);
        // A kill may cost the calls that ran in the process, and no others.
        expect(codes.get('runner_lost') ?? 0).to.be.at.most(kills * 4);
        const ids = host.log.map(({ callId }) => callId);
        expect(new Set(ids).size).to.equal(ids.length);
      } finally {
        await host.close();
      }
    });

    it('pauses a plugin that keeps killing runners, leaves its neighbour alone, and lets it in again', async () => {
      const host = await startTestHost({
        plugins: { good: GOOD, bad: CRASHING },
        bounds: { quarantine: { kills: 3, pauseMs: 1_500 } },
      });
      try {
        for (let i = 0; i < 3; i += 1) expect((await host.call('crash')).code).to.equal('runner_lost');
        const paused = await host.call('crashCalm');
        expect(paused.code).to.equal('quarantined');
        expect(paused.status).to.equal(503);
        expect(Number(paused.headers.get('retry-after'))).to.be.within(1, 2);
        expect((await host.call('echo', { n: 1 })).body).to.deep.equal({ n: 1 });
        await untilTrue('the plugin is let in again', async () => (await host.call('crashCalm')).status === 200);
      } finally {
        await host.close();
      }
    });

    it('stops the call of a caller that hangs up and frees its runner', async () => {
      const host = await startTestHost({ freshState, plugins: { good: GOOD }, limits: { concurrencyPerPlugin: 1 } });
      try {
        const caller = new AbortController();
        const call = host.call('slow', { ms: 15_000, n: 1 }, caller.signal).catch((error: Error) => error.name);
        await untilTrue('the call runs', async () => (await host.host.status()).callsInFlight === 1);
        caller.abort();
        expect(await call).to.equal('AbortError');
        const startMs = performance.now();
        expect((await host.call('echo', { n: 2 })).body).to.deep.equal({ n: 2 });
        expect(performance.now() - startMs).to.be.lessThan(5_000);
        await untilTrue('the log says so', () => host.log.some(({ code }) => code === 'cancelled'));
      } finally {
        await host.close();
      }
    });

    it('keeps one plugin to its share while another is called', async () => {
      const host = await startTestHost({
        plugins: {
          good: GOOD,
          bad: {
            source: 'export const sleepy = () => new Promise((r) => setTimeout(() => r(1), 5_000));',
            tools: { sleepy: {} },
          },
        },
        limits: { concurrencyPerPlugin: 2, queueMs: 2_000 },
      });
      try {
        let slept = 0;
        const sleepers = Array.from({ length: 6 }, async () => {
          const answer = await host.call('sleepy');
          if (answer.status === 200) slept += 1;
          return answer;
        });
        const good = await host.call('echo', { n: 3 });
        expect(good.body).to.deep.equal({ n: 3 });
        expect(slept, 'calls of the other plugin that had ended by then').to.equal(0);
        const codes = (await Promise.all(sleepers)).map(({ code }) => code ?? 'ok');
        expect(codes.filter((code) => code === 'ok')).to.have.lengthOf(2);
        expect(codes.filter((code) => code === 'overloaded')).to.have.lengthOf(4);
      } finally {
        await host.close();
      }
    });
  });
