// Tests runner processes that something on the machine has stopped (SIGSTOP): calls find another one, and no plugin is blamed.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';
import { notLinux, skipWithout } from '../support/skip.ts';

const PLUGIN = { source: `export const first = () => 'first';`, tools: { first: {} } };
const OTHER = { source: `export const other = () => 'other';`, tools: { other: {} } };
const QUEUE_MS = 4_000;

/** The innermost processes below one: in its box, if it has one. */
const leavesOf = (processId: number): readonly number[] => {
  const children = readdirSync(`/proc/${processId}/task`).flatMap((thread) =>
    readFileSync(`/proc/${processId}/task/${thread}/children`, 'latin1').trim().split(' ').filter(Boolean).map(Number),
  );
  return children.length === 0 ? [processId] : children.flatMap(leavesOf);
};

/** Runners that are ready, spare or not. */
const readyOf = async ({ host }: TestHost, isSpare: boolean): Promise<readonly number[]> => {
  const { brokers } = await host.status();
  return brokers.flatMap(({ runners }) =>
    runners.flatMap(({ processId, cordon, state }) =>
      processId && state === 'ready' && (cordon === undefined) === isSpare ? [processId] : [],
    ),
  );
};

/** Waits for a ready runner and stops it. */
const stopOne = async (host: TestHost, isSpare: boolean): Promise<void> => {
  for (;;) {
    const [found] = await readyOf(host, isSpare);
    if (found === undefined) {
      await pause(20);
      continue;
    }
    for (const processId of leavesOf(found)) process.kill(processId, 'SIGSTOP');
    return;
  }
};

for (const freshState of ['isolate', 'realm'] as const)
  describe(`a runner that was stopped, in ${freshState} mode`, () => {
    let host: TestHost;

    before(async function () {
      skipWithout(this, 'runners that were stopped', notLinux());
      host = await startTestHost({
        freshState,
        plugins: { plugin: PLUGIN, other: OTHER },
        limits: { queueMs: QUEUE_MS, wallMs: 60_000 },
      });
    });
    after(() => host?.close());

    it('costs a call no more than queueMs if it was a spare, and its plugin nothing', async () => {
      await stopOne(host, true);
      const { status, body, elapsedMs } = await host.call('first');
      expect([status, body]).to.deep.equal([200, 'first']);
      expect(elapsedMs).to.be.below(QUEUE_MS);
      expect((await host.call('first')).body).to.equal('first');
      const [broker] = (await host.host.status()).brokers;
      expect([broker?.ends.not_ready, broker?.killed]).to.deep.equal([1, 0]);
    }).timeout(30_000);

    it('is replaced while it is idle, so that the next call finds another one', async () => {
      expect((await host.call('other')).body).to.equal('other');
      await stopOne(host, false);
      for (let look = 0; look < 400 && (await endsOf(host)) < 2; look += 1) await pause(20);
      expect((await host.call('other')).body).to.equal('other');
      expect((await host.call('first')).body).to.equal('first');
    }).timeout(30_000);
  });

const endsOf = async ({ host }: TestHost): Promise<number> => (await host.status()).brokers[0]?.ends.not_ready ?? 0;
