// Results leave whole, in the right bytes, with the headers of every reply, and within a time.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import Koa from 'koa';
import type { CallLogEntry } from '../../../src/front/http/call-log.ts';
import { Connections } from '../../../src/front/http/connections.ts';
import type { RequestState } from '../../../src/front/http/context.ts';
import { createReceipts } from '../../../src/front/http/receipts.ts';
import { createResponder } from '../../../src/front/http/responder.ts';
import { ByteBudget } from '../../../src/shared/protocol/byte-budget.ts';
import type { Outcome } from '../../../src/shared/protocol/call.ts';
import { expectWell } from './expect.ts';
import { callBody, echo, startFront } from './front.ts';
import { exchange, openWire, requestText } from './wire.ts';

const HEADERS = ['Host: localhost', 'Content-Type: application/json'];
const LARGE = JSON.stringify('x'.repeat(50_000_000));
const callText = (body: string, connection?: string, ...more: string[]): string =>
  requestText('POST /mcp/callTool', [...HEADERS, ...more, `Content-Length: ${body.length}`], body, connection);
const answering = (resultText: string): Promise<Outcome> =>
  Promise.resolve({
    ok: true,
    resultJson: Buffer.from(resultText),
    usage: { queueMs: 0.0004, runMs: 1.23456, cpuMs: 0 },
  });

describe('a result', () => {
  for (const resultText of ['"plain"', '"é"', '"ÿ"', '"🎈 \u2028 \ud800"', JSON.stringify('é'.repeat(200_000))]) {
    it(`is as long as declared: ${resultText.slice(0, 20)}`, async () => {
      const front = await startFront({ execute: () => answering(resultText) });
      const { replies } = await exchange(front.port, [callText(callBody())]);
      const bytes = Buffer.from(resultText);
      expect(Buffer.from(replies[0]?.body ?? '', 'latin1').equals(bytes)).to.equal(true);
      expect(replies[0]?.headers.get('content-length')).to.equal(String(bytes.length));
      expect(front.entries[0]?.replyBytes).to.equal(bytes.length);
      await front.close();
    });
  }

  for (const text of ['1', '"é 🎈"', JSON.stringify('é'.repeat(2_047)), JSON.stringify('é'.repeat(200_000))]) {
    it(`leaves unchanged if it is given as bytes: ${text.slice(0, 20)}`, async () => {
      const result = Buffer.from(text);
      const entries: CallLogEntry[] = [];
      const respond = createResponder({
        addressOf: () => undefined,
        connections: new Connections(),
        endsConnections: () => false,
        log: (entry) => entries.push(entry),
        receipts: createReceipts(),
        held: new ByteBudget(1_000_000),
        replyTimeoutMs: 30_000,
        traces: { start: () => undefined, record: () => {} },
      });
      const app = new Koa<RequestState>();
      app.use((ctx) =>
        respond(ctx, ({ state }) => {
          state.isCall = true;
          state.result = result;
        }),
      );
      const server = app.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { replies } = await exchange((server.address() as AddressInfo).port, [callText(callBody())]);
      server.close();
      expect(Buffer.from(replies[0]?.body ?? '', 'latin1').equals(result)).to.equal(true);
      expect(replies[0]?.headers.get('content-length')).to.equal(String(result.length));
      expect(entries[0]?.replyBytes).to.equal(result.length);
    });
  }

  it('has the headers of every reply, once each', async () => {
    const front = await startFront({ execute: () => answering('1') });
    const { socket, received } = await openWire(front.port);
    socket.write(callText(callBody(), 'Connection: close', `Origin: http://127.0.0.1:${front.port}`));
    await new Promise((resolve) => socket.once('end', resolve));
    socket.destroy();
    const [head = ''] = received().split('\r\n\r\n');
    const names = head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(':')[0]?.toLowerCase());
    expect(names).to.have.members([
      'content-type',
      'cache-control',
      'content-length',
      'x-content-type-options',
      'vary',
      'toolcell-call-id',
      'server-timing',
      'access-control-allow-origin',
      'access-control-expose-headers',
      'date',
      'connection',
    ]);
    expect(head).to.match(/^Server-Timing: queue;dur=0, run;dur=1\.235, cpu;dur=[\d.]+, total;dur=[\d.]+\r?$/m);
    await front.close();
  });

  it('is the same through the router', async () => {
    const front = await startFront();
    const reply = await front.request('POST', '/mcp/callTool?a=b', { 'Content-Type': 'application/json' }, callBody());
    expect(reply).to.include({ status: 200, body: '{}' });
    expect(reply.headers['toolcell-call-id']).to.equal(front.calls[0]?.callId);
    expect(front.entries[0]).to.include({ path: '/mcp/callTool', code: 'ok' });
    await front.close();
  });
});

describe('a caller that does not read its result', () => {
  const untilCutOff = async (execute: typeof echo, request: string): Promise<number> => {
    const front = await startFront({ bounds: { headersTimeoutMs: 300 }, server: { requestTimeoutMs: 500 }, execute });
    const { socket } = await openWire(front.port);
    socket.pause();
    const cutOff = new Promise<void>((resolve) => {
      front.server.once('request', ({ socket: served }) => served.once('close', resolve));
    });
    const startedAt = performance.now();
    socket.write(request);
    await cutOff;
    socket.destroy();
    await front.close();
    return performance.now() - startedAt;
  };

  it('is cut off', async () => {
    expect(await untilCutOff(() => answering(LARGE), callText(callBody()))).to.be.within(400, 5000);
  });

  it('is cut off if the result had to wait for the one before it', async () => {
    const execute: typeof echo = async (call) => {
      if (String(call.argumentsJson) === '{"large":1}') return answering(LARGE);
      await new Promise((resolve) => setTimeout(resolve, 1200));
      return answering('"slow"');
    };
    const both = callText(callBody(), 'Connection: keep-alive') + callText(callBody('{"large":1}'));
    // From its turn on it has the whole time.
    expect(await untilCutOff(execute, both)).to.be.within(1650, 8000);
  });

  it('is not cut off while its result waits for the one before it', async () => {
    const front = await startFront({
      bounds: { headersTimeoutMs: 100 },
      server: { requestTimeoutMs: 200 },
      execute: async (call) => {
        if (String(call.argumentsJson) === '{}') await new Promise((resolve) => setTimeout(resolve, 900));
        return echo(call);
      },
    });
    const { replies } = await exchange(front.port, [
      callText(callBody(), 'Connection: keep-alive') + callText(callBody('{"n":2}')),
    ]);
    expect(replies.map(({ body }) => body)).to.deep.equal(['{}', '{"n":2}']);
    await expectWell(front);
    await front.close();
  });
});
