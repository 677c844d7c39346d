// POST /mcp in both eras: results, failures, and what the log has of them. The executor is the only fake.

import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { NamedRoute, Outcome } from '../../../src/shared/protocol/call.ts';
import type { Failure } from '../../../src/shared/protocol/errors.ts';
import { LIMITS } from '../../support/hostile-runners.ts';
import { type Front, type FrontOptions, type Reply, startFront } from './front.ts';

const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const TOOLS = [
  { name: 'echo', description: 'Gives back.', inputSchema: { type: 'object' }, outputSchema: { type: 'object' } },
  { name: 'list', description: 'Lists.', inputSchema: { type: 'object' }, outputSchema: { type: 'array' } },
];
const USAGE = { queueMs: 1, runMs: 2, cpuMs: 1 };
const SERVER = { 'io.modelcontextprotocol/serverInfo': { name: 'toolcell', version: '0.1.0' } };

type Params = { readonly [name: string]: unknown; readonly name?: string };

const send = (front: Front, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  front.request(
    'POST',
    '/mcp',
    { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    typeof body === 'string' ? body : JSON.stringify(body),
  );

const legacy = (front: Front, method: string, params?: Params, headers?: Record<string, string>): Promise<Reply> =>
  send(front, { jsonrpc: '2.0', id: 7, method, ...(params && { params }) }, headers);

const modern = (front: Front, method: string, params: Params = {}, headers: Record<string, string> = {}) =>
  send(
    front,
    { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: { ...META, ...(params._meta as object) } } },
    {
      'MCP-Protocol-Version': REVISION,
      'Mcp-Method': method,
      ...(params.name !== undefined && { 'Mcp-Name': params.name }),
      ...headers,
    },
  );

/** The message in a reply, which is a document or one event of a stream. */
const messageIn = ({ body }: Reply) => JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body);

const execute = async ({ toolName, argumentsJson }: { toolName: string; argumentsJson: Buffer }): Promise<Outcome> => {
  if (toolName === 'list') return { ok: true, resultJson: Buffer.from('[1.50,"ü"]'), usage: USAGE };
  if (toolName === 'echo') return { ok: true, resultJson: argumentsJson, usage: USAGE };
  return { ok: false, failure: { code: 'tool_not_found', detail: `No tool ${toolName}.` }, usage: USAGE };
};

const frontWith = (options: FrontOptions = {}): Promise<Front> =>
  startFront({ execute, metadata: () => LIST, ...options });

const LIST = { text: JSON.stringify({ tools: TOOLS }), etag: '"one"' };

const failing = (failure: Failure): Promise<Front> =>
  frontWith({ execute: async () => ({ ok: false, failure, usage: USAGE }) });

const LINK = { type: 'resource_link', uri: 'https://example.com/', name: 'Ada' };
const CONTENT_ROUTE: NamedRoute = {
  pluginName: 'plugin',
  version: '1.0.0',
  digest: 'sha256-0',
  resultForm: 'content',
  limits: LIMITS,
};

/** A front whose tool has content blocks, and a runner that answers this text. */
const answering = (resultText: string): Promise<Front> =>
  frontWith({
    execute: async ({ onRoute }) => {
      onRoute?.(CONTENT_ROUTE);
      return { ok: true, resultJson: Buffer.from(resultText), usage: USAGE };
    },
  });

