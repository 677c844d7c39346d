// A stalled listening thread: runners are not blamed for that time, because their answers lie unread. The control thread reports its
// suspicion, and the listening thread first reads the answers that have come.

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

/** Blocks this thread for that time. */
const standStill = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

for (const freshState of ['realm', 'isolate'] as const)
  describe(`a stalled listening thread, in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async () => {
      host = await startTestHost({
        freshState,
        plugins: { sleeper: { source: SOURCE, tools: { nap: {}, spin: {} } } },
        limits: { wallMs: WALL_MS, killGraceMs: GRACE_MS, cpuMs: WALL_MS },
        bounds: { quarantine: { kills: 2 } },
      });
      await host.call('nap', { ms: 0 });
    });
    after(() => host?.close());

    const state = async () => {
      const [broker] = (await host.host.status()).brokers;
      return { killed: broker?.killed, quarantined: broker?.quarantined };
    };

    it('passes on an answer that came in time, even if it reads the answer late', async () => {
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

    it('does not let an endless loop go on', async () => {
      const answer = host.call('spin');
      await pause(WALL_MS / 8);
      standStill(VERY_LONG_MS);
      expect((await answer).code).to.be.oneOf(['exceeded_cpu', 'exceeded_wall_time', 'overloaded', 'runner_lost']);
      const [broker] = (await host.host.status()).brokers;
      expect(broker?.runners.every(({ callsInFlight }) => callsInFlight === 0)).to.equal(true);
      expect((await host.call('nap', { ms: 0 })).body).to.equal('awake');
    });
  });
