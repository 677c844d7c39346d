// Redirects: each hop is a request of its own, with every check; what belongs to one origin does not go to another.

import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { Egress } from '../../../../src/control/capabilities/egress.ts';
import type { FetchRequest } from '../../../../src/shared/protocol/capabilities.ts';
import { type Fetching, fetchWith } from '../fetching.ts';
import { countSockets } from '../sockets.ts';
import { type Received, startUpstream, type Upstream } from '../upstream.ts';

describe('a redirect', () => {
  let first: Upstream;
  let second: Upstream;
  let egress: Egress;

  const redirectTo = (response: ServerResponse, status: number, location: string): void => {
    response.writeHead(status, { Location: location }).end('moved');
  };

  /** /to?status=STATUS&at=LOCATION redirects; all else is an answer. */
  const answer = ({ url }: Received, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    if (pathname === '/loop') return redirectTo(response, 302, '/loop');
    if (pathname === '/nowhere') return void response.writeHead(302).end('no location');
    if (pathname !== '/to') return void response.end('arrived');
    redirectTo(response, Number(searchParams.get('status') ?? 302), searchParams.get('at') ?? '/');
  };

  beforeEach(async () => {
    egress = new Egress({ dnsServers: [], extraCas: [], secrets: [] });
    first = await startUpstream(answer);
    second = await startUpstream(answer);
  });
  afterEach(async () => {
    await egress.close();
    await first.close();
    await second.close();
  });

  const both = (): Fetching => ({
    requested: [{ origin: first.origin }, { origin: second.origin }],
    private: [first.origin, second.origin],
  });
  const to = (at: string, status = 302): string =>
    `${first.origin}/to?${new URLSearchParams({ at, status: String(status) })}`;
  const go = (url: string, ask: Partial<FetchRequest> = {}, fetching: Fetching = both()) =>
    fetchWith(egress, { url, ...ask }, fetching);

  it('is followed, relative or to another origin, and every hop is counted', async () => {
    const near = await go(to('/there?x=1#part'));
    expect(near.given).to.include({ url: `${first.origin}/there?x=1`, redirected: true, body: 'arrived' });
    const far = await go(to(`${second.origin}/far`));
    expect(far.given).to.include({ url: `${second.origin}/far`, redirected: true });
    expect(far).to.deep.include({ sent: 2, origins: [first.origin, second.origin] });
  });

  it('is followed to an address in unescaped UTF-8', async () => {
    const { ok, given } = await go(to(Buffer.from('/größe?☃').toString('latin1')));
    expect(ok).to.equal(true);
    expect(given.url).to.equal(`${first.origin}/gr%C3%B6%C3%9Fe?%E2%98%83`);
  });

  it('is passed to the guest or fails, as the request says', async () => {
    const manual = await go(to('/there'), { redirect: 'manual' });
    expect(manual.given).to.include({ status: 302, redirected: false });
    expect(manual.given.headers).to.deep.include(['location', '/there']);
    expect((await go(to('/there'), { redirect: 'error' })).error.name).to.equal('TypeError');
    expect((await go(`${first.origin}/nowhere`)).given).to.include({ status: 302, body: 'no location' });
  });

  it('ends after ten', async () => {
    const { error, sent } = await go(`${first.origin}/loop`);
    expect(error.message).to.include('more than 10');
    expect(sent).to.equal(11);
  });

  it('ends if the call may send no more', async () => {
    const { error } = await go(`${first.origin}/loop`, {}, { ...both(), calls: 3 });
    expect(error.name).to.equal('QuotaExceededError');
    expect(first.received).to.have.length(3);
  });

  it('changes the method as the fetch standard has it', async () => {
    const cases = [
      ['POST', 301, 'GET'],
      ['POST', 302, 'GET'],
      ['POST', 303, 'GET'],
      ['PUT', 302, 'PUT'],
      ['PUT', 303, 'GET'],
      ['POST', 307, 'POST'],
      ['POST', 308, 'POST'],
    ] as const;
    for (const [method, status, then] of cases) {
      const headers = [['content-type', 'text/plain']] as const;
      const fetched = await go(to('/there', status), { method, body: 'hello', headers });
      expect(fetched.ok, fetched.text).to.equal(true);
      const last = first.received.at(-1);
      expect([last?.method, last?.body.toString()], `${method} ${status}`).to.deep.equal([
        then,
        then === 'GET' ? '' : 'hello',
      ]);
      expect(last?.headers['content-type']).to.equal(then === 'GET' ? undefined : 'text/plain');
      expect(fetched.requestBytes).to.equal(5);
    }
  });

  it('needs a rule and a grant for the hop too', async () => {
    const path: Fetching = { ...both(), requested: [{ origin: first.origin, path: '/to*' }] };
    expect((await go(to('/there'), {}, path)).denial?.hint).to.include('capabilities.fetch');
    const method: Fetching = { ...both(), requested: [{ origin: first.origin, methods: ['POST'] }] };
    expect((await go(to('/there'), { method: 'POST' }, method)).error.message).to.include('GET');
    const grant: Fetching = { ...both(), private: [first.origin] };
    expect((await go(to(second.origin), {}, grant)).failure?.setting).to.equal('grants.visitor.privateFetch');
    expect(second.received).to.deep.equal([]);
  });

  it('carries no credentials to another origin', async () => {
    const headers = [
      ['Authorization', 'Bearer own'],
      ['Cookie', 'own=1'],
      ['X-Other', 'stays'],
    ] as const;
    await go(to('/there'), { headers });
    expect(first.received.at(-1)?.headers).to.include({ authorization: 'Bearer own', cookie: 'own=1' });
    await go(to(second.origin), { headers });
    expect(second.received[0]?.headers).to.include({ 'x-other': 'stays' });
    expect(second.received[0]?.headers).not.to.have.any.keys('authorization', 'cookie');
  });

  it('gives no credentials back on the way back', async () => {
    const back = `${second.origin}/to?${new URLSearchParams({ at: `${first.origin}/end` })}`;
    await go(to(back), { headers: [['Authorization', 'Bearer own']] });
    expect(first.received.at(-1)?.url).to.equal('/end');
    expect(first.received.at(-1)?.headers).not.to.have.property('authorization');
  });

  const INSIDE = [
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://0x7f.1:PORT/',
    'http://10.0.0.1/',
    'https://127.0.0.1:PORT/',
    '//127.0.0.1:PORT/',
    'http://user@127.0.0.1:PORT/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1:PORT/',
    'javascript:1',
    'http://',
    'http://127.0.0.1.:PORT/',
  ];
  for (const location of INSIDE) {
    it(`is not followed to ${location}, though all that is public is granted`, async () => {
      const target = location.replace('PORT', String(second.port));
      const canonical = URL.parse(target, first.origin)?.origin ?? 'http://*';
      const granted = [canonical, 'http://*', 'https://*'];
      const fetching = {
        requested: [first.origin, ...granted].map((origin) => ({ origin })),
        granted,
        private: [first.origin],
      };
      const count = countSockets();
      const { ok, error } = await go(to(target), {}, fetching);
      count.stop();
      expect(ok).to.equal(false);
      expect(error.name).to.be.oneOf(['NotAllowedError', 'TypeError']);
      // The one that redirects, and its own side, which a server does not connect.
      expect(count.connections).to.equal(1);
      expect(second.connections.made).to.equal(0);
    });
  }

  it('into the inside is not followed at the end of a chain either', async () => {
    const chain = to(to(to(`http://[::1]:${second.port}/`)));
    const { error } = await go(
      chain,
      {},
      {
        ...both(),
        requested: [{ origin: first.origin }, { origin: `http://[::1]:${second.port}` }],
        granted: [`http://[::1]:${second.port}`],
      },
    );
    expect(error.name).to.equal('NotAllowedError');
    expect(first.received).to.have.length(3);
    expect(second.connections.made).to.equal(0);
  });
});
