// Tools that reach a real server and the store through a whole host, in both modes, with grants and without.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = `
export const get = async ({ url, init }) => {
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text() };
};
export const refused = async ({ url }) => {
  try { await fetch(url); return 'went'; } catch (error) { return error.name + ': ' + error.message; }
};
export const many = async ({ url, count }) => {
  const all = await Promise.all(Array.from({ length: count }, async () => (await fetch(url)).json()));
  return all.length;
};
export const unawaited = ({ url }) => { fetch(url); return 'done'; };
export const count = async (_args, { store }) => {
  const value = ((await store.get('n')) ?? 0) + 1;
  await store.set('n', value);
  return value;
};
export const inTime = async ({ url }, { signal }) => {
  try { await fetch(url, { signal }); return 'answered'; } catch (error) { return error.name; }
};
`;

/** Calls that wait for an upstream at the same time. */
const TOGETHER = 4;
const TOOLS = ['get', 'refused', 'many', 'unawaited', 'count', 'inTime'];

for (const freshState of ['realm', 'isolate'] as const)
  describe(`what tools reach in ${freshState} mode`, function () {
    this.timeout(120_000);
    let upstream: Server;
    let origin: string;
    let seen: IncomingMessage[];
    const together: ServerResponse[] = [];
    let host: TestHost;

    before(async () => {
      seen = [];
      upstream = createServer((request, response) => {
        seen.push(request);
        if (request.url === '/never') return;
        if (request.url === '/together') {
          together.push(response);
          if (together.length >= TOGETHER) for (const waiting of together.splice(0)) waiting.end('"late"');
          return;
        }
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ path: request.url, agent: request.headers['user-agent'] }));
      });
      await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
      const capabilities = { fetch: [{ origin, methods: ['GET'], path: '/*' }], store: {} };
      host = await startTestHost({
        plugins: {
          reaching: {
            source: SOURCE,
            tools: Object.fromEntries(
              TOOLS.map((name) => [name, name === 'inTime' ? { limits: { wallMs: 1_000, cpuMs: 900 } } : {}]),
            ),
            manifest: { capabilities },
          },
          bare: {
            source: SOURCE.replaceAll('export const ', 'export const bare_'),
            tools: { bare_refused: {}, bare_count: {} },
          },
          ungranted: {
            source: SOURCE.replaceAll('export const ', 'export const un_'),
            tools: { un_refused: {} },
            manifest: { capabilities },
          },
        },
        freshState,
        grants: { reaching: { privateFetch: [origin], store: true } },
      });
    });
    after(async () => {
      await host.close();
      upstream.closeAllConnections();
      upstream.close();
    });
    beforeEach(() => {
      seen.length = 0;
    });

    it('is everything that was requested and granted', async () => {
      const { body } = await host.call('get', { url: `${origin}/a?b=c` });
      expect(body).to.deep.equal({ status: 200, text: '{"path":"/a?b=c","agent":"toolcell"}' });
      expect(host.log.at(-1)).to.include({ fetches: 1, requestBytes: 0, responseBytes: 36 });
      expect(host.log.at(-1)?.origins).to.deep.equal([origin]);
    });

    it('is nothing that was not requested or not granted; the error and the log name what is missing', async () => {
      expect((await host.call('bare_refused', { url: origin })).body).to.match(/does not ask for/);
      expect((await host.call('un_refused', { url: origin })).body).to.match(/has not granted .* to ungranted/);
      expect((await host.call('refused', { url: 'https://example.com/' })).body).to.match(/does not ask for/);
      expect((await host.call('get', { url: origin, init: { method: 'DELETE' } })).code).to.equal('tool_error');
      const rules = host.guestLines.flatMap(({ denied }) => denied?.rule ?? []);
      expect(rules).to.deep.equal(['manifest', 'grant', 'manifest', 'manifest']);
      expect(seen).to.deep.equal([]);
    });

    it('is bounded: a call can send only a limited number of requests', async () => {
      expect((await host.call('many', { url: `${origin}/x`, count: 20 })).body).to.equal(20);
      expect((await host.call('many', { url: `${origin}/x`, count: 21 })).code).to.equal('tool_error');
      expect(seen.length).to.be.at.most(40);
    });

    it('ends with the call: requests under way are aborted', async () => {
      expect((await host.call('unawaited', { url: `${origin}/never` })).body).to.equal('done');
      for (let turn = 0; turn < 100 && seen.some(({ socket }) => !socket.destroyed); turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(seen.every(({ socket }) => socket.destroyed)).to.equal(true);
    });

    it('ends when the caller hangs up', async () => {
      const gone = new AbortController();
      const call = host.call('get', { url: `${origin}/never` }, gone.signal).catch(() => 'gone');
      while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      gone.abort();
      expect(await call).to.equal('gone');
      for (let turn = 0; turn < 100 && !seen[0]?.socket.destroyed; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(seen[0]?.socket.destroyed).to.equal(true);
    });

    it('can be given up in time to answer', async () => {
      expect((await host.call('inTime', { url: `${origin}/never` })).body).to.be.oneOf(['TimeoutError', 'AbortError']);
    });

    it('is kept by the store from call to call', async () => {
      expect((await host.call('count')).body).to.equal(1);
      expect((await host.call('count')).body).to.equal(2);
      expect(host.log.at(-1)).to.include({ storeCalls: 2 });
      expect((await host.call('bare_count')).code).to.equal('tool_error');
    });

    it('overlaps: suspended calls do not delay others', async () => {
      // The upstream answers none before as many wait.
      const calls = Array.from({ length: 2 * TOGETHER }, () => host.call('get', { url: `${origin}/together` }));
      expect((await Promise.all(calls)).map(({ status }) => status)).to.deep.equal(Array(2 * TOGETHER).fill(200));
    });
  });
