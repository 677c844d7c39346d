// GET /mcp/metadata and GET /healthz, and the answers to every other path and method.

import { expect } from 'chai';
import { expectProblem, expectWell } from './expect.ts';
import { type Front, startFront } from './front.ts';
import { exchange, requestText } from './wire.ts';

const TEXT = '{"tools":[{"name":"échø","description":"\\u0000 is kept as written"}]}';

describe('GET /mcp/metadata', () => {
  let front: Front;
  let etag = '"sha256-one"';
  before(async () => {
    front = await startFront({ metadata: () => ({ text: TEXT, etag }) });
  });
  after(() => front.close());

  it('gives the text unchanged, with a strong tag', async () => {
    const { status, headers, body } = await front.request('GET', '/mcp/metadata');
    expect(status).to.equal(200);
    expect(body).to.equal(TEXT);
    expect(headers).to.include({ etag, 'content-type': 'application/json', 'cache-control': 'no-cache' });
    expect(headers).to.include({
      'content-length': String(Buffer.byteLength(TEXT)),
      'x-content-type-options': 'nosniff',
    });
  });

  it('answers HEAD with the headers alone', async () => {
    const { status, headers, body } = await front.request('HEAD', '/mcp/metadata');
    expect(status).to.equal(200);
    expect(body).to.equal('');
    expect(headers).to.include({ etag, 'content-length': String(Buffer.byteLength(TEXT)) });
  });

  for (const [query, text] of [
    [
      'plugin=a',
      'The address has the parameter \\"plugin\\", which is not known. Known are set, plugins, tools, readOnly.',
    ],
    ['plugins=a&plugins=b', 'has the parameter \\"plugins\\" more than once'],
    ['plugins=', 'must be names or patterns'],
    ['plugins=a,,b', 'must be names or patterns'],
    [`tools=${Array.from({ length: 21 }, (_, at) => `t${at}`).join()}`, 'has more than 20 names'],
    [`tools=${'a'.repeat(129)}`, 'has a name of more than 128 characters'],
    ['readOnly=yes', 'must be \\"true\\" or \\"false\\", but is'],
  ] as const)
    it(`refuses the query ${query.slice(0, 30)}`, async () => {
      const { status, body } = await front.request('GET', `/mcp/metadata?${query}`);
      expect(status).to.equal(400);
      expect(body).to.contain(text);
    });

  for (const condition of ['"sha256-one"', 'W/"sha256-one"', '"other", "sha256-one"', '"other",W/"sha256-one"', '*']) {
    it(`answers If-None-Match: ${condition} with an empty 304`, async () => {
      const { status, headers, body } = await front.request('GET', '/mcp/metadata', { 'If-None-Match': condition });
      expect(status).to.equal(304);
      expect(body).to.equal('');
      expect(headers).to.include({ etag, 'cache-control': 'no-cache' });
    });
  }

  for (const condition of ['"other"', 'sha256-one', '"sha256-on"', '']) {
    it(`answers If-None-Match: ${condition || '(empty)'} with the text`, async () => {
      expect((await front.request('GET', '/mcp/metadata', { 'If-None-Match': condition })).body).to.equal(TEXT);
    });
  }

  for (const directive of ['no-cache', 'max-age=0', 'no-store', 'no-cache, no-transform']) {
    it(`answers 304 in spite of Cache-Control: ${directive}, which is for caches`, async () => {
      const headers = { 'If-None-Match': etag, 'Cache-Control': directive, Pragma: 'no-cache' };
      expect((await front.request('GET', '/mcp/metadata', headers)).status).to.equal(304);
      const other = { ...headers, 'If-None-Match': '"other"' };
      expect((await front.request('GET', '/mcp/metadata', other)).body).to.equal(TEXT);
    });
  }

  it("answers 304 to Node's own fetch", async () => {
    const url = `http://127.0.0.1:${front.port}/mcp/metadata`;
    const first = await fetch(url);
    expect(await first.text()).to.equal(TEXT);
    const second = await fetch(url, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
    expect(second.status).to.equal(304);
    expect(await second.text()).to.equal('');
  });

  it('reads a tag with a comma in it as one tag', async () => {
    etag = '"one,two"';
    for (const [condition, status] of [
      ['"one,two"', 304],
      ['"one", "two"', 200],
    ] as const) {
      const reply = await front.request('GET', '/mcp/metadata', { 'If-None-Match': condition });
      expect(reply.status, condition).to.equal(status);
    }
    etag = '"sha256-one"';
  });

  it('puts quotes around a tag that has none', async () => {
    etag = 'sha256-two';
    const { headers } = await front.request('GET', '/mcp/metadata');
    expect(headers.etag).to.equal('"sha256-two"');
    etag = '"sha256-one"';
  });

  it('answers an error of the catalog as internal, without details', async () => {
    const broken = await startFront({
      metadata: () => {
        throw new Error('secret at /etc/toolcell');
      },
    });
    try {
      const problem = expectProblem(await broken.request('GET', '/mcp/metadata'), 'internal');
      expect(JSON.stringify(problem)).not.to.include('secret');
      expect(broken.entries[0]).to.include({ code: 'internal', path: '/mcp/metadata', callId: problem.callId });
      expect(broken.entries[0]?.cause).to.be.an.instanceof(Error).with.property('message', 'secret at /etc/toolcell');
    } finally {
      await broken.close();
    }
  });
});

describe('other paths and methods', () => {
  let front: Front;
  before(async () => {
    front = await startFront();
  });
  after(() => front.close());

  it('answer on /healthz that the server is well', async () => {
    const { status, headers, body } = await front.request('GET', '/healthz');
    expect({ status, body }).to.deep.equal({ status: 200, body: '{"status":"ok"}' });
    expect(headers['cache-control']).to.equal('no-store');
  });

  for (const path of [
    '/',
    '/mcp/metadata/',
    '/mcp/calltool',
    '/mcp%2FcallTool',
    '//localhost/mcp/metadata',
    '/__proto__',
    '/%E0%A4%A',
  ]) {
    it(`finds nothing at ${path}`, async () => {
      expectProblem(await front.request('GET', path), 'not_found');
    });
  }

  const wrong: [method: string, path: string, allow: string][] = [
    ['GET', '/mcp/callTool', 'POST, OPTIONS'],
    ['PUT', '/mcp/callTool', 'POST, OPTIONS'],
    ['DELETE', '/mcp/callTool', 'POST, OPTIONS'],
    ['TRACE', '/mcp/callTool', 'POST, OPTIONS'],
    ['PROPFIND', '/mcp/callTool', 'POST, OPTIONS'],
    ['POST', '/mcp/metadata', 'HEAD, GET, OPTIONS'],
    ['POST', '/healthz', 'HEAD, GET, OPTIONS'],
  ];
  for (const [method, path, allow] of wrong) {
    it(`refuses ${method} ${path} with Allow`, async () => {
      const reply = await front.request(method, path);
      expectProblem(reply, 'method_not_allowed');
      expect(reply.headers.allow).to.equal(allow);
    });
  }

  it('refuses HEAD /mcp/callTool with Allow and no body', async () => {
    const { status, headers, body } = await front.request('HEAD', '/mcp/callTool');
    expect({ status, body }).to.deep.equal({ status: 405, body: '' });
    expect(headers.allow).to.equal('POST, OPTIONS');
  });

  it('answers OPTIONS with Allow', async () => {
    const { status, headers } = await front.request('OPTIONS', '/mcp/callTool');
    expect(status).to.equal(204);
    expect(headers.allow).to.equal('POST, OPTIONS');
  });

  it('finds nothing for OPTIONS *', async () => {
    const { replies } = await exchange(front.port, [requestText('OPTIONS *', ['Host: localhost'])]);
    expectProblem(replies[0], 'not_found');
  });

  it('refuses CONNECT', async () => {
    const { replies, closed } = await exchange(front.port, [
      'CONNECT localhost:1 HTTP/1.1\r\nHost: localhost:1\r\n\r\n',
    ]);
    expectProblem(replies[0], 'method_not_allowed');
    expect(closed).to.equal(true);
  });

  it('ignore a request to upgrade', async () => {
    const upgrade = ['Host: localhost', 'Upgrade: websocket'];
    const { replies } = await exchange(front.port, [requestText('GET /healthz', upgrade, '', 'Connection: Upgrade')], {
      waitMs: 300,
    });
    expect(replies[0]?.status).to.equal(200);
  });

  it('still answers a good call', () => expectWell(front));
});