describe('POST /mcp', () => {
  let front: Front;
  before(async () => {
    front = await frontWith();
  });
  beforeEach(() => {
    front.calls.length = 0;
    front.entries.length = 0;
  });
  after(() => front.close());

  for (const revision of ['2025-11-25', '2025-06-18', '2025-03-26'])
    it(`shakes hands with a client of ${revision}, and keeps nothing of it`, async () => {
      const client = { name: 'test', version: '1' };
      const params = { protocolVersion: revision, capabilities: {}, clientInfo: client };
      const reply = await legacy(front, 'initialize', params);
      expect(messageIn(reply)).to.deep.equal({
        jsonrpc: '2.0',
        id: 7,
        result: {
          protocolVersion: revision,
          capabilities: { tools: {} },
          serverInfo: { name: 'toolcell', version: '0.1.0' },
        },
      });
      expect(reply.headers).not.to.have.property('mcp-session-id');
      const told = await send(front, { jsonrpc: '2.0', method: 'notifications/initialized' });
      expect({ status: told.status, body: told.body }).to.deep.equal({ status: 202, body: '' });
      expect(messageIn(await legacy(front, 'ping'))).to.deep.equal({ jsonrpc: '2.0', id: 7, result: {} });
    });

  it('lists the tools of both eras, the second time as the first', async () => {
    const older = [await legacy(front, 'tools/list'), await legacy(front, 'tools/list')].map(messageIn);
    expect(older[0]).to.deep.equal(older[1]);
    expect(older[0].result.tools).to.deep.equal([
      TOOLS[0],
      {
        ...TOOLS[1],
        outputSchema: { type: 'object', properties: { result: { type: 'array' } }, required: ['result'] },
      },
    ]);
    const newer = [await modern(front, 'tools/list'), await modern(front, 'tools/list')].map(messageIn);
    expect(newer[0]).to.deep.equal(newer[1]);
    expect(newer[0].result).to.deep.equal({
      tools: TOOLS,
      ttlMs: 60_000,
      cacheScope: 'public',
      resultType: 'complete',
      _meta: SERVER,
    });
    expect(front.entries).to.deep.equal([]);
  });

  it('says of a personal list that only its caller may keep it', async () => {
    const other = await frontWith({ metadata: () => ({ ...LIST, isPersonal: true }) });
    for (let round = 0; round < 2; round += 1)
      expect(messageIn(await modern(other, 'tools/list')).result.cacheScope).to.equal('private');
    await other.close();
  });

  it('calls a tool with the arguments as they were sent, and logs one line', async () => {
    const args = '{"n":1.50,"n":9007199254740993}';
    const { status, headers, body } = await send(
      front,
      `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"echo","arguments":${args}}}`,
    );
    expect(status).to.equal(200);
    expect(body).to.equal(
      `{"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":${JSON.stringify(args)}}],"structuredContent":{"result":${args}}}}`,
    );
    expect(front.calls[0]?.argumentsJson.toString()).to.equal(args);
    expect(headers['toolcell-call-id']).to.equal(front.calls[0]?.callId);
    expect(front.entries).to.have.length(1);
    expect(front.entries[0]).to.include({ path: '/mcp', toolName: 'echo', code: 'ok', status: 200 });
  });

  it('answers the fast way as the SDK does', async () => {
    for (const params of [
      { name: 'echo', arguments: { a: 1 } },
      { name: 'list', arguments: {} },
      { name: 'list' },
      { name: 'nothing', arguments: {} },
    ]) {
      // Progress is for the SDK.
      const slow = { ...params, _meta: { progressToken: 1 } };
      expect(messageIn(await legacy(front, 'tools/call', params))).to.deep.equal(
        messageIn(await legacy(front, 'tools/call', slow)),
      );
      const asked = messageIn(await modern(front, 'tools/call', slow));
      for (let round = 0; round < 2; round += 1)
        expect(messageIn(await modern(front, 'tools/call', params))).to.deep.equal(asked);
    }
  });

  it('wraps values that are no objects for clients of older revisions', async () => {
    const content = [{ type: 'text', text: '[1.50,"ü"]' }];
    const older = messageIn(await legacy(front, 'tools/call', { name: 'list', arguments: {} }));
    expect(older.result).to.deep.equal({ content, structuredContent: { result: [1.5, 'ü'] } });
    const newer = messageIn(await modern(front, 'tools/call', { name: 'list', arguments: {} }));
    expect(newer.result).to.deep.equal({
      content,
      structuredContent: [1.5, 'ü'],
      resultType: 'complete',
      _meta: SERVER,
    });
  });

  it('passes content blocks on, the fast way as the SDK does, and as text where the revision lacks them', async () => {
    const other = await answering(`{"structuredContent":{"n":1},"content":${JSON.stringify([LINK])}}`);
    for (const more of [{}, { _meta: { progressToken: 1 } }]) {
      const params = { name: 'echo', arguments: {}, ...more };
      const newer = messageIn(await modern(other, 'tools/call', params)).result;
      expect(newer).to.deep.equal({
        content: [LINK],
        structuredContent: { n: 1 },
        resultType: 'complete',
        _meta: SERVER,
      });
      const older = await legacy(other, 'tools/call', params, { 'MCP-Protocol-Version': '2025-06-18' });
      expect(messageIn(older).result).to.deep.equal({ content: [LINK], structuredContent: { n: 1 } });
      const oldest = await legacy(other, 'tools/call', params, { 'MCP-Protocol-Version': '2025-03-26' });
      const text = 'Link: Ada (https://example.com/)';
      expect(messageIn(oldest).result).to.deep.equal({
        content: [{ type: 'text', text }],
        structuredContent: { n: 1 },
      });
    }
    await other.close();
  });

  it('answers invalid_result if a runner lies about content blocks, whatever it says', async () => {
    for (const lie of ['5', '{}', '[]', '{"content":[],"isError":true}', '{"content":[],"result":{}}']) {
      const other = await answering(lie);
      for (const ask of [legacy, modern]) {
        const { result } = messageIn(await ask(other, 'tools/call', { name: 'echo', arguments: {} }));
        expect(result).to.include({ isError: true }).and.not.to.have.property('structuredContent');
        expect(result.content[0].text).to.match(/^invalid_result: /);
      }
      expect(other.entries.map(({ code, status }) => ({ code, status }))).to.deep.equal([
        { code: 'invalid_result', status: 200 },
        { code: 'invalid_result', status: 200 },
      ]);
      await other.close();
    }
  });

  it('tells a model what was wrong with its arguments, with isError', async () => {
    const violations = [{ path: '/a', message: 'must be a number, but is a string' }];
    const other = await failing({ code: 'invalid_arguments', detail: 'The arguments do not fit.', violations });
    for (const ask of [legacy, modern]) {
      const { result, error } = messageIn(await ask(other, 'tools/call', { name: 'echo', arguments: {} }));
      expect(error).to.equal(undefined);
      expect(result).to.include({ isError: true }).and.not.to.have.property('structuredContent');
      expect(result.content).to.deep.equal([
        {
          type: 'text',
          text: 'invalid_arguments: The arguments do not fit.\n/a must be a number, but is a string',
        },
      ]);
    }
    expect(other.entries.map(({ code, status }) => ({ code, status }))).to.deep.equal([
      { code: 'invalid_arguments', status: 200 },
      { code: 'invalid_arguments', status: 200 },
    ]);
    await other.close();
  });

  for (const code of ['overloaded', 'rate_limited', 'shutting_down', 'store_unavailable'] as const)
    it(`answers with an error that says when to come back: ${code}`, async () => {
      const other = await failing({ code, detail: 'Not now.', retryAfterMs: 1_500 });
      for (const ask of [legacy, modern]) {
        const { status, ...reply } = await ask(other, 'tools/call', { name: 'echo', arguments: {} });
        expect(status).to.equal(200);
        const { error } = messageIn({ status, ...reply });
        expect(error).to.deep.include({ code: -32_000, message: `${code}: Not now. Try again in 2 s.` });
        expect(error.data).to.deep.include({ code, retryable: true, retryAfterMs: 1_500 });
      }
      await other.close();
    });

  it('sends a caller without the scope to get one, by status and header', async () => {
    const challenge = 'Bearer realm="toolcell", error="insufficient_scope", scope="write"';
    const other = await failing({ code: 'forbidden', detail: 'It needs the scope "write".', challenge });
    for (const ask of [legacy, modern]) {
      const reply = await ask(other, 'tools/call', { name: 'echo', arguments: {} });
      expect(reply.status).to.equal(403);
      expect(reply.headers['www-authenticate']).to.equal(challenge);
      expect(messageIn(reply)).to.deep.include({ jsonrpc: '2.0', id: 7 });
      expect(messageIn(reply).error.message).to.equal('forbidden: It needs the scope "write".');
    }
    await other.close();
  });

  it('hides the details of a fault of the host', async () => {
    const other = await frontWith({ execute: () => Promise.reject(new Error('a secret of the host')) });
    for (const ask of [legacy, modern]) {
      const reply = await ask(other, 'tools/call', { name: 'echo', arguments: {} });
      expect(messageIn(reply).error.code).to.equal(-32_603);
      expect(reply.body).not.to.contain('secret');
    }
    expect(String(other.entries[0]?.cause)).to.contain('a secret of the host');
    await other.close();
  });

  for (const [what, body, status, code, text] of [
    ['no JSON', '{"jsonrpc":', 400, -32_700, 'invalid_json: The body is not valid JSON'],
    ['an empty body', '', 400, -32_700, 'invalid_json: The body is empty'],
    ['a body that is too deep', '['.repeat(70) + ']'.repeat(70), 400, -32_600, 'nests deeper than 65 levels'],
    ['a part that is there twice', '{"jsonrpc":"2.0","id":1,"id":2}', 400, -32_600, '"id" appears more than once'],
    ['no message', '{"hello":1}', 400, -32_600, 'not a valid JSON-RPC message'],
    ['a large body', `"${'a'.repeat(70_000)}"`, 413, -32_600, 'payload_too_large: The body is larger than'],
  ] as const)
    it(`refuses ${what} with a JSON-RPC error`, async () => {
      const reply = await send(front, body);
      expect(reply.status).to.equal(status);
      expect(reply.headers['content-type']).to.equal('application/json');
      expect(messageIn(reply)).to.include({ jsonrpc: '2.0', id: null });
      expect(messageIn(reply).error).to.include({ code });
      expect(messageIn(reply).error.message).to.contain(text);
      expect(front.calls).to.deep.equal([]);
    });

  it('refuses arguments above the limit, and a content type that is no JSON', async () => {
    const large = await legacy(front, 'tools/call', { name: 'echo', arguments: { a: 'a'.repeat(40_000) } });
    expect(messageIn(large).error.data).to.include({ code: 'payload_too_large', limit: 'argumentsBytes' });
    const other = await send(front, '{}', { 'Content-Type': 'text/plain' });
    expect(other.status).to.equal(415);
    expect(messageIn(other).error.message).to.contain('unsupported_media_type: ');
  });

  it('checks the headers of the modern revision against the body', async () => {
    const wrong = await modern(front, 'tools/call', { name: 'echo', arguments: {} }, { 'Mcp-Name': 'list' });
    expect({ status: wrong.status, code: messageIn(wrong).error.code }).to.deep.equal({ status: 400, code: -32_020 });
    const unknown = await modern(front, 'nothing/here');
    expect({ status: unknown.status, code: messageIn(unknown).error.code }).to.deep.equal({
      status: 404,
      code: -32_601,
    });
    const revision = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2030-01-01' } };
    const later = await modern(front, 'tools/list', revision, { 'MCP-Protocol-Version': '2030-01-01' });
    expect({ status: later.status, code: messageIn(later).error.code }).to.deep.equal({ status: 400, code: -32_022 });
    expect(front.calls).to.deep.equal([]);
  });

  it('runs no call of a batch, whose calls would have one line in the log', async () => {
    const batch = [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: {} } }];
    const reply = await send(front, batch);
    expect(reply.body).to.contain('Send each call as a message of its own');
    expect(front.calls).to.deep.equal([]);
  });

  it('answers a batch with one list, and refuses a batch with two, whose answer would have all tools twice', async () => {
    const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
    const one = await send(front, [list(1), { jsonrpc: '2.0', id: 2, method: 'ping' }]);
    expect(one.body.split('"Gives back."')).to.have.lengthOf(2);
    const two = await send(front, [list(1), list(2)]);
    expect(two.status).to.equal(400);
    expect(messageIn(two).error).to.deep.include({ code: -32_600 });
    expect(two.body).to.contain('Send it once, or alone.');
  });

  it('gives the SDK no arguments, and nothing that is longer than a message needs', async () => {
    const text = 'x'.repeat(30_000);
    const args = { text, more: text, large: text };
    const large = await frontWith({ server: { bodyBytes: 200_000 }, argumentsBytes: 100_000 });
    const reply = await legacy(large, 'tools/call', { name: 'echo', arguments: args, _meta: { progressToken: 1 } });
    expect(messageIn(reply).result.structuredContent).to.deep.equal({ result: args });
    for (const body of [
      { jsonrpc: '2.0', id: 7, method: 'initialize', params: args },
      [{ jsonrpc: '2.0', id: 7, method: 'ping', params: args }],
    ]) {
      const refused = await send(large, body);
      expect(refused.status).to.equal(413);
      expect(messageIn(refused).error.data).to.deep.include({ code: 'payload_too_large', limit: 'messageBytes' });
    }
    await large.close();
  });

  it('knows no cursor, because it never gave one', async () => {
    for (const cursor of ['made-up', '']) {
      const replies = [await legacy(front, 'tools/list', { cursor }), await modern(front, 'tools/list', { cursor })];
      const batch = await send(front, [{ jsonrpc: '2.0', id: 7, method: 'tools/list', params: { cursor } }]);
      for (const reply of [...replies, batch]) {
        const message = [messageIn(reply)].flat()[0];
        expect(message.error).to.deep.include({ code: -32_602 });
        expect(message.error.message).to.contain('Ask for the list without "cursor".');
      }
    }
  });

  for (const method of ['GET', 'DELETE'])
    it(`has no session that ${method} could be for`, async () => {
      const reply = await front.request(method, '/mcp', { Accept: 'text/event-stream' });
      expect(reply.status).to.equal(405);
      expect(reply.headers.allow).to.equal('POST, OPTIONS');
    });

  it('takes the trace of the caller from "_meta" if no header names one', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await legacy(front, 'tools/call', { name: 'echo', arguments: {}, _meta: { traceparent } });
    await legacy(front, 'tools/call', { name: 'echo', arguments: {}, _meta: { traceparent: 'wrong' } });
    expect(front.entries.map(({ traceId }) => traceId)).to.deep.equal(['0af7651916cd43dd8448eb211c80319c', undefined]);
    expect(front.calls[0]?.trace?.traceId).to.equal('0af7651916cd43dd8448eb211c80319c');
  });

  it('keeps a receipt of a call for a caller that asks for one', async () => {
    const reply = await legacy(front, 'tools/call', { name: 'echo', arguments: {} }, { Prefer: 'receipt' });
    const receipt = await front.request('GET', `/calls/${reply.headers['toolcell-call-id']}`);
    expect(JSON.parse(receipt.body)).to.include({ toolName: 'echo', code: 'ok' });
  });

  it('cuts the connection of a caller that does not read its stream', async () => {
    const resultJson = Buffer.from(JSON.stringify('x'.repeat(20_000_000)));
    const other = await frontWith({
      server: { requestTimeoutMs: 1_000 },
      execute: async () => ({ ok: true, resultJson, usage: USAGE }),
    });
    const body = JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'echo', arguments: {}, _meta: { progressToken: 1 } },
    });
    const socket = connect(other.port, '127.0.0.1');
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    socket.pause();
    socket.on('error', () => {});
    const connections = () => new Promise((resolve) => other.server.getConnections((_, count) => resolve(count)));
    while ((await connections()) === 0) await pause(20);
    for (let waited = 0; (await connections()) !== 0 && waited < 10_000; waited += 50) await pause(50);
    expect(await connections()).to.equal(0);
    socket.destroy();
    await other.close();
  }).timeout(20_000);
});
