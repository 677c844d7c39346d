// Host and Origin: the names that the server answers to, and the pages that may call it.

import { expect } from 'chai';
import { expectProblem, expectWell } from './expect.ts';
import { callBody, type Front, startFront } from './front.ts';
import { exchange, requestText } from './wire.ts';

const get = async (front: Front, headers: readonly string[], target = '/mcp/metadata') =>
  (await exchange(front.port, [requestText(`GET ${target}`, headers)])).replies[0];

describe('the Host header', () => {
  let front: Front;
  before(async () => {
    front = await startFront({
      server: { host: 'tools.lan', allowedHosts: ['Api.Example.com', '[2001:db8::1]:3000'] },
    });
  });
  after(() => front.close());

  for (const host of [
    'localhost',
    'LOCALHOST:3000',
    'localhost.',
    'localhost:',
    '127.0.0.1:65535',
    '[::1]:3000',
    '[0:0:0:0:0:0:0:1]',
    'tools.lan',
    'api.example.com:443',
    'API.EXAMPLE.COM.',
    '[2001:DB8:0::1]',
  ]) {
    it(`may be ${host}`, async () => {
      expect((await get(front, [`Host: ${host}`]))?.status).to.equal(200);
    });
  }

  for (const host of [
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'evil.localhost',
    'localhost..',
    'localhost:3000:3000',
    'localhost:port',
    'localhost@evil.example',
    'evil.example#localhost',
    'localhost/',
    'localhost, evil.example',
    '127.0.0.1.nip.io',
    '[::1',
    '[::1]x',
    '[:::1]',
    '[2001:db8::2]',
    '::1',
    '',
    '__proto__',
  ]) {
    it(`may not be ${host || 'empty'}`, async () => {
      const problem = expectProblem(await get(front, [`Host: ${host}`]), 'forbidden');
      expect(problem.setting).to.equal('server.allowedHosts');
      expect(problem.detail).not.to.contain('server.');
    });
  }

  it('may be any name if the operator allows that', async () => {
    const open = await startFront({ server: { allowedHosts: ['*'] } });
    expect((await get(open, ['Host: any.example']))?.status).to.equal(200);
    await open.close();
  });

  it('may be the IPv6 address that the server listens on', async () => {
    const six = await startFront({ server: { host: 'fd00::1' } });
    expect((await get(six, ['Host: [fd00:0::1]:3000']))?.status).to.equal(200);
    await six.close();
  });

  it('may not be missing', async () => {
    const problem = expectProblem(await get(front, []), 'invalid_request');
    expect(problem.detail).to.match(/no Host header/);
  });

  it('may not be missing in HTTP/1.0 either', async () => {
    expectProblem((await exchange(front.port, ['GET /mcp/metadata HTTP/1.0\r\n\r\n'])).replies[0], 'invalid_request');
  });

  for (const [first, second] of [
    ['localhost', 'evil.example'],
    ['evil.example', 'localhost'],
    ['localhost', 'localhost'],
  ]) {
    it(`may not be both ${first} and ${second}`, async () => {
      const problem = expectProblem(await get(front, [`Host: ${first}`, `hOST: ${second}`]), 'invalid_request');
      expect(problem.detail).to.match(/more than one Host/);
    });
  }

  it('is overruled by a host in the target', async () => {
    expect((await get(front, ['Host: localhost'], 'http://LocalHost:3000/mcp/metadata'))?.status).to.equal(200);
    for (const target of [
      'http://evil.example/mcp/metadata',
      'http://localhost@evil.example/mcp/metadata',
      'ftp://localhost/mcp/metadata',
      'http:///mcp/metadata',
    ]) {
      expectProblem(await get(front, ['Host: localhost'], target), 'forbidden');
    }
    expectProblem(await get(front, ['Host: evil.example'], 'http://localhost/mcp/metadata'), 'forbidden');
  });

  it('is checked for calls too, whose body is then not read', async () => {
    const body = callBody();
    const head = ['Host: evil.example', 'Content-Type: application/json', `Content-Length: ${body.length}`];
    const { replies, closed } = await exchange(front.port, [requestText('POST /mcp/callTool', head, body, 'X: y')]);
    expectProblem(replies[0], 'forbidden');
    expect(closed).to.equal(true);
    expect(front.calls).to.have.lengthOf(0);
    await expectWell(front);
  });
});

