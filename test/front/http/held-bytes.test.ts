// Unfinished bodies and unread replies hold no more bytes together than the server allows.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { holdPart, senderOf } from '../../../src/front/http/held-bytes.ts';
import { ByteBudget } from '../../../src/shared/protocol/byte-budget.ts';
import { expectProblem } from './expect.ts';
import { callBody, type Front, startFront } from './front.ts';
import { openWire, readReplies, requestText } from './wire.ts';

const HEADERS = ['Host: localhost', 'Content-Type: application/json'];
const BODY_BYTES = 100_000;
const SENT_BYTES = 90_000;
/** One address may hold half of it. */
const HELD_BYTES = 400_000;
const FIT = Math.floor(HELD_BYTES / 2 / SENT_BYTES);

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('bodies that never end', () => {
  let front: Front;
  let wires: { socket: Socket; received: () => string }[];
  beforeEach(async () => {
    wires = [];
    front = await startFront({ server: { bodyBytes: BODY_BYTES }, bounds: { heldBytes: HELD_BYTES } });
  });
  afterEach(async () => {
    for (const { socket } of wires) socket.destroy();
    await front.close();
  });

  const beginBody = async (headers: readonly string[], part: string | Uint8Array): Promise<void> => {
    const wire = await openWire(front.port);
    wires.push(wire);
    wire.socket.write(requestText('POST /mcp/callTool', [...HEADERS, ...headers, `Content-Length: ${BODY_BYTES - 1}`]));
    await new Promise<void>((resolve) => wire.socket.write(part, () => resolve()));
  };
  const answered = (): number => wires.filter(({ received }) => received() !== '').length;

  for (const [title, headers, part] of [
    ['as they are', [], ' '.repeat(SENT_BYTES)],
    ['compressed', ['Content-Encoding: gzip'], gzipSync(' '.repeat(SENT_BYTES), { level: 0 })],
  ] as const) {
    it(`make room for others, first the body that has held most for longest: ${title}`, async () => {
      const bodies = 3 * FIT;
      for (let body = 0; body < bodies; body += 1) await beginBody(headers, part);
      await until(() => answered() >= bodies - FIT);
      expect(answered()).to.equal(bodies - FIT);
      const [first] = wires;
      const problem = expectProblem(readReplies(first?.received() ?? '')[0], 'overloaded');
      expect(problem).to.include({ limit: 'heldBytes', retryAfterMs: 1_000 });
      expect(front.entries.at(0)).to.include({ code: 'overloaded' });
      expect((await front.post(callBody('{"small":true}'))).body).to.equal('{"small":true}');
    });
  }

  it('count for a whole IPv6 network, of which their sender has every address', () => {
    const senderAt = (address: string): string => senderOf({} as IncomingMessage, () => address);
    expect(senderAt('2001:db8:1:2:3:4:5:6')).to.equal(senderAt('2001:db8:1:2::9'));
    expect(senderAt('2001:db8:1:2::9')).not.to.equal(senderAt('2001:db8:1:3::9'));
    expect(senderAt('10.0.0.1')).not.to.equal(senderAt('10.0.0.2'));
  });

  it('do not keep out a large body that arrives at once', async () => {
    for (let body = 0; body < 3 * FIT; body += 1) await beginBody([], ' '.repeat(SENT_BYTES));
    const large = callBody(`{"a":"${'x'.repeat(30_000)}"}`).padEnd(SENT_BYTES);
    const replies = await Promise.all(Array.from({ length: 5 }, () => front.post(large)));
    for (const { status } of replies) expect(status).to.equal(200);
  });

  it('hold nothing after their callers have gone', async () => {
    for (let round = 0; round < 4; round += 1) {
      for (let body = 0; body < FIT; body += 1) await beginBody([], ' '.repeat(SENT_BYTES));
      const gone = Promise.all(wires.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve))));
      for (const { socket } of wires) socket.destroy();
      await gone;
      await until(() => front.entries.length === (round + 1) * FIT);
      expect(front.entries.filter(({ code }) => code === 'overloaded')).to.deep.equal([]);
      wires = [];
    }
  });
});

