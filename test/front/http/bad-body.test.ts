// Bodies that are not calls: each is answered with a problem, none reaches the executor, and the server goes on.

import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { LINGER_MS } from '../../../src/front/http/linger.ts';
import type { FailureCode } from '../../../src/shared/protocol/errors.ts';
import { expectProblem, expectWell } from './expect.ts';
import { callBody, type Front, startFront } from './front.ts';
import { exchange, openWire, readReplies, requestText } from './wire.ts';

const HEADERS = ['Host: localhost', 'Content-Type: application/json'];
const BODY_BYTES = 65_536;
const DEPTH = 64;
const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;

describe('a bad body', () => {
  let front: Front;
  before(async () => {
    front = await startFront({
      server: { bodyBytes: BODY_BYTES },
      bounds: { bodyDepth: DEPTH },
      argumentsBytes: 32_768,
    });
  });
  beforeEach(() => {
    front.calls.length = 0;
  });
  afterEach(() => expectWell(front));
  after(() => front.close());

  const refused = (title: string, body: string | Uint8Array, code: FailureCode, says: RegExp): void => {
    it(`is refused: ${title}`, async () => {
      const problem = expectProblem(await front.post(body), code);
      expect(problem.detail).to.match(says);
      expect(front.calls).to.have.lengthOf(0);
    });
  };

  describe('that is not JSON', () => {
    refused('empty', '', 'invalid_json', /is empty.*"toolName"/);
    refused('only space', ' \n ', 'invalid_json', /position 3, line 2 column 2/);
    refused('a word', 'hello', 'invalid_json', /position 0, line 1 column 1/);
    refused('cut off', '{"toolName":"echo","arguments":{', 'invalid_json', /position 32/);
    refused('cut off in a string', '{"toolName":"ec', 'invalid_json', /position 15/);
    refused('with more behind it', `${callBody()}}`, 'invalid_json', /position 34/);
    refused('two of them', callBody() + callBody(), 'invalid_json', /position/);
    refused('a comma too many', '{"toolName":"echo",\n"arguments":{"a":[1,]}}', 'invalid_json', /line 2 column \d+/);
    refused('a comment', '{"toolName":"echo", /* " */ "arguments":{}}', 'invalid_json', /position 20/);
    refused('single quotes', "{'toolName':'echo','arguments':{}}", 'invalid_json', /position 1/);
    refused('a bare newline in a string', '{"toolName":"ec\nho","arguments":{}}', 'invalid_json', /position 15/);
    refused('NaN', '{"toolName":"echo","arguments":{"a":NaN}}', 'invalid_json', /position 36/);
    refused('a form', 'toolName=echo', 'invalid_json', /position/);
    refused('depth hidden behind a broken string', `["\n${'['.repeat(60_000)}`, 'invalid_json', /not valid JSON/);
    refused('depth hidden in a comment', `[/*"*/${'['.repeat(60_000)}`, 'invalid_json', /not valid JSON/);
    refused('invalid UTF-8', Buffer.from(callBody('{"s":"é"}'), 'latin1'), 'invalid_json', /UTF-8/);
    refused('an overlong encoding', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x7d]), 'invalid_json', /UTF-8/);
    refused('a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'invalid_json', /UTF-8/);
    refused('UTF-16', Buffer.from(`\ufeff${callBody()}`, 'utf16le'), 'invalid_json', /UTF-8/);
    refused('a byte order mark alone', '\ufeff', 'invalid_json', /position 0/);
  });

  describe('that is not a call', () => {
    for (const [body, got] of [
      ['null', 'null'],
      ['[]', 'an array'],
      ['"x"', 'a string'],
      ['-1', 'a number'],
      ['true', 'a boolean'],
    ] as const) {
      refused(got, ` ${body} `, 'invalid_request', new RegExp(`body is ${got}\\.`));
      refused(
        `toolName ${got}`,
        `{"toolName":${got === 'a string' ? '{}' : body},"arguments":{}}`,
        'invalid_request',
        got === 'a string' ? /must be a string, but is an object\./ : new RegExp(`must be a string, but is ${got}\\.`),
      );
      refused(
        `arguments ${got}`,
        `{"toolName":"echo","arguments":${body}}`,
        'invalid_request',
        new RegExp(`"arguments" must be an object, but is ${got}\\.`),
      );
    }
    refused('an empty object', '{}', 'invalid_request', /"toolName" is missing/);
    refused('no toolName', '{"arguments":{}}', 'invalid_request', /"toolName" is missing/);
    refused('no arguments', '{"toolName":"echo"}', 'invalid_request', /"arguments" is missing/);
    refused(
      'toolName inherited only',
      '{"__proto__":{"toolName":"echo","arguments":{}}}',
      'invalid_request',
      /unknown members: "__proto__"/,
    );
    refused(
      'two toolNames',
      '{"toolName":"echo","arguments":{},"toolName":"other"}',
      'invalid_request',
      /"toolName" appears more than once/,
    );
    refused(
      'two toolNames, one in escapes',
      '{"tool\\u004eame":"echo","arguments":{},"toolName":"echo"}',
      'invalid_request',
      /"toolName" appears more than once/,
    );
    refused(
      'two arguments',
      '{"toolName":"echo","arguments":{},"\\u0061rguments":{}}',
      'invalid_request',
      /"arguments" appears more than once/,
    );
    for (const [title, body, says] of [
      [
        'name for toolName',
        '{"name":"echo","arguments":{}}',
        /^The body has "name": did you mean "toolName"\? Send one/,
      ],
      [
        'args for arguments',
        '{"toolName":"echo","args":{}}',
        /^The body has "args": did you mean "arguments"\? Send one/,
      ],
      [
        'both',
        '{"tool":"echo","parameters":{}}',
        /"tool": did you mean "toolName"\? It has "parameters": did you mean "arg/,
      ],
      ['one twice', '{"toolName":"echo","name":"echo","arguments":{}}', /unknown members: "name"/],
      ['what is left out', '{"name":"echo"}', /"name": did you mean "toolName"\?/],
      [
        'arguments in a string',
        '{"toolName":"echo","arguments":"{\\"a\\":1}"}',
        /but is a string\. Send the object itself, not its JSON/,
      ],
      ['a string that is no JSON', '{"toolName":"echo","arguments":"a {"}', /but is a string\. Send one JSON object/],
    ] as const)
      refused(title, body, 'invalid_request', says);
    refused(
      'unknown members',
      '{"toolName":"echo","arguments":{},"input":1,"é\\n":2,"input":3}',
      'invalid_request',
      /unknown members: "input", "\\u00e9\\n"\./,
    );
    refused(
      'very many unknown members',
      `{${Array.from({ length: 900 }, (_, n) => `"k${n}":0`).join(',')}}`,
      'invalid_request',
      /"k4" and more\./,
    );
  });

  describe('that is too deep', () => {
    it('is taken up to the limit', async () => {
      expect((await front.post(callBody(nested(DEPTH - 2)))).status).to.equal(200);
    });

    for (const [title, body] of [
      ['by one level', callBody(nested(DEPTH - 1))],
      ['by very much', callBody(nested(16_000))],
      ['and never closed', '['.repeat(60_000)],
      ['in objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ] as const) {
      it(`is refused: ${title}`, async () => {
        const problem = expectProblem(await front.post(body), 'invalid_request');
        expect(problem).to.include({ limit: 'bodyDepth', allowed: DEPTH });
        expect(problem.setting).to.equal(undefined);
      });
    }
  });

  describe('that is of another type', () => {
    const types: [title: string, headers: string[]][] = [
      ['none', []],
      ['empty', ['Content-Type:']],
      ['text', ['Content-Type: text/plain']],
      ['a form', ['Content-Type: application/x-www-form-urlencoded']],
      ['JSON of some kind', ['Content-Type: application/vnd.api+json']],
      ['a list', ['Content-Type: application/json, text/plain']],
      ['JSON as a parameter', ['Content-Type: text/plain; application/json']],
      ['another charset', ['Content-Type: application/json; charset=utf-16']],
      ['two types', ['Content-Type: application/json', 'Content-Type: text/plain']],
      ['an unknown encoding', ['Content-Type: application/json', 'Content-Encoding: zstd']],
      ['two encodings', ['Content-Type: application/json', 'Content-Encoding: gzip, gzip']],
      [
        'two encodings in two headers',
        ['Content-Type: application/json', 'Content-Encoding: gzip', 'Content-Encoding: gzip'],
      ],
      ['an encoding called __proto__', ['Content-Type: application/json', 'Content-Encoding: __proto__']],
    ];
    for (const [title, headers] of types) {
      it(`is refused: ${title}`, async () => {
        const body = callBody();
        const head = ['Host: localhost', ...headers, `Content-Length: ${body.length}`];
        const { replies } = await exchange(front.port, [requestText('POST /mcp/callTool', head, body)]);
        expectProblem(replies[0], 'unsupported_media_type');
        expect(front.calls).to.have.lengthOf(0);
      });
    }

    it('is refused though it has no body at all', async () => {
      expectProblem(await front.request('POST', '/mcp/callTool'), 'unsupported_media_type');
      const reply = await front.request('POST', '/mcp/callTool', { 'Content-Type': 'application/json' });
      expectProblem(reply, 'invalid_json');
    });
  });

  describe('that is compressed', () => {
    const text = callBody('{"a":"é"}');
    const gzip = { 'Content-Encoding': 'gzip' };
    for (const [encoding, body] of [
      ['gzip', gzipSync(text)],
      ['GZip', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
      ['identity', Buffer.from(text)],
    ] as const) {
      it(`is taken as ${encoding}`, async () => {
        expect((await front.post(body, { 'Content-Encoding': encoding })).body).to.equal('{"a":"é"}');
      });

      if (encoding === 'identity') continue;
      it(`is refused if it is not ${encoding}`, async () => {
        const problem = expectProblem(await front.post(text, { 'Content-Encoding': encoding }), 'invalid_request');
        expect(problem.detail).to.match(/cannot be inflated/);
      });

      it(`is refused if its ${encoding} is cut off`, async () => {
        expectProblem(await front.post(body.subarray(0, -6), { 'Content-Encoding': encoding }), 'invalid_request');
      });

      for (const rest of ['rubbish', '\0\0\0', 'x']) {
        it(`is refused if ${JSON.stringify(rest)} follows its ${encoding}`, async () => {
          const longer = Buffer.concat([body, Buffer.from(rest)]);
          const problem = expectProblem(await front.post(longer, { 'Content-Encoding': encoding }), 'invalid_request');
          expect(problem.detail).to.match(/cannot be inflated/);
        });
      }
    }

    it('is refused if its checksum is wrong', async () => {
      const body = gzipSync(text);
      body.writeUInt32LE(7, body.length - 8);
      expectProblem(await front.post(body, gzip), 'invalid_request');
    });

    it('is refused if it is gzip and declared as deflate', async () => {
      expectProblem(await front.post(gzipSync(text), { 'Content-Encoding': 'deflate' }), 'invalid_request');
    });

    it('is the sum of its gzip members, and refused if that is not a call', async () => {
      const halves = [text.slice(0, 10), text.slice(10)];
      const members = Buffer.concat(halves.map((half) => gzipSync(half)));
      expect((await front.post(members, gzip)).body).to.equal('{"a":"é"}');
      expectProblem(await front.post(Buffer.concat([gzipSync(text), gzipSync(text)]), gzip), 'invalid_json');
    });

    it('is refused if it is empty', async () => {
      expectProblem(await front.post(gzipSync(''), gzip), 'invalid_json');
      expect((await front.post('', gzip)).status).to.equal(400);
    });

    it('is refused if it inflates beyond the cap, which costs no memory', async () => {
      const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20), { level: constants.Z_BEST_COMPRESSION });
      expect(bomb.length).to.be.below(BODY_BYTES);
      const before = process.memoryUsage.rss();
      const replies = await Promise.all(Array.from({ length: 10 }, () => front.post(bomb, gzip)));
      expect(process.memoryUsage.rss() - before).to.be.below(200_000_000);
      for (const reply of replies)
        expect(expectProblem(reply, 'payload_too_large')).to.include({ limit: 'bodyBytes', allowed: BODY_BYTES });
    });

    it('is refused if brotli inflates beyond the cap', async () => {
      const bomb = brotliCompressSync(Buffer.alloc(20_000_000, 0x20));
      expectProblem(await front.post(bomb, { 'Content-Encoding': 'br' }), 'payload_too_large');
    });

    it('is refused if it inflates beyond the cap and is broken after that', async () => {
      for (const keptBytes of [100, 150, 200, 300]) {
        const bomb = gzipSync(Buffer.alloc(BODY_BYTES * 2, 0x20));
        const broken = Buffer.concat([
          bomb.subarray(0, Math.min(keptBytes, bomb.length - 10)),
          Buffer.alloc(4000, 0xff),
        ]);
        expect((await front.post(broken, gzip)).status).to.be.oneOf([400, 413]);
        await expectWell(front);
      }
    });

    it('is cut off if it never inflates to anything', async () => {
      const head = requestText('POST /mcp/callTool', [
        ...HEADERS,
        'Content-Encoding: gzip',
        'Transfer-Encoding: chunked',
      ]);
      const empty = Buffer.concat(Array.from({ length: 500 }, () => gzipSync('')));
      const chunk = Buffer.concat([Buffer.from(`${empty.length.toString(16)}\r\n`), empty, Buffer.from('\r\n')]);
      const { replies, closed } = await exchange(front.port, [head, ...Array.from({ length: 20 }, () => chunk)], {
        pauseMs: 5,
      });
      expectProblem(replies[0], 'payload_too_large');
      expect(closed).to.equal(true);
    });
  });

  describe('that is too large', () => {
    it('is taken up to the cap', async () => {
      const body = callBody().padEnd(BODY_BYTES);
      expect((await front.post(body)).status).to.equal(200);
    });

    it('is refused unread if it is declared so', async () => {
      const head = requestText('POST /mcp/callTool', [...HEADERS, `Content-Length: ${BODY_BYTES + 1}`]);
      const { replies, closed, tookMs } = await exchange(front.port, [head]);
      const problem = expectProblem(replies[0], 'payload_too_large');
      expect(problem).to.include({
        limit: 'bodyBytes',
        allowed: BODY_BYTES,
        used: BODY_BYTES + 1,
        setting: 'server.bodyBytes',
      });
      expect(replies[0]?.headers.get('connection')).to.equal('close');
      expect(closed).to.equal(true);
      expect(tookMs).to.be.below(4000);
    });

    it('is refused even if the caller sends for long before it reads', async () => {
      const { socket, received } = await openWire(front.port);
      socket.pause();
      socket.write(requestText('POST /mcp/callTool', [...HEADERS, 'Content-Length: 3000000'], '', 'X: y'));
      // For half of the time for which the server reads on, by the clock that both share: a busy machine sends less.
      const sinceMs = performance.now();
      while (performance.now() - sinceMs < LINGER_MS / 2 && !socket.destroyed) {
        socket.write('x'.repeat(10_000));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      const isLate = performance.now() - sinceMs >= LINGER_MS;
      if (!isLate) expect(socket.destroyed, 'reset by the server while it was sending').to.equal(false);
      socket.resume();
      await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
      socket.destroy();
      expectProblem(readReplies(received())[0], 'payload_too_large');
    });

    it('is cut while it arrives in chunks', async () => {
      const head = requestText('POST /mcp/callTool', [...HEADERS, 'Transfer-Encoding: chunked']);
      const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
      const { replies, closed } = await exchange(front.port, [head, ...Array.from({ length: 100 }, () => chunk)]);
      expectProblem(replies[0], 'payload_too_large');
      expect(closed).to.equal(true);
    });

    it('is cut while it arrives without end, and the connection with it', async () => {
      const { socket, received } = await openWire(front.port);
      const startedAt = performance.now();
      socket.write(requestText('POST /mcp/callTool', [...HEADERS, 'Transfer-Encoding: chunked']));
      const feed = setInterval(() => socket.write(`1000\r\n${' '.repeat(0x1000)}\r\n`), 5);
      await new Promise((resolve) => socket.once('close', resolve).once('end', resolve));
      clearInterval(feed);
      socket.destroy();
      expect(performance.now() - startedAt).to.be.below(5000);
      expectProblem(readReplies(received())[0], 'payload_too_large');
    });

    it('is refused if only the arguments are', async () => {
      const argumentsText = `{"a":"${'é'.repeat(17_000)}"}`;
      const problem = expectProblem(await front.post(callBody(argumentsText)), 'payload_too_large');
      expect(problem).to.include({
        limit: 'argumentsBytes',
        allowed: 32_768,
        used: 34_008,
        setting: 'limits.argumentsBytes',
      });
    });

    it('is not asked for if the caller waits for that', async () => {
      const head = [...HEADERS, 'Expect: 100-continue', `Content-Length: ${BODY_BYTES + 1}`];
      const { replies } = await exchange(front.port, [requestText('POST /mcp/callTool', head)]);
      expect(replies).to.have.lengthOf(1);
      expectProblem(replies[0], 'payload_too_large');
    });
  });

  it('is refused if it expects anything but 100-continue', async () => {
    const head = [...HEADERS, 'Expect: a-miracle', 'Content-Length: 2'];
    const { replies } = await exchange(front.port, [requestText('POST /mcp/callTool', head, '{}')]);
    expectProblem(replies[0], 'invalid_request');
  });
});
