// What a plugin does between calls: in realm mode a costly module is evaluated ahead of the next call, while nobody waits.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

// Costly enough to be evaluated ahead; and now and then it never ends, in a builtin that cannot be interrupted.
const SOURCE = `
const table = Array.from({ length: 20_000 }, (_, i) => i * i);
if (Math.random() < 0.3) Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);
export const sum = () => table.length;
`;

/** Starts the host; the module may not survive being tried out, and is then tried again. */
const start = async (): Promise<TestHost> => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      return await startTestHost({
        freshState: 'realm',
        plugins: { restless: { source: SOURCE, tools: { sum: {} } } },
        limits: { cpuMs: 300, wallMs: 2_000 },
        quarantine: { kills: 1_000 },
      });
    } catch (error) {
      expect(String(error)).to.match(/longer to load|did not finish/);
    }
  }
  return expect.fail('the module never loaded');
};

/** Long enough for the broker to look twice at a runner that has nothing to do. */
const PAUSE_MS = 2_600;

describe('a runner between calls', function () {
  this.timeout(240_000);

  it('that burns CPU is ended, and the next call is served by another', async () => {
    const host = await start();
    try {
      const killed = async (): Promise<number> => (await host.host.status()).brokers[0]?.killed ?? 0;
      const codes = new Set<string>();
      for (let i = 0; i < 40 && ((await killed()) === 0 || !codes.has('ok')); i += 1) {
        codes.add((await host.call('sum')).code ?? 'ok');
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      expect(await killed()).to.be.greaterThan(0);
      expect([...codes]).to.include('ok');
      expect(
        [...codes].filter((code) => !['ok', 'exceeded_cpu', 'exceeded_wall_time', 'runner_lost'].includes(code)),
      ).to.deep.equal([]);
    } finally {
      await host.close();
    }
  });
});
