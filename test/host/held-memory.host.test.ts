// Many calls in one realm that hold memory while they wait: one of them may fill the heap, but all of them share it.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = `
export const hold = async ({ url, kb }) => {
  const held = Array.from({ length: kb }, (_, i) => new Array(128).fill(i));
  const text = await (await fetch(url)).text();
  return { text, sum: held.reduce((sum, [first]) => sum + first, 0) };
};
export const swell = async ({ url }) => {
  const held = [];
  for (let step = 0; step < 4; step += 1) {
    held.push(Array.from({ length: 4_000 }, (_, i) => new Array(128).fill(i)));
    await (await fetch(url)).text();
  }
  return held.length;
};
export const grow = async ({ url }) => {
  await (await fetch(url)).text();
  const held = [];
  for (;;) held.push(new Array(10_000).fill(held.length));
};
`;
const KB = 2_000;
const SUM = (KB * (KB - 1)) / 2;

for (const freshState of ['realm', 'isolate'] as const)
  describe(`memory that calls hold while they wait in ${freshState} mode`, function () {
    this.timeout(120_000);
    let upstream: Server;
    let origin: string;
    let host: TestHost;

    before(async () => {
      upstream = createServer((_, response) => void setTimeout(() => response.end('there'), 300));
      await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
      host = await startTestHost({
        plugins: {
          holds: {
            source: SOURCE,
            tools: { hold: {}, swell: {}, grow: {} },
            manifest: { capabilities: { fetch: [{ origin, methods: ['GET'], path: '/*' }] } },
          },
        },
        freshState,
        limits: { runnerRssMb: 384, queueMs: 60_000 },
        grants: { holds: { privateFetch: [origin] } },
      });
    });
    after(async () => {
      await host.close();
      upstream.close();
    });

    it('is enough for 48 callers whose calls hold 2 MB each', async () => {
      const codes: Record<string, number> = {};
      const caller = async (): Promise<void> => {
        for (let call = 0; call < 2; call += 1) {
          const { code = 'ok', body } = await host.call('hold', { url: `${origin}/`, kb: KB });
          codes[code] = (codes[code] ?? 0) + 1;
          if (code === 'ok') expect(body).to.deep.equal({ text: 'there', sum: SUM });
        }
      };
      await Promise.all(Array.from({ length: 48 }, caller));
      expect(codes).to.deep.equal({ ok: 96 });
      const [broker] = (await host.host.status()).brokers;
      expect(broker?.killed).to.equal(0);
    });

    it('is charged to none of many calls that fill it together', async () => {
      const answers = await Promise.all(Array.from({ length: 24 }, () => host.call('swell', { url: `${origin}/` })));
      const codes = answers.map(({ code = 'ok' }) => code);
      expect([...new Set(codes)].filter((code) => code !== 'ok' && code !== 'runner_lost')).to.deep.equal([]);
      for (const { code, body } of answers) if (code) expect(body).to.include({ fault: 'host', retryable: true });
      expect((await host.call('hold', { url: `${origin}/`, kb: 1 })).body).to.deep.equal({ text: 'there', sum: 0 });
    });

    it('is charged to the call that alone filled it, and the failures of the others do not blame them', async () => {
      const hold = () => host.call('hold', { url: `${origin}/`, kb: 500 });
      const together = () => Promise.all([host.call('grow', { url: `${origin}/` }), hold(), hold(), hold()]);
      let [grown, ...held] = await together();
      // The process may still be full from earlier calls; then it is lost, and that is nobody's fault.
      for (let left = 2; grown.code === 'runner_lost' && left > 0; left -= 1) [grown, ...held] = await together();
      expect(grown.code).to.equal('exceeded_memory');
      for (const { code } of held) expect(code).to.be.oneOf([undefined, 'runner_lost']);
    });
  });
