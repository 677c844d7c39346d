// A plugin between calls: in realm mode a costly module is evaluated ahead of the next call, while nobody waits.

import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { childOf, ProcessMeter } from '../../src/control/child/process-meter.ts';
import { startTestHost, type TestHost } from '../support/host.ts';
import { notLinux, skipWithout } from '../support/skip.ts';

// Costly enough to be evaluated ahead; one evaluation in twenty never ends, in a builtin that cannot be interrupted. A module that looked at
// a clock in place of a random number would not be evaluated ahead.
const SOURCE = `
let sum = 0;
for (let i = 0; i < 1_000_000; i += 1) sum += i % 7;
if (Math.random() < 0.05) Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);
export const total = () => sum;
`;
/** Only one run in five million has this many calls without a one-in-twenty case. */
const MOST_CALLS = 300;
/** CPU time between two calls that only a module that never ends uses. */
const SPINNING_MS = 100;
const LOOK_EVERY_MS = 20;
/** Looks in a row at which no runner has work: a thread that waits for a core has some. */
const RESTING_LOOKS = 3;
/** The host checks an idle runner once a second, and ends it once it has used half a second of CPU: on a busy machine, after many looks. */
const ENDED_WITHIN_MS = 120_000;

/** Starts the host. The module may not survive its try-out; then it is tried again. */
const start = async (): Promise<TestHost> => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      return await startTestHost({
        freshState: 'realm',
        plugins: { restless: { source: SOURCE, tools: { total: {} } } },
        limits: { cpuMs: 300, wallMs: 5_000 },
        bounds: { quarantine: { kills: 1_000 } },
      });
    } catch (error) {
      expect(String(error)).to.match(/longer to load|did not finish/);
    }
  }
  return expect.fail('the module never loaded');
};

/** The process of Node itself, below the processes that lock it down. */
const innermost = (processId: number): number => {
  const child = childOf(processId);
  return child === undefined ? processId : innermost(child);
};

/** Its first thread runs, or is ready to run and waits for a core. */
const hasWork = (processId: number): boolean => {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'latin1');
    return text.charAt(text.lastIndexOf(')') + 2) === 'R';
  } catch {
    return false;
  }
};

describe('a runner between calls', function () {
  this.timeout(600_000);
  let host: TestHost;
  before(async function () {
    skipWithout(this, 'runners that burn CPU between calls', notLinux());
    host = await start();
  });
  after(() => host?.close());

  const killed = async (): Promise<number> => (await host.host.status()).brokers[0]?.killed ?? 0;
  const runners = async (): Promise<readonly number[]> =>
    (await host.host.status()).brokers.flatMap((broker) =>
      broker.runners.flatMap(({ processId, cordon }) => (processId && cordon ? [processId] : [])),
    );

  /** True if a runner goes on using the CPU though no call is in flight, however slowly it gets any; false once all of them rest. */
  const isSpinning = async (): Promise<boolean> => {
    const watched = (await runners()).map(innermost);
    const meters = watched.flatMap((processId) => ProcessMeter.open(processId) ?? []);
    const usedMs = (): number => meters.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
    const sinceMs = usedMs();
    let resting = 0;
    while (resting < RESTING_LOOKS && usedMs() - sinceMs < SPINNING_MS) {
      await pause(LOOK_EVERY_MS);
      resting = watched.some(hasWork) ? 0 : resting + 1;
    }
    for (const meter of meters) meter.close();
    return resting < RESTING_LOOKS;
  };

  it('is ended if it burns CPU, and another one serves the next call', async () => {
    let endedWhileIdle = 0;
    for (let calls = 0; calls < MOST_CALLS && endedWhileIdle === 0; calls += 1) {
      const { code } = await host.call('total');
      // The evaluation may also be the call's own, and then the call pays for it.
      expect(code).to.be.oneOf([undefined, 'exceeded_cpu', 'exceeded_wall_time', 'runner_lost', 'overloaded']);
      const before = await killed();
      if (code !== undefined || !(await isSpinning())) continue;
      for (let waited = 0; waited < ENDED_WITHIN_MS && endedWhileIdle === 0; waited += 50) {
        await pause(50);
        endedWhileIdle = (await killed()) - before;
      }
      expect(endedWhileIdle, 'runners ended').to.equal(1);
    }
    expect(endedWhileIdle).to.equal(1);
    for (let calls = 0; calls < 20; calls += 1) if ((await host.call('total')).status === 200) return;
    expect.fail('no call was served after it');
  });
});
