// Broken requests and requests that never end: each is answered and its connection closed, and the server goes on.

import { once } from 'node:events';
import { expect } from 'chai';
import { expectProblem, expectWell } from './expect.ts';
import { callBody, type Front, startFront } from './front.ts';
import { exchange, openWire, readReplies, requestText } from './wire.ts';

const HEADERS = ['Host: localhost', 'Content-Type: application/json'];
const CHUNKED = requestText('POST /mcp/callTool', [...HEADERS, 'Transfer-Encoding: chunked'], '', 'X: y');

describe('a broken request', () => {
  let front: Front;
  before(async () => {
    front = await startFront();
  });
  afterEach(() => expectWell(front));
  after(() => front.close());

  const broken: [title: string, pieces: (string | Uint8Array)[]][] = [
    ['no HTTP', ['hello\r\n\r\n']],
    ['a TLS greeting', [Buffer.from('16030100f0010000ec0303', 'hex')]],
    ['the preface of HTTP/2', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']],
    ['an unknown method', ['BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n']],
    ['an unknown version', ['GET / HTTP/9.9\r\nHost: localhost\r\n\r\n']],
    ['a space before the colon', ['GET / HTTP/1.1\r\nHost : localhost\r\n\r\n']],
    ['a null byte in a header', ['GET / HTTP/1.1\r\nHost: local\0host\r\n\r\n']],
    ['a folded header', ['GET / HTTP/1.1\r\n Host: localhost\r\n\r\n']],
    ['two lengths', [requestText('POST /mcp/callTool', [...HEADERS, 'Content-Length: 1', 'Content-Length: 2'], '{}')]],
    ['a negative length', [requestText('POST /mcp/callTool', [...HEADERS, 'Content-Length: -1'])]],
    [
      'a length and chunks',
      [requestText('POST /mcp/callTool', [...HEADERS, 'Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n')],
    ],
    ['a bad chunk size', [CHUNKED, 'zz\r\n']],
    ['a chunk longer than it says', [CHUNKED, '2\r\n{}}}}\r\n0\r\n\r\n']],
    ['headers too large', [`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`]],
    ['a path too long', [`GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`]],
  ];
  for (const [title, pieces] of broken) {
    it(`is answered and closed: ${title}`, async () => {
      const { replies, closed, tookMs } = await exchange(front.port, pieces, { pauseMs: 20 });
      expect(replies).to.have.lengthOf(1);
      expectProblem(replies[0], 'invalid_request');
      expect(replies[0]?.headers.get('connection')).to.equal('close');
      expect(closed).to.equal(true);
      expect(tookMs).to.be.below(4000);
    });
  }

  it('is answered if the body ends early', async () => {
    const { socket, received } = await openWire(front.port);
    socket.end(requestText('POST /mcp/callTool', [...HEADERS, 'Content-Length: 100'], '{"toolName"'));
    await new Promise((resolve) => socket.once('end', resolve));
    expectProblem(readReplies(received())[0], 'invalid_request');
    expect(front.calls.every(({ argumentsJson }) => String(argumentsJson) === '{"still":"here"}')).to.equal(true);
  });

  it('does not start the next one on its connection', async () => {
    const body = callBody('{"next":1}');
    const good = requestText('POST /mcp/callTool', [...HEADERS, `Content-Length: ${body.length}`], body);
    const { replies } = await exchange(front.port, ['hello\r\n\r\n', good], { pauseMs: 50 });
    expect(replies).to.have.lengthOf(1);
    expect(front.calls.some(({ argumentsJson }) => String(argumentsJson) === '{"next":1}')).to.equal(false);
  });

  it('may have a header called __proto__', async () => {
    const headers = ['__proto__: polluted', '__proto__: x', 'constructor: y', ...HEADERS, 'Content-Length: 2'];
    const { replies } = await exchange(front.port, [requestText('POST /mcp/callTool', headers, '{}')]);
    expectProblem(replies[0], 'invalid_request');
  });

  it('is one with a second Host behind two thousand headers', async () => {
    const many = Array.from({ length: 2500 }, () => 'a:');
    const { replies } = await exchange(front.port, [
      requestText('GET /mcp/metadata', ['Host: localhost', ...many, 'Host: evil.example']),
    ]);
    expectProblem(replies[0], 'invalid_request');
  });
});

describe('a slow client', () => {
  let front: Front;
  before(async () => {
    front = await startFront({
      bounds: { headersTimeoutMs: 300 },
      server: { requestTimeoutMs: 800, keepAliveTimeoutMs: 300, maxConnections: 20 },
    });
  });
  beforeEach(() => {
    front.entries.length = 0;
  });
  after(() => front.close());

  const drip = async (head: string, piece: string) => {
    const { socket, received } = await openWire(front.port);
    const startedAt = performance.now();
    socket.write(head);
    const feed = setInterval(() => socket.write(piece), 50);
    await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
    clearInterval(feed);
    socket.destroy();
    return { replies: readReplies(received()), tookMs: performance.now() - startedAt };
  };

  it('that sends nothing is disconnected', async () => {
    const { replies, closed, tookMs } = await exchange(front.port, []);
    expectProblem(replies[0], 'request_timeout');
    expect(closed).to.equal(true);
    expect(tookMs).to.be.within(250, 4000);
  });

  it('that drips its headers is cut off', async () => {
    const { replies, tookMs } = await drip('GET /healthz HTTP/1.1\r\nHost: localhost\r\n', 'X: y\r\n');
    expectProblem(replies[0], 'request_timeout');
    expect(tookMs).to.be.within(250, 4000);
  });

  for (const encoding of ['identity', 'gzip']) {
    it(`that drips its body (${encoding}) is cut off, and its request is over`, async () => {
      const head = requestText(
        'POST /mcp/callTool',
        [...HEADERS, `Content-Encoding: ${encoding}`, 'Content-Length: 50000'],
        '',
        'X: y',
      );
      const { replies, tookMs } = await drip(`${head}\x1f`, '\x8b');
      expectProblem(replies[0], 'request_timeout');
      expect(tookMs).to.be.within(700, 5000);
      expect(front.entries).to.have.lengthOf(1);
      await expectWell(front);
    });
  }

  it('that stops in the middle of its body is cut off', async () => {
    const head = requestText('POST /mcp/callTool', [...HEADERS, 'Content-Length: 100'], '{"toolName":', 'X: y');
    const { replies, tookMs } = await exchange(front.port, [head]);
    expectProblem(replies[0], 'request_timeout');
    expect(tookMs).to.be.within(700, 5000);
    expect(front.entries[0]).to.include({ code: 'request_timeout', status: 408 });
    await expectWell(front);
  });

  it('whose body comes after the answer calls nothing, nor do the bytes behind it', async () => {
    front.calls.length = 0;
    const body = callBody('{"late":1}');
    const head = [...HEADERS, `Content-Length: ${body.length}`];
    const { socket, received } = await openWire(front.port);
    socket.write(requestText('POST /mcp/callTool', head, body.slice(0, 5), 'X: y'));
    await new Promise((resolve) => socket.once('end', resolve));
    socket.write(body.slice(5) + requestText('POST /mcp/callTool', head, body));
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.destroy();
    expect(readReplies(received()).map(({ status }) => status)).to.deep.equal([408]);
    expect(front.calls).to.have.lengthOf(0);
  });

  it('that pauses between requests is disconnected', async () => {
    const request = requestText('GET /healthz', ['Host: localhost'], '', 'Connection: keep-alive');
    const { replies, closed, tookMs } = await exchange(front.port, [request]);
    expect(replies.map(({ status }) => status)).to.deep.equal([200]);
    expect(closed).to.equal(true);
    expect(tookMs).to.be.within(250, 5000);
  });

  it('that waits for a slow tool is left alone', async () => {
    const slow = await startFront({
      bounds: { headersTimeoutMs: 100 },
      server: { requestTimeoutMs: 200, keepAliveTimeoutMs: 100 },
      execute: async () => {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return { ok: true, resultJson: Buffer.from('"late"'), usage: { queueMs: 0, runMs: 1000, cpuMs: 0 } };
      },
    });
    expect((await slow.post(callBody())).body).to.equal('"late"');
    await slow.close();
  });

  it('that does not read its reply is cut off', async () => {
    const large = await startFront({
      bounds: { headersTimeoutMs: 300 },
      server: { requestTimeoutMs: 500 },
      metadata: () => ({ text: JSON.stringify('x'.repeat(50_000_000)), etag: '"large"' }),
    });
    const { socket } = await openWire(large.port);
    socket.pause();
    const served = new Promise<void>((resolve) => {
      large.server.once('request', (request) => request.socket.once('close', resolve));
    });
    const startedAt = performance.now();
    socket.write(requestText('GET /mcp/metadata', ['Host: localhost']));
    await served;
    expect(performance.now() - startedAt).to.be.within(400, 20_000);
    socket.destroy();
    await large.close();
  });

  it('cannot take every connection, because those above the limit are closed', async () => {
    const small = await startFront({ server: { maxConnections: 2 } });
    const held: Awaited<ReturnType<typeof openWire>>[] = [];
    // Each has a request that has begun, so that none of them is idle and gives way.
    while (held.length < 2) {
      const begun = once(small.server, 'request');
      const wire = await openWire(small.port);
      wire.socket.write(
        requestText('POST /mcp/callTool', ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 9']),
      );
      await begun;
      held.push(wire);
    }
    const { replies, closed } = await exchange(small.port, [requestText('GET /healthz', ['Host: localhost'])]);
    expect({ replies, closed }).to.deep.equal({ replies: [], closed: true });
    for (const { socket } of held) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expectWell(small);
    await small.close();
  });
});
