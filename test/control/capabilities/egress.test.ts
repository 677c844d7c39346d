// Requests that are granted: what leaves, what comes back, what is kept, what is counted.

import { expect } from 'chai';
import { Egress } from '../../../src/control/capabilities/egress.ts';
import { type Fetched, type Fetching, fetchWith } from './fetching.ts';
import { startRawUpstream, startUpstream, type Upstream, until } from './upstream.ts';

describe('a granted request', () => {
  let upstream: Upstream;
  let egress: Egress;

  beforeEach(async () => {
    egress = new Egress({ dnsServers: [], extraCas: [], secrets: [] });
    upstream = await startUpstream(({ url, method }, response) => {
      response.setHeader('X-Twice', ['one', 'two']);
      if (url === '/bytes') return response.end(Buffer.from([0xff, 0xfe, 0x00]));
      if (url === '/mark') return response.end('\ufeffmarked');
      if (url === '/nothing') return response.writeHead(204).end();
      if (url === '/slow') return setTimeout(() => response.end('late'), 60_000).unref();
      response.writeHead(201, 'Made').end(JSON.stringify({ method, url }));
    });
  });

  afterEach(async () => {
    await egress.close();
    await upstream.close();
  });

  const fetching = (more: Fetching = {}): Fetching => ({ private: [upstream.origin], ...more });
  const get = (path: string, more: Fetching = {}) => fetchWith(egress, { url: upstream.origin + path }, fetching(more));

  it('comes back with status, headers in their order and text', async () => {
    const { ok, given } = await get('/v1/things?a=1&b=%20');
    expect(ok).to.equal(true);
    expect(given).to.include({ status: 201, statusText: 'Made', redirected: false });
    expect(given.url).to.equal(`${upstream.origin}/v1/things?a=1&b=%20`);
    expect(given.headers.filter(([name]) => name === 'x-twice').map(([, value]) => value)).to.deep.equal([
      'one',
      'two',
    ]);
    expect(given.headers.map(([name]) => name)).not.to.include('connection');
    expect(JSON.parse(given.body ?? '')).to.deep.equal({ method: 'GET', url: '/v1/things?a=1&b=%20' });
  });

  it('sends method, headers and body, and counts both bodies', async () => {
    const body = 'grüße';
    const ask = { url: `${upstream.origin}/post`, method: 'POST', headers: [['X-Own', 'yes']] as const, body };
    const fetched = await fetchWith(egress, ask, fetching());
    const [received] = upstream.received;
    expect(received?.body.toString()).to.equal(body);
    expect(received?.headers).to.include({ 'x-own': 'yes', 'content-length': '7', 'user-agent': 'toolcell' });
    expect(fetched).to.deep.include({ requestBytes: 7, origins: [upstream.origin], sent: 1 });
    expect(fetched.responseBytes).to.equal(Buffer.byteLength(fetched.given.body ?? ''));
  });

  it('carries bytes in base64, both ways', async () => {
    const ask = { url: `${upstream.origin}/bytes`, method: 'POST', base64: Buffer.from([0, 255]).toString('base64') };
    const { given } = await fetchWith(egress, ask, fetching());
    expect(upstream.received[0]?.body).to.deep.equal(Buffer.from([0, 255]));
    expect(given.body).to.equal(undefined);
    expect(Buffer.from(given.base64 ?? '', 'base64')).to.deep.equal(Buffer.from([0xff, 0xfe, 0]));
  });

  it('keeps a byte order mark, which is for the guest to take off', async () => {
    expect((await get('/mark')).given.body).to.equal('\ufeffmarked');
  });

  it('has no body if its status or method allows none', async () => {
    expect((await get('/nothing')).given).not.to.have.any.keys('body', 'base64');
    const head = await fetchWith(egress, { url: `${upstream.origin}/v1`, method: 'HEAD' }, fetching());
    expect(head.given.status).to.equal(201);
    expect(head.given).not.to.have.any.keys('body', 'base64');
  });

  it('writes Host and the headers of the connection itself', async () => {
    const forged = [
      ['Host', 'internal.example'],
      ['HOST', 'internal.example'],
      ['Connection', 'upgrade'],
      ['Upgrade', 'h2c'],
      ['HTTP2-Settings', 'AAMAAABkAAQAAP__'],
      ['Keep-Alive', 'timeout=600'],
      ['Transfer-Encoding', 'chunked'],
      ['TE', 'trailers'],
      ['Trailer', 'X-Late'],
      ['Expect', '100-continue'],
      ['Content-Length', '5'],
      ['Accept-Encoding', 'identity'],
      ['Proxy-Authorization', 'Basic eDp5'],
      ['Proxy-Connection', 'keep-alive'],
      ['Via', '1.1 elsewhere'],
    ] as const;
    const { ok } = await fetchWith(egress, { url: `${upstream.origin}/`, headers: forged }, fetching());
    expect(ok).to.equal(true);
    expect(upstream.received[0]?.headers).to.deep.equal({
      host: new URL(upstream.origin).host,
      connection: 'keep-alive',
      'accept-encoding': 'gzip, deflate, br, zstd',
      'user-agent': 'toolcell',
    });
  });

  it('refuses headers by which frameworks change method or path', async () => {
    for (const name of ['X-HTTP-Method-Override', 'x-original-url', 'X-Rewrite-URL']) {
      const ask = { url: `${upstream.origin}/`, headers: [[name, 'DELETE']] as const };
      const { error } = await fetchWith(egress, ask, fetching());
      expect(error.name, name).to.equal('NotAllowedError');
    }
    expect(upstream.received).to.deep.equal([]);
  });

  it('uses a connection again, for its own plugin only', async () => {
    for (let turn = 0; turn < 5; turn += 1) await get('/');
    expect(upstream.connections.made).to.equal(1);
    await get('/', { plugin: 'neighbour' });
    expect(upstream.connections.made).to.equal(2);
  });

  it('uses no connection again that was itself authenticated', async () => {
    const ask = { url: `${upstream.origin}/`, headers: [['Authorization', 'NTLM TlRMTVNTUAAB']] as const };
    await fetchWith(egress, ask, fetching());
    await get('/');
    expect(upstream.connections.made).to.equal(2);
  });

  it('uses no connection to a private address once that is not granted any more', async () => {
    await get('/');
    const { error } = await get('/', { private: [] });
    expect(error.name).to.equal('NotAllowedError');
    expect(upstream.received).to.have.length(1);
  });

  it('sends requests at the same time, up to a limit', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => get('/')));
    expect(answers.every(({ ok }) => ok)).to.equal(true);
    expect(upstream.connections.made).to.be.within(2, 256);
  });

  it('is sent once more if the server had just closed the idle connection and the request changes nothing', async () => {
    const seen: string[] = [];
    // Answers the first request of each connection, and hangs up on the second: as if its time had run out just then.
    const server = await startRawUpstream((socket) => {
      const isSecond = socket.listenerCount('drain') > 0;
      seen.push(isSecond ? 'second' : 'first');
      if (isSecond) return socket.destroy();
      socket.on('drain', () => {});
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
    const more = { private: [server.origin] };
    await fetchWith(egress, { url: server.origin }, more);
    const again = await fetchWith(egress, { url: server.origin }, more);
    expect([again.given.body, again.sent]).to.deep.equal(['ok', 2]);
    const post = await fetchWith(egress, { url: server.origin, method: 'POST', body: 'x' }, more);
    expect([post.ok, post.sent]).to.deep.equal([false, 1]);
    expect(seen).to.deep.equal(['first', 'second', 'first', 'second']);
    await server.close();
  });

  it('stops at once when it is given up, and leaves no socket', async () => {
    const call = new AbortController();
    const pending = get('/slow', { signal: call.signal });
    await until(() => upstream.received.length === 1);
    call.abort();
    const { error, elapsedMs } = await pending;
    expect(error.name).to.equal('AbortError');
    expect(elapsedMs).to.be.lessThan(10_000);
    expect(await until(() => upstream.connections.open === 0)).to.equal(true);
  });

  it('sends nothing for a call that has ended', async () => {
    const { error, sent } = await get('/', { signal: AbortSignal.abort() });
    expect(error.name).to.equal('AbortError');
    expect(sent).to.equal(0);
  });

  it('sends nothing for a call that ends just before, on an open connection or a new one', async () => {
    for (const turn of [0, 1]) {
      if (turn === 1) await get('/');
      const before = upstream.received.length;
      const call = new AbortController();
      const { error } = await get('/', { signal: call.signal, onAdmit: () => call.abort() });
      expect(error.name).to.equal('AbortError');
      expect(upstream.received.length).to.equal(before);
    }
    expect((await get('/')).ok).to.equal(true);
    expect(upstream.connections.made).to.be.lessThan(3);
  });

  it('is counted before it leaves', async () => {
    const { error } = await get('/', { calls: 0 });
    expect(error.name).to.equal('QuotaExceededError');
    expect(error.message).to.include('fetchCalls');
    expect(upstream.connections.made).to.equal(0);
  });

  it('closes idle connections at the end, and lets what is under way come to its own', async () => {
    await get('/');
    const pending = get('/');
    await egress.close();
    expect((await pending).ok).to.equal(true);
    expect(await until(() => upstream.connections.open === 0)).to.equal(true);
  });
});

