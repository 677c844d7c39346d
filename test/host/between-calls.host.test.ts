// A plugin between calls: in realm mode a costly module is evaluated ahead of the next call, while nobody waits.

import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { childOf } from '../../src/control/child/process-meter.ts';
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
const LOOK_EVERY_MS = 20;
/** Looks in a row at which no runner has work. */
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

/** The state of its first thread: `R` also if it waits for a core. */
const stateOf = (processId: number): string => {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'latin1');
    return text.charAt(text.lastIndexOf(')') + 2);
  } catch {
    return 'gone';
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

  /** Waits until all runners rest, or have been ended though no call was in flight. Resolves with the number of those that were ended. */
  const endedAtRest = async (): Promise<number> => {
    const before = await killed();
    let resting = 0;
    for (const startMs = performance.now(); performance.now() - startMs < ENDED_WITHIN_MS; ) {
      await pause(LOOK_EVERY_MS);
      const states = (await runners()).map(innermost).map(stateOf);
      // A runner is listed, and not yet counted, for a moment after its process has gone.
      resting = states.every((state) => state !== 'R' && state !== 'gone') ? resting + 1 : 0;
      const ended = (await killed()) - before;
      if (ended > 0 || resting === RESTING_LOOKS) return ended;
    }
    return expect.fail('a runner neither rests nor is ended');
  };

  it('is ended if it burns CPU, and another one serves the next call', async () => {
    let endedWhileIdle = 0;
    for (let calls = 0; calls < MOST_CALLS && endedWhileIdle === 0; calls += 1) {
      const { code } = await host.call('total');
      // The evaluation may also be the call's own, and then the call pays for it.
      expect(code).to.be.oneOf([undefined, 'exceeded_cpu', 'exceeded_wall_time', 'runner_lost', 'overloaded']);
      if (code === undefined) endedWhileIdle = await endedAtRest();
    }
    expect(endedWhileIdle).to.equal(1);
    for (let calls = 0; calls < 20; calls += 1) if ((await host.call('total')).status === 200) return;
    expect.fail('no call was served after it');
  });
});
