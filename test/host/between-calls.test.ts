// What a plugin does between calls: in realm mode a costly module is evaluated ahead of the next call, while nobody waits.

import { expect } from 'chai';
import { startTestHost } from '../support/host.ts';

// Costly enough to be evaluated ahead; and now and then it never ends, in a builtin that cannot be interrupted.
const SOURCE = `
const table = Array.from({ length: 20_000 }, (_, i) => i * i);
if (Math.random() < 0.3) Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);
export const sum = () => table.length;
`;

describe('a runner between calls', function () {
  this.timeout(60_000);

  it('that burns CPU is ended, and the next call is served by another', async () => {
    const host = await startTestHost({
      freshState: 'realm',
      plugins: { restless: { source: SOURCE, tools: { sum: {} } } },
      limits: { cpuMs: 300, wallMs: 2_000 },
      quarantine: { kills: 1_000 },
    }).catch((error: Error) => error);
    // One time in three the module does not survive being tried out, either.
    if (host instanceof Error) return expect(host.message).to.match(/longer to load|did not finish/);
    try {
      const killed = (): Promise<number> => host.host.status().then(({ brokers }) => brokers[0]?.killed ?? 0);
      const codes = new Set<string>();
      for (let i = 0; i < 60 && ((await killed()) < 1 || !codes.has('ok')); i += 1) {
        codes.add((await host.call('sum')).code ?? 'ok');
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      expect([...codes]).to.include('ok');
      expect(
        [...codes].filter((code) => !['ok', 'exceeded_cpu', 'exceeded_wall_time', 'runner_lost'].includes(code)),
      ).to.deep.equal([]);
      expect(await killed()).to.be.greaterThan(0);
    } finally {
      await host.close();
    }
    return undefined;
  });
});
