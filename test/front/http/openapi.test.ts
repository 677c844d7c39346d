// GET /openapi.json and POST /tools/NAME: the document is made once for each list of tools, and a tool's own path makes the same call.

import { expect } from 'chai';
import { Keyring } from '../../../src/front/doors/keyring.ts';
import { OpenApiDocuments } from '../../../src/front/openapi/documents.ts';
import { expectProblem, expectWell } from './expect.ts';
import { type Front, startFront } from './front.ts';

const listOf = (...names: readonly string[]): string =>
  JSON.stringify({ tools: names.map((name) => ({ name, description: name, inputSchema: {}, outputSchema: {} })) });
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('GET /openapi.json', () => {
  let front: Front;
  let list = { text: listOf('echo'), etag: '"one"' };
  before(async () => {
    front = await startFront({ metadata: () => list });
  });
  after(() => front.close());

  it('describes the tools of the list, with a tag that changes with it', async () => {
    const first = await front.request('GET', '/openapi.json');
    expect(first.status).to.equal(200);
    expect(first.headers).to.include({ 'content-type': 'application/json', 'cache-control': 'no-cache' });
    expect(Object.keys(JSON.parse(first.body).paths)).to.include('/tools/echo');
    const tag = { 'If-None-Match': String(first.headers.etag) };
    expect((await front.request('GET', '/openapi.json', tag)).status).to.equal(304);
    list = { text: listOf('echo', 'other'), etag: '"two"' };
    const second = await front.request('GET', '/openapi.json', tag);
    expect(second.status).to.equal(200);
    expect(Object.keys(JSON.parse(second.body).paths)).to.include('/tools/other');
  });

  it('takes GET, HEAD and OPTIONS', async () => {
    expectProblem(await front.request('POST', '/openapi.json', JSON_TYPE, '{}'), 'method_not_allowed');
    expect((await front.request('HEAD', '/openapi.json')).body).to.equal('');
    expect((await front.request('OPTIONS', '/openapi.json')).status).to.equal(204);
  });

  it('answers a list that is broken as internal, and serves the next one', async () => {
    list = { text: '{"tools":', etag: '"broken"' };
    expectProblem(await front.request('GET', '/openapi.json'), 'internal');
    list = { text: listOf('echo'), etag: '"one"' };
    expect((await front.request('GET', '/openapi.json')).status).to.equal(200);
  });

  it('needs a key if callers need one', async () => {
    const closed = await startFront({ door: { keys: new Keyring(), allowsAnonymous: false } });
    expectProblem(await closed.request('GET', '/openapi.json'), 'unauthenticated');
    expectProblem(await closed.request('POST', '/tools/echo', JSON_TYPE, '{}'), 'unauthenticated');
    await closed.close();
  });
});

describe('the documents that are kept', () => {
  const DOOR = { hasKeys: false, allowsAnonymous: true };
  const atOnce = async <Made>(work: () => Made): Promise<Made> => work();

  it('are made once for each list', async () => {
    const documents = new OpenApiDocuments(DOOR);
    const list = { text: listOf('echo'), etag: '"one"' };
    const [first, second] = await Promise.all([documents.of(list, atOnce), documents.of(list, atOnce)]);
    expect(first).to.equal(second);
    expect(await documents.of(list, atOnce)).to.equal(first);
    expect(documents.size).to.equal(1);
  });

  it('are 64 at most, of which the one that was not read for longest goes first', async () => {
    const documents = new OpenApiDocuments(DOOR);
    const list = (number: number) => ({ text: listOf(`tool${number}`), etag: `"${number}"` });
    const zero = await documents.of(list(0), atOnce);
    for (let number = 1; number <= 63; number += 1) await documents.of(list(number), atOnce);
    expect(await documents.of(list(0), atOnce)).to.equal(zero);
    for (let number = 64; number < 120; number += 1) await documents.of(list(number), atOnce);
    expect(documents.size).to.equal(64);
    expect(await documents.of(list(0), atOnce)).to.equal(zero);
  });

  it('are fewer if they are long', async () => {
    const documents = new OpenApiDocuments(DOOR);
    const description = 'x'.repeat(10_000_000);
    for (let number = 0; number < 5; number += 1) {
      const tools = [{ name: `tool${number}`, description, inputSchema: {}, outputSchema: {} }];
      await documents.of({ text: JSON.stringify({ tools }), etag: `"${number}"` }, atOnce);
    }
    expect(documents.size).to.equal(3);
  });
});