describe('the health routes', () => {
  let front: Front;
  before(async () => {
    front = await startFront();
  });
  after(() => front.close());
  const asked = async (request: string) => (await exchange(front.port, [request])).replies[0];

  for (const path of ['/livez', '/healthz', '/readyz']) {
    for (const [what, hosts] of [
      ['the address of a pod', ['Host: 10.244.1.7:3000']],
      ['the name of a Service', ['Host: toolcell.default.svc']],
      ['a name that is none', ['Host: [:::1]']],
      ['two names', ['Host: localhost', 'Host: evil.example']],
      ['no name', []],
    ] as const)
      it(`answer a probe of ${path} that sends ${what}, and log nothing`, async () => {
        front.entries.splice(0);
        const reply = await asked(requestText(`GET ${path}`, hosts));
        expect(reply?.status).to.equal(200);
        expect(Object.keys(JSON.parse(reply?.body ?? ''))).to.deep.equal(['status']);
        expect((await asked(requestText(`HEAD ${path}`, hosts)))?.status).to.equal(200);
        expect(front.entries).to.deep.equal([]);
      });

    it(`answer a probe of ${path} in HTTP/1.0`, async () => {
      expect((await asked(`GET ${path} HTTP/1.0\r\n\r\n`))?.status).to.equal(200);
      expect((await asked(`OPTIONS ${path} HTTP/1.0\r\n\r\n`))?.status).to.equal(400);
    });

    it(`refuse a foreign page, another target and another method at ${path}`, async () => {
      const page = ['Host: localhost', 'Origin: https://evil.example'];
      expectProblem(await asked(requestText(`GET ${path}`, page)), 'forbidden');
      expectProblem(await asked(requestText(`GET ${path}`, ['Host: evil.example', 'Origin: null'])), 'forbidden');
      expectProblem(await asked(requestText(`GET http://evil.example${path}`, ['Host: localhost'])), 'forbidden');
      expectProblem(await asked(requestText(`POST ${path}`, ['Host: evil.example'])), 'forbidden');
    });
  }

  it('are these three, written like this', async () => {
    for (const path of ['/readyz/', '/READYZ', '//readyz', '/readyz/..', '/livez%2f', '/mcp/metadata?/readyz'])
      expectProblem(await asked(requestText(`GET ${path}`, ['Host: evil.example'])), 'forbidden');
  });
});

describe('the Origin header', () => {
  let front: Front;
  before(async () => {
    const allowedOrigins = ['https://app.example.com', 'chrome-extension://abcdef'];
    front = await startFront({ server: { allowedOrigins } });
  });
  after(() => front.close());
  const from = (origin: string, host = `localhost:${front.port}`) => get(front, [`Host: ${host}`, `Origin: ${origin}`]);

  it('may be on the list, and the page may then read the reply', async () => {
    for (const origin of ['https://app.example.com', 'HTTPS://APP.example.com', 'chrome-extension://abcdef']) {
      const reply = await from(origin);
      expect(reply?.status, origin).to.equal(200);
      expect(reply?.headers.get('access-control-allow-origin')).to.equal(origin);
      expect(reply?.headers.get('access-control-expose-headers')).to.match(/Toolcell-Call-Id, Server-Timing/);
      expect(reply?.headers.get('vary')).to.equal('Origin');
      expect(reply?.headers.has('access-control-allow-credentials')).to.equal(false);
    }
  });

  it('may be the origin of the server itself', async () => {
    expect((await from(`http://localhost:${front.port}`))?.status).to.equal(200);
    expect((await from(`http://127.0.0.1:${front.port}`))?.status).to.equal(200);
    expect((await from(`http://[::1]:${front.port}`))?.status).to.equal(200);
    expect((await from('http://localhost:8080', 'localhost:8080'))?.status).to.equal(200);
  });

  for (const origin of [
    'null',
    '',
    'https://evil.example',
    'http://app.example.com',
    'https://app.example.com:444',
    'https://app.example.com.evil.example',
    'https://app.example.com, https://evil.example',
    'http://localhost:1',
    'http://localhost',
    'http://localhost@evil.example',
    'file://',
    'localhost',
  ]) {
    it(`may not be ${origin || 'empty'}`, async () => {
      const reply = await from(origin);
      expectProblem(reply, 'forbidden');
      expect(reply?.headers.has('access-control-allow-origin')).to.equal(false);
    });
  }

  it('may not be there twice', async () => {
    const own = `Origin: http://localhost:${front.port}`;
    expectProblem(await get(front, ['Host: localhost', own, 'Origin: https://evil.example']), 'forbidden');
  });

  it('lets a page read a problem as well', async () => {
    const reply = await front.post('{}', { Origin: 'https://app.example.com' });
    expectProblem(reply, 'invalid_request');
    expect(reply.headers['access-control-allow-origin']).to.equal('https://app.example.com');
  });

  it('may ask beforehand', async () => {
    const asks = { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'POST' };
    const { status, headers, body } = await front.request('OPTIONS', '/mcp/callTool', asks);
    expect({ status, body }).to.deep.equal({ status: 204, body: '' });
    expect(headers).to.include({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers':
        'Content-Type, Content-Encoding, If-None-Match, Prefer, Authorization, X-API-Key, Idempotency-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
    });
    expectProblem(
      await front.request('OPTIONS', '/mcp/callTool', { ...asks, Origin: 'https://evil.example' }),
      'forbidden',
    );
  });

  it('may be any if the operator allows that', async () => {
    const open = await startFront({ server: { allowedOrigins: ['*'] } });
    expect((await get(open, ['Host: localhost', 'Origin: https://any.example']))?.status).to.equal(200);
    await open.close();
  });

  it('is foreign under a name that only "any host" admits', async () => {
    const open = await startFront({ server: { allowedHosts: ['*'] } });
    expectProblem(await get(open, ['Host: evil.example', 'Origin: http://evil.example']), 'forbidden');
    await open.close();
  });
});
