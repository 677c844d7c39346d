// Many requests of both eras in turn: the server keeps nothing of them.

import { expect } from 'chai';
import { collect } from '../support/collect.ts';
import { startTestHost, type TestHost } from '../support/host.ts';

const REVISION = '2026-07-28';
const REQUESTS = 10_000;
const AT_A_TIME = 8;
const MOST_GROWTH_MB = 3;

const heapMb = async (): Promise<number> => {
  for (let round = 0; round < 5; round += 1) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().heapUsed / 2 ** 20;
};

/** One of several requests: fast ones and ones for the SDK, of both eras. */
const request = (at: number): { readonly headers: Record<string, string>; readonly body: string } => {
  const isModern = at % 2 === 0;
  const [method, params] = (
    [
      ['tools/call', { name: 'echo', arguments: { at } }],
      ['tools/list', {}],
      [isModern ? 'server/discover' : 'ping', {}],
      ['tools/call', { name: 'nothing', arguments: {} }],
      ['tools/call', { name: 'echo', arguments: {}, _meta: { progressToken: at } }],
    ] as const
  )[Math.floor(at / 2) % 5] as [string, { name?: string; _meta?: object }];
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'soak', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...params._meta,
  };
  return {
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(isModern && {
        'MCP-Protocol-Version': REVISION,
        'Mcp-Method': method,
        ...(params.name && { 'Mcp-Name': params.name }),
      }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: at, method, params: isModern ? { ...params, _meta: meta } : params }),
  };
};

describe('many requests of MCP', function () {
  this.timeout(180_000);
  let host: TestHost;
  before(async () => {
    host = await startTestHost({
      plugins: { echoes: { source: 'export const echo = (value) => value;', tools: { echo: {} } } },
    });
  });
  after(() => host?.close());

  const sendAll = async (count: number): Promise<void> => {
    let sent = 0;
    const work = async (): Promise<void> => {
      while (sent < count) {
        sent += 1;
        const at = sent;
        const reply = await fetch(`${host.url}/mcp`, { method: 'POST', ...request(at) });
        expect(reply.status).to.equal(200);
        expect(await reply.text()).to.contain(`"id":${at}`);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    // The log of the test keeps a line for each call.
    (host.log as unknown[]).length = 0;
  };

  it('leave the heap as it was', async () => {
    await sendAll(2_000);
    const before = await heapMb();
    await sendAll(REQUESTS);
    expect((await heapMb()) - before).to.be.below(MOST_GROWTH_MB);
  });
});