describe('POST /tools/NAME', () => {
  let front: Front;
  before(async () => {
    front = await startFront({ bounds: { bodyDepth: 4 }, argumentsBytes: 100 });
  });
  beforeEach(() => {
    front.calls.length = 0;
    front.entries.length = 0;
  });
  after(() => front.close());
  const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
    front.request('POST', path, { ...JSON_TYPE, ...headers }, body);

  const untouched = [
    '{"__proto__":{"polluted":true},"toolName":"x","arguments":[]}',
    '{ "b" : 1.0, "a":1E400,\n"n": 12345678901234567890, "a":-0 }',
    '{"s":"\\ud800\\u0000\\/é🎈"}',
    '{}',
  ];
  for (const argumentsText of untouched) {
    it(`passes the arguments ${JSON.stringify(argumentsText)} on as text`, async () => {
      const { status, body, headers } = await post('/tools/echo', ` \t${argumentsText}\r\n `);
      expect(status, body).to.equal(200);
      expect(front.calls[0]).to.include({ toolName: 'echo', callId: headers['toolcell-call-id'] });
      expect(String(front.calls[0]?.argumentsJson)).to.equal(argumentsText);
      expect(body).to.equal(argumentsText);
      expect(front.entries[0]).to.include({ toolName: 'echo', path: '/tools/echo', code: 'ok' });
      expect(front.entries[0]?.argumentsBytes).to.equal(Buffer.byteLength(argumentsText));
      await expectWell(front);
    });
  }

  it('skips a byte order mark, and keeps a receipt', async () => {
    const { body, headers } = await post('/tools/echo', '\ufeff{"a":2}', { Prefer: 'receipt' });
    expect(body).to.equal('{"a":2}');
    const receipt = await front.request('GET', `/calls/${headers['toolcell-call-id']}`);
    expect(JSON.parse(receipt.body)).to.include({ toolName: 'echo', code: 'ok' });
  });

  const refused: readonly (readonly [
    what: string,
    body: string | Uint8Array,
    code: Parameters<typeof expectProblem>[1],
  ])[] = [
    ['nothing', '', 'invalid_json'],
    ['spaces', ' \n', 'invalid_json'],
    ['half an object', '{"a":', 'invalid_json'],
    ['two objects', '{}{}', 'invalid_json'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'invalid_json'],
    ['a list', '[]', 'invalid_request'],
    ['null', 'null', 'invalid_request'],
    ['an object that is too deep', '{"a":{"b":{"c":{}}}}', 'invalid_request'],
    ['arguments that are too long', `{"a":"${'x'.repeat(100)}"}`, 'payload_too_large'],
  ];
  for (const [what, body, code] of refused) {
    it(`refuses ${what}`, async () => {
      const problem = expectProblem(await post('/tools/echo', body), code);
      expect(problem.detail).not.to.include('toolName');
      expect(front.calls).to.have.lengthOf(0);
      await expectWell(front);
    });
  }

  it('takes arguments exactly as deep as the other route does', async () => {
    const deep = '{"a":{"b":[]}}';
    expect((await post('/tools/echo', deep)).status).to.equal(200);
    expect((await front.post(`{"toolName":"echo","arguments":${deep}}`)).status).to.equal(200);
    const deeper = '{"a":{"b":[[]]}}';
    expectProblem(await post('/tools/echo', deeper), 'invalid_request');
    expectProblem(await front.post(`{"toolName":"echo","arguments":${deeper}}`), 'invalid_request');
  });

  it('refuses a body of another type, or one that is too large', async () => {
    expectProblem(await post('/tools/echo', '{}', { 'Content-Type': 'text/plain' }), 'unsupported_media_type');
    expectProblem(await post('/tools/echo', ' '.repeat(70_000)), 'payload_too_large');
  });

  for (const name of [
    'other',
    '__proto__',
    'constructor',
    'Echo',
    'echo%20',
    'echo%00',
    'a%2Fb',
    '%E9',
    '..%2fecho',
    'x'.repeat(65),
  ]) {
    it(`answers ${name} as a tool that does not exist`, async () => {
      expectProblem(await post(`/tools/${name}`, '{}'), 'tool_not_found');
      await expectWell(front);
    });
  }

  it('reads a name that is percent-encoded', async () => {
    expect((await post('/tools/%65cho', '{}')).status).to.equal(200);
  });

  for (const path of ['/tools', '/tools/', '/tools/echo/', '/tools/echo/more', '/Tools/echo']) {
    it(`has nothing at ${path}`, async () => {
      expectProblem(await post(path, '{}'), 'not_found');
    });
  }

  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
    it(`does not take ${method}`, async () => {
      const reply = await front.request(method, '/tools/echo', JSON_TYPE, '{}');
      expectProblem(reply, 'method_not_allowed');
      expect(reply.headers.allow).to.equal('POST, OPTIONS');
    });
  }
});
