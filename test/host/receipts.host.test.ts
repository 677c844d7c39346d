// Receipts of real calls: figures that runner and host measured, next to the limits of the tool, in both modes.

import { expect } from 'chai';
import type { Receipt } from '../../src/front/http/receipt.ts';
import { startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = `
  export async function wait({ times }) {
    for (let time = 0; time < times; time += 1) await new Promise((resolve) => setTimeout(resolve, 1));
    return times;
  }
  export function burn() {
    for (;;);
  }`;
const TOKEN = 'Bearer a-token-of-nobody';

for (const freshState of ['isolate', 'realm'] as const) {
  describe(`a receipt in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async () => {
      host = await startTestHost({
        plugins: { waiter: { source: SOURCE, tools: { wait: {}, burn: { limits: { cpuMs: 50 } } } } },
        freshState,
      });
    });
    after(() => host.close());

    const receiptOf = async (toolName: string, args: object): Promise<Receipt> => {
      const called = await fetch(`${host.url}/mcp/callTool`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'receipt', authorization: TOKEN },
        body: JSON.stringify({ toolName, arguments: args }),
      });
      await called.arrayBuffer();
      const place = /^<([^>]+)>/.exec(called.headers.get('link') ?? '')?.[1] ?? '';
      expect((await fetch(new URL(place, host.url))).status).to.equal(404);
      const found = await fetch(new URL(place, host.url), { headers: { authorization: TOKEN } });
      return (await found.json()) as Receipt;
    };

    it('has what the call used', async () => {
      const { usage, ...receipt } = await receiptOf('wait', { times: 3 });
      const { digest } = host.host.catalog.routes.get('wait') ?? {};
      expect(receipt).to.deep.include({ toolName: 'wait', code: 'ok' });
      expect(receipt.plugin).to.deep.equal({ name: 'waiter', version: '1.0.0', digest });
      expect(usage.hostCalls).to.deep.include({ used: 3, limit: 1_000 });
      expect(usage.heapBytes.used).to.be.within(100_000, 64 * 2 ** 20);
      expect(usage.cpuMs.used).to.be.within(0.001, 10_000);
      expect(usage.wallMs.used).to.be.within(0.001, 20_000);
      expect(usage.resultBytes.used).to.equal(1);
      expect(usage.fetchCalls.used).to.equal(0);
      expect(host.log.at(-1)).not.to.have.any.keys('fetches', 'origins');
      const entry = host.log.find(({ callId }) => callId === receipt.callId);
      expect(entry).to.include({ hostCalls: 3, heapBytes: usage.heapBytes.used, code: 'ok' });
      expect(entry?.caller).to.match(/^bearer:[\w-]{22}$/);
    });

    it('has what a call used that exceeded a limit', async () => {
      const { code, limit, usage } = await receiptOf('burn', {});
      expect({ code, limit }).to.deep.equal({ code: 'exceeded_cpu', limit: 'cpuMs' });
      expect(usage.cpuMs.limit).to.equal(50);
      expect(usage.cpuMs.used).to.be.at.least(45);
      expect(usage.resultBytes.used).to.equal(null);
      expect((await host.call('wait', { times: 1 })).body).to.equal(1);
    });
  });
}