describe('a request that the manifest does not request or the operator has not granted', () => {
  const origin = 'https://api.example.com';
  const refused = async (url: string, fetching: Fetching, method = 'GET'): Promise<Fetched> => {
    const egress = new Egress({ dnsServers: [], extraCas: [], secrets: [] });
    const fetched = await fetchWith(egress, { url, method }, fetching);
    const { ok, error, sent, denial } = fetched;
    expect([ok, sent, error.name]).to.deep.equal([false, 0, 'NotAllowedError']);
    expect(denial).to.include({ target: `${method} ${new URL(url).origin}`, reason: error.message });
    // A language model may read it: files and settings are for the log.
    expect(error.message).not.to.match(/\.json|grants\./);
    return fetched;
  };

  it('learns which origin plugin.json has to request', async () => {
    const { denial, failure } = await refused(`${origin}/`, { requested: [{ origin: 'https://www.example.com' }] });
    expect([denial?.rule, failure]).to.deep.equal(['manifest', undefined]);
    expect(denial?.hint).to.include(`add {"origin": "${origin}"} to capabilities.fetch in plugin.json`);
  });

  it('learns which method', async () => {
    const { denial, failure } = await refused(`${origin}/`, { requested: [{ origin, methods: ['GET'] }] }, 'POST');
    expect([denial?.rule, failure]).to.deep.equal(['manifest', undefined]);
    expect(denial?.hint).to.include('add "POST" to the methods of that origin under capabilities.fetch in plugin.json');
  });

  it('learns that its path is not covered', async () => {
    const { denial, failure } = await refused(`${origin}/v2/x`, { requested: [{ origin, path: '/v1/*' }] });
    expect([denial?.rule, failure]).to.deep.equal(['manifest', undefined]);
    expect(denial?.hint).to.include('widen its path under capabilities.fetch in plugin.json');
  });

  it('learns what the operator has to grant', async () => {
    const { denial, failure } = await refused(`${origin}/?key=1`, { granted: ['https://*.other.example'] });
    expect(denial?.rule).to.equal('grant');
    expect(failure).to.include({ code: 'not_granted', setting: 'grants.visitor.fetch' });
    expect(denial?.hint).to.include(`add "${origin}" to grants.visitor.fetch in sandbox.config.json`);
  });

  it('learns that an origin which is plainly private has to be granted as such', async () => {
    for (const origin of ['http://localhost:8080', 'http://10.1.2.3', 'https://printer.local']) {
      const { denial, failure } = await refused(`${origin}/`, { granted: [] });
      expect(failure).to.include({ code: 'not_granted', setting: 'grants.visitor.privateFetch' });
      expect(denial?.hint).to.include(`add "${origin}" to grants.visitor.privateFetch in sandbox.config.json`);
    }
  });

  it('finds scheme, port and names below to be different origins', async () => {
    for (const url of [
      'http://api.example.com/',
      `${origin}:8443/`,
      'https://x.api.example.com/',
      'https://example.com/',
    ])
      await refused(url, { requested: [{ origin }], granted: ['https://*', 'http://*'] });
  });

  it('finds no wildcard to stand for the name itself, or for a name that only ends so', async () => {
    for (const url of ['https://example.com/', 'https://evilexample.com/'])
      await refused(url, { requested: [{ origin: 'https://*.example.com' }] });
  });
});
