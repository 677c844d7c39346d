// Uncompressed bodies, which have a reader of their own, are read whole or refused, however they arrive.

import { expect } from 'chai';
import { expectProblem, expectWell } from './expect.ts';
import { callBody, type Front, startFront } from './front.ts';
import { exchange, openWire, requestText } from './wire.ts';

const BODY_BYTES = 65_536;
const HEADERS = ['Host: localhost', 'Content-Type: application/json'];
const headOf = (...more: string[]): string => requestText('POST /mcp/callTool', [...HEADERS, ...more]);
const keptHeadOf = (...more: string[]): string =>
  requestText('POST /mcp/callTool', [...HEADERS, ...more], '', 'Connection: keep-alive');
const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;

describe('a plain body', () => {
  let front: Front;
  before(async () => {
    front = await startFront({ server: { bodyBytes: BODY_BYTES } });
  });
  beforeEach(() => {
    front.calls.length = 0;
    front.entries.length = 0;
  });
  afterEach(() => expectWell(front));
  after(() => front.close());

  it('is put together from many pieces', async () => {
    const argumentsText = JSON.stringify({ s: 'é🎈'.repeat(3000) });
    const body = Buffer.from(callBody(argumentsText));
    const pieces = Array.from({ length: 20 }, (_, i) => body.subarray(i * 1000, i === 19 ? undefined : (i + 1) * 1000));
    await exchange(front.port, [headOf(`Content-Length: ${body.length}`), ...pieces], { pauseMs: 2 });
    expect(front.calls.map((call) => String(call.argumentsJson))).to.deep.equal([argumentsText]);
  });

  it('is put together from many chunks, up to the cap and no further', async () => {
    const body = callBody('{"a":1}');
    const pieces = [
      `${body.length.toString(16)}\r\n${body}\r\n`,
      chunk(30_000),
      chunk(BODY_BYTES - body.length - 30_000),
    ];
    const head = headOf('Transfer-Encoding: chunked');
    const taken = await exchange(front.port, [head, ...pieces, '0\r\n\r\n'], { pauseMs: 2 });
    expect(taken.replies[0]).to.include({ status: 200, body: '{"a":1}' });
    const { replies, closed } = await exchange(front.port, [head, ...pieces, chunk(1), '0\r\n\r\n'], { pauseMs: 2 });
    expectProblem(replies[0], 'payload_too_large');
    expect(closed).to.equal(true);
    expect(front.calls).to.have.lengthOf(1);
  });

  it('over the cap is refused before its end, in one piece or in many', async () => {
    const head = headOf('Transfer-Encoding: chunked');
    for (const pieces of [[chunk(BODY_BYTES + 1)], Array.from({ length: 5 }, () => chunk(BODY_BYTES / 4))]) {
      const { replies, closed, tookMs } = await exchange(front.port, [head, ...pieces]);
      expectProblem(replies[0], 'payload_too_large');
      expect(closed).to.equal(true);
      expect(tookMs).to.be.below(4000);
    }
    expect(front.calls).to.have.lengthOf(0);
    expect(front.entries.map(({ code }) => code)).to.deep.equal(['payload_too_large', 'payload_too_large']);
  });

  it('longer than declared ends at the declared length, and the rest is not a request', async () => {
    const body = callBody('{"a":1}');
    const head = keptHeadOf(`Content-Length: ${body.length}`);
    const { replies, closed } = await exchange(front.port, [head + body, body], { pauseMs: 50 });
    expect(replies[0]).to.include({ status: 200, body: '{"a":1}' });
    expect(replies).to.have.lengthOf(2);
    expectProblem(replies[1], 'invalid_request');
    expect(closed).to.equal(true);
    expect(front.calls).to.have.lengthOf(1);
  });

  it('longer than declared is cut within the JSON', async () => {
    const body = callBody('{"a":1}');
    const { replies } = await exchange(front.port, [`${keptHeadOf('Content-Length: 20')}${body}`]);
    expect(replies[0]?.status).to.equal(400);
    expect(front.calls).to.have.lengthOf(0);
  });

  it('of no bytes is empty, declared or not', async () => {
    for (const head of [headOf('Content-Length: 0'), headOf()]) {
      const { replies } = await exchange(front.port, [head]);
      expect(expectProblem(replies[0], 'invalid_json').detail).to.match(/is empty/);
    }
    const { replies } = await exchange(front.port, [headOf('Transfer-Encoding: chunked'), '0\r\n\r\n']);
    expectProblem(replies[0], 'invalid_json');
  });

  for (const [title, start] of [
    ['in the middle of its length', `${keptHeadOf('Content-Length: 5000')}{"toolName"`],
    ['in the middle of a chunk', `${keptHeadOf('Transfer-Encoding: chunked')}400\r\n{"toolName"`],
    ['between two chunks', `${keptHeadOf('Transfer-Encoding: chunked')}${chunk(100)}`],
    ['before its first byte', keptHeadOf('Content-Length: 5000')],
  ] as const) {
    it(`that is given up ${title} calls nothing and is logged once`, async () => {
      for (const leave of ['destroy', 'resetAndDestroy'] as const) {
        front.entries.length = 0;
        const { socket } = await openWire(front.port);
        socket.write(start);
        await new Promise((resolve) => setTimeout(resolve, 50));
        socket[leave]();
        for (let tries = 0; front.entries.length === 0 && tries < 400; tries += 1)
          await new Promise((resolve) => setTimeout(resolve, 10));
        expect(front.entries.map(({ code }) => code)).to.be.deep.oneOf([['cancelled'], ['invalid_request']]);
      }
      expect(front.calls).to.have.lengthOf(0);
    });
  }

  it('keeps its connection for the next one', async () => {
    const bodies = [1, 2, 3].map((n) => callBody(`{"n":${n}}`));
    const { replies } = await exchange(
      front.port,
      [...bodies.map((body) => keptHeadOf(`Content-Length: ${body.length}`) + body), headOf()],
      { pauseMs: 20 },
    );
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200, 400]);
  });
});
