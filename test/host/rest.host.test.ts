// Tests that a runner gives back what its start and its first calls have left in memory, and may still be called.

import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';
import { descendantsOf } from '../support/processes.ts';
import { notLinux, skipWithout } from '../support/skip.ts';

/** A runner takes 13 MB without the garbage that `waste` leaves, and 40 with it. */
const RESTED_MB = 20;
const SOURCE = `
export const waste = () => {
  const kept = [];
  for (let i = 0; i < 300_000; i += 1) kept.push({ i, text: 'item ' + i });
  return kept.length;
};
export const collector = () => typeof gc;`;

/** Memory of a runner's own, by the innermost process of its box. */
const ownMb = async ({ host }: TestHost): Promise<number> => {
  const { brokers } = await host.status();
  const runner = brokers.flatMap(({ runners }) => runners).find(({ cordon }) => cordon !== undefined);
  const [own = 0, ...inner] = [runner?.processId ?? 0, ...descendantsOf(runner?.processId ?? 0)];
  const rollup = readFileSync(`/proc/${inner.at(-1) ?? own}/smaps_rollup`, 'latin1');
  return Number(/^Anonymous: +(\d+) kB/m.exec(rollup)?.[1]) / 1024;
};

describe('a runner that rests', function () {
  this.timeout(120_000);
  let host: TestHost;

  before(async function () {
    skipWithout(this, 'memory of a runner', notLinux());
    host = await startTestHost({
      freshState: 'realm',
      plugins: { plugin: { source: SOURCE, tools: { waste: {}, collector: {} } } },
      limits: { wallMs: 30_000, cpuMs: 20_000, memoryMb: 128 },
    });
  });
  after(() => host?.close());

  it('has given its garbage back, and answers', async () => {
    expect((await host.call('waste')).body).to.equal(300_000);
    // Ends only by the collection, or by the test's timeout.
    while ((await ownMb(host)) > RESTED_MB) await pause(100);
    expect((await host.call('waste')).body).to.equal(300_000);
  });

  it('has no collector for its plugin', async () => {
    expect((await host.call('collector')).body).to.equal('undefined');
  });
});