describe('replies of the server that nobody reads', function () {
  this.timeout(20_000);
  const TEXT = JSON.stringify({ tools: [{ name: 'echo', description: 'x'.repeat(8_000_000) }] });
  const LIST = { text: TEXT, etag: '"sha256-long"' };
  const FIT_REPLIES = 2;
  const rpc = (method: string): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method });
  const post = (path: string, body: string): string =>
    requestText(`POST ${path}`, [...HEADERS, `Content-Length: ${body.length}`], body);
  const get = (path: string): string => requestText(`GET ${path}`, ['Host: localhost']);
  const form = async () => ({ text: TEXT, etag: '"formed"', isPersonal: false });
  const find = async () => ({ tools: [], hint: TEXT }) as never;

  for (const [title, request] of [
    ['the list of tools', get('/mcp/metadata')],
    ['the list in a format', get('/mcp/metadata?format=openai')],
    ['findings', get('/mcp/metadata?q=echo')],
    ['the document of OpenAPI', get('/openapi.json')],
    ['the list of MCP', post('/mcp', rpc('tools/list'))],
    ['a batch of MCP', post('/mcp', `[${rpc('tools/list')},${rpc('ping')}]`)],
  ] as const)
    it(`are cut off if they hold more than they may: ${title}`, async () => {
      const front = await startFront({
        bounds: { heldBytes: 2 * (FIT_REPLIES + 0.5) * TEXT.length },
        // Late readers are not what is cut off here.
        server: { requestTimeoutMs: 300_000 },
        metadata: () => LIST,
        ...{ form, find },
      });
      let cut = 0;
      front.server.on('connection', (socket) => socket.once('close', () => (cut += 1)));
      const sockets: Socket[] = [];
      for (let reply = 0; reply < 2 * FIT_REPLIES; reply += 1) {
        const { socket } = await openWire(front.port);
        sockets.push(socket.pause());
        socket.write(request);
      }
      await until(() => cut >= FIT_REPLIES);
      const { body } = await front.request('GET', '/mcp/metadata');
      expect(body).to.have.lengthOf(TEXT.length);
      for (const socket of sockets) socket.destroy();
      await front.close();
    });
});

describe('the share of replies that nobody reads', () => {
  const REPLY = 1_000;
  /** Three replies of one owner are more than it may hold. */
  const cutOf = (
    ...askers: readonly { caller?: object; address: string; pluginName?: string }[]
  ): readonly number[] => {
    const held = new ByteBudget(5 * REPLY);
    const cut: number[] = [];
    for (const [index, { caller = {}, address, pluginName }] of askers.entries()) {
      const req = { socket: { destroy: () => cut.push(index) } } as unknown as IncomingMessage;
      const route = pluginName === undefined ? {} : { route: { pluginName } };
      const state = { caller: { name: 'anonymous', scopes: [], ...caller }, remoteAddress: address, ...route };
      holdPart({ req, state } as never, REPLY, held);
    }
    return cut;
  };
  const ada = { name: 'client:ada', client: 'ada' };
  const bob = { name: 'client:bob', client: 'bob' };

  it('is that of a whole IPv6 network, whoever its senders say they are', () => {
    const from = (end: string) => ({ address: `2001:db8:1:2::${end}`, caller: { name: `bearer:${end}` } });
    expect(cutOf(from('1'), from('2'), from('3'))).to.have.lengthOf(1);
    expect(cutOf(from('1'), from('2'), { address: '2001:db8:1:3::1' })).to.deep.equal([]);
  });

  it('is that of a caller, from wherever it comes and whatever it calls; others that call the same plugin lose nothing', () => {
    const of = (caller: object, address: string, pluginName: string) => ({ caller, address, pluginName });
    expect(cutOf(of(ada, '192.0.2.1', 'a'), of(ada, '192.0.2.2', 'b'), of(ada, '192.0.2.3', 'c'))).to.have.lengthOf(1);
    expect(cutOf(of(bob, '192.0.2.1', 'a'), of(ada, '192.0.2.1', 'a'), of(ada, '192.0.2.1', 'a'))).to.deep.equal([]);
  });
});

describe('replies that nobody reads', () => {
  /** More than the system buffers for a reader that does not read. */
  const REPLY_BYTES = 16_000_000;
  const FIT_REPLIES = 2;

  it('are cut off if they hold more than they may, and others are not', async () => {
    const result = `"${'x'.repeat(REPLY_BYTES)}"`;
    const front = await startFront({
      bounds: { heldBytes: 2 * (FIT_REPLIES + 0.5) * REPLY_BYTES },
      execute: async ({ argumentsJson }) => ({
        ok: true,
        resultJson: argumentsJson.toString() === '{"large":true}' ? Buffer.from(result) : argumentsJson,
        usage: { queueMs: 0, runMs: 0, cpuMs: 0 },
      }),
    });
    let cut = 0;
    front.server.on('connection', (socket) => socket.once('close', () => (cut += 1)));
    const sockets: Socket[] = [];
    for (let reply = 0; reply < 2 * FIT_REPLIES; reply += 1) {
      const { socket } = await openWire(front.port);
      sockets.push(socket.pause());
      const body = callBody('{"large":true}');
      socket.write(requestText('POST /mcp/callTool', [...HEADERS, `Content-Length: ${body.length}`], body));
    }
    await until(() => front.entries.length === 2 * FIT_REPLIES && cut >= FIT_REPLIES);
    expect(cut).to.equal(FIT_REPLIES);
    expect((await front.post(callBody('{"small":true}'))).body).to.equal('{"small":true}');
    expect((await front.post(callBody('{"large":true}'))).body).to.have.lengthOf(result.length);
    for (const socket of sockets) socket.destroy();
    await front.close();
  });
});
