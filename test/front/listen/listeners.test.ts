// Tests that a lost listening thread costs its own connections, and nothing else.

import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Listeners, listen } from '../../../src/front/listen/listeners.ts';
import type { Outcome, ToolCall } from '../../../src/shared/protocol/call.ts';
import { FAR_AWAY } from '../http/front.ts';

const DOOMED = fileURLToPath(new URL('./doomed-thread.ts', import.meta.url));
const THREADS = 2;

describe('listening threads', function () {
  this.timeout(20_000);
  const calls: ToolCall[] = [];
  const lost: string[] = [];
  let listeners: Listeners;

  const ask = (method: string, path: string, body = ''): Promise<number> =>
    new Promise((resolve, reject) => {
      const { port } = listeners.address;
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      const sent = request({ port, method, path, headers, agent: false }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', reject);
      sent.end(body);
    });

  before(async () => {
    listeners = await listen(
      {
        executor: {
          execute: (call) => {
            calls.push(call);
            return new Promise<Outcome>(() => {});
          },
        },
        metadata: () => ({ text: '{}', etag: '"0"' }),
        server: { ...FAR_AWAY, threads: THREADS },
        argumentsBytes: 1_000,
        door: { allowsAnonymous: true },
        unready: async () => undefined,
        log: () => {},
      },
      { file: DOOMED, leastHeldBytes: 1_000, onLost: (text) => lost.push(text) },
    );
  });
  after(() => listeners.close());

  it('are replaced one by one, and calls of a lost one are cancelled', async () => {
    const body = '{"toolName":"waits","arguments":{}}';
    const waiting = Array.from({ length: 20 }, () => ask('POST', '/mcp/callTool', body).catch(() => 0));
    while (calls.length < waiting.length) await pause(5);
    await ask('GET', '/doom').catch(() => {});
    while (lost.length === 0) await pause(5);
    expect(lost).to.have.lengthOf(1);
    expect(lost[0]).to.contain('doomed');
    const givenUp = (): number => calls.filter(({ signal }) => signal.aborted).length;
    expect(givenUp()).to.be.within(1, calls.length - 1);

    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('GET', '/healthz')));
    expect(new Set(answers)).to.deep.equal(new Set([200]));
    // Both threads fail, one after the other and more than once. In the end the port is served again.
    for (let times = 2; times < 6; times += 1) {
      while ((await ask('GET', '/doom').catch(() => 0)) !== 0) await pause(5);
      while (lost.length < times || (await ask('GET', '/healthz').catch(() => 0)) !== 200) await pause(20);
    }
  });
});
