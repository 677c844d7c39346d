// A listening thread that stands still: what runners do meanwhile is not held against them, since what they have answered lies unread. Those who
// watch say what they suspect, and the thread looks first at what has come.

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

const WALL_MS = 400;
const GRACE_MS = 100;
/** Longer than a suspicion may go unanswered. */
const VERY_LONG_MS = 3_500;
const LONG_MS = 1_200;

const SOURCE = `
export const nap = async ({ ms }) => { await new Promise((done) => setTimeout(done, ms)); return 'awake'; };
export const spin = () => { for (;;); };
`;

/** Nothing runs in this thread meanwhile. */
const standStill = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

for (const freshState of ['realm', 'isolate'] as const)
  describe(`a listening thread that stands still, in ${freshState} mode`, function () {
    this.timeout(60_000);
    let host: TestHost;
    before(async () => {
      host = await startTestHost({
        freshState,
        plugins: { sleeper: { source: SOURCE, tools: { nap: {}, spin: {} } } },
        limits: { wallMs: WALL_MS, killGraceMs: GRACE_MS, cpuMs: WALL_MS },
        quarantine: { kills: 2 },
      });
      await host.call('nap', { ms: 0 });
    });
    after(() => host?.close());

    const state = async () => {
      const [broker] = (await host.host.status()).brokers;
      return { killed: broker?.killed, quarantined: broker?.quarantined };
    };

    it('gives an answer that came in time, however late it reads it', async () => {
      const before = await state();
      for (const stillMs of [LONG_MS, VERY_LONG_MS]) {
        const answer = host.call('nap', { ms: WALL_MS / 4 });
        await pause(WALL_MS / 8);
        standStill(stillMs);
        expect((await answer).body).to.equal('awake');
        expect(await state(), 'nothing is held against the plugin').to.deep.equal(before);
        expect((await host.call('nap', { ms: 0 })).body).to.equal('awake');
      }
    });

    it('lets no endless loop go on because nobody reads', async () => {
      const answer = host.call('spin');
      await pause(WALL_MS / 8);
      standStill(VERY_LONG_MS);
      expect((await answer).code).to.be.oneOf(['exceeded_cpu', 'exceeded_wall_time', 'overloaded', 'runner_lost']);
      const [broker] = (await host.host.status()).brokers;
      expect(broker?.runners.every(({ callsInFlight }) => callsInFlight === 0)).to.equal(true);
      expect((await host.call('nap', { ms: 0 })).body).to.equal('awake');
    });
  });
