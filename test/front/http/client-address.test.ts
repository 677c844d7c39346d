// Whose address counts behind a proxy: only trusted proxies are believed, and of their header only the part that they appended.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Keyring } from '../../../src/front/doors/keyring.ts';
import { createAddressOf } from '../../../src/front/http/client-address.ts';
import { freePort } from '../../support/free-port.ts';
import { noCommands, notLinux, skipWithout } from '../../support/skip.ts';
import { callBody, type Front, startFront } from './front.ts';

const PROXIES = ['10.0.0.0/8', '127.0.0.1', 'fd00::/8'];
type Header = 'x-forwarded-for' | 'forwarded';

const addressFrom = (forwardedHeader: Header, remoteAddress: string, headers: Record<string, string>) => {
  const addressOf = createAddressOf({ trustedProxies: PROXIES, forwardedHeader });
  return addressOf({ socket: { remoteAddress }, headers } as unknown as Parameters<typeof addressOf>[0]);
};
const listed = (value: string, from = '10.0.0.1') => addressFrom('x-forwarded-for', from, { 'x-forwarded-for': value });
const forwarded = (value: string, from = '10.0.0.1') => addressFrom('forwarded', from, { forwarded: value });

describe('the address of a client', () => {
  it('is that of the peer without trusted proxies, whatever headers say', () => {
    const addressOf = createAddressOf({ trustedProxies: [], forwardedHeader: 'x-forwarded-for' });
    const req = { socket: { remoteAddress: '::ffff:10.0.0.1' }, headers: { 'x-forwarded-for': '1.1.1.1' } };
    expect(addressOf(req as unknown as Parameters<typeof addressOf>[0])).to.equal('10.0.0.1');
  });

  it('is that of a peer that is no trusted proxy, or that sends no header', () => {
    expect(listed('1.1.1.1', '192.0.2.1')).to.equal('192.0.2.1');
    expect(forwarded('for=1.1.1.1', '2001:db8::1')).to.equal('2001:db8::1');
    expect(addressFrom('x-forwarded-for', '10.0.0.1', {})).to.equal('10.0.0.1');
  });

  it('is not read from the header that the proxy does not write', () => {
    expect(addressFrom('x-forwarded-for', '10.0.0.1', { forwarded: 'for=1.1.1.1' })).to.equal('10.0.0.1');
    expect(addressFrom('forwarded', '10.0.0.1', { 'x-forwarded-for': '1.1.1.1' })).to.equal('10.0.0.1');
  });

  const cases: readonly (readonly [value: string, address: string])[] = [
    ['192.0.2.7', '192.0.2.7'],
    ['1.1.1.1, 192.0.2.7', '192.0.2.7'],
    ['1.1.1.1,192.0.2.7,10.2.3.4', '192.0.2.7'],
    ['1.1.1.1, 192.0.2.7, fd00::7,  127.0.0.1 ', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['2001:DB8:0::7', '2001:db8::7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['10.0.0.9, 10.0.0.8', '10.0.0.9'],
    ['', '10.0.0.1'],
    [',', '10.0.0.1'],
    ['unknown', '10.0.0.1'],
    ['192.0.2.7, unknown', '10.0.0.1'],
    ['192.0.2.7, _hidden, 10.0.0.9', '10.0.0.9'],
    ['192.0.2.7, ', '10.0.0.1'],
    ['fe80::1%eth0', '10.0.0.1'],
    ['192.0.2.7.evil', '10.0.0.1'],
    ['192.0.2.07', '10.0.0.1'],
    ['" 192.0.2.7"', '10.0.0.1'],
    [`${'1.1.1.1, '.repeat(1_000)}192.0.2.7`, '192.0.2.7'],
  ];
  for (const [value, address] of cases)
    it(`in X-Forwarded-For: ${JSON.stringify(value.slice(-60))} is ${address}`, () => {
      expect(listed(value)).to.equal(address);
    });

  const elements: readonly (readonly [value: string, address: string])[] = [
    ['for=192.0.2.7', '192.0.2.7'],
    ['For=1.1.1.1, FOR="192.0.2.7:80";proto=https;by=10.0.0.1', '192.0.2.7'],
    ['for=192.0.2.7, for="[fd00::7]:4711"', '192.0.2.7'],
    ['for="[2001:db8::7]"', '2001:db8::7'],
    // A quotation mark that the client leaves open swallows nothing.
    ['for="1.1.1.1, for=192.0.2.7', '192.0.2.7'],
    ['for=1.1.1.1;x=", for="[2001:db8::7]:1"', '2001:db8::7'],
    ['for="1.1.1.1, for=1.1.1.2", for=192.0.2.7', '192.0.2.7'],
    ['proto=https', '10.0.0.1'],
    ['for=192.0.2.7;for=192.0.2.8', '10.0.0.1'],
    ['for=unknown', '10.0.0.1'],
    ['for=_proxy, for=10.0.0.7', '10.0.0.7'],
    ['xfor=192.0.2.7', '10.0.0.1'],
    ['', '10.0.0.1'],
  ];
  for (const [value, address] of elements)
    it(`in Forwarded: ${JSON.stringify(value)} is ${address}`, () => {
      expect(forwarded(value)).to.equal(address);
    });

  it('follows 32 proxies at most', () => {
    const many = Array.from({ length: 40 }, (_, index) => `10.1.0.${index}`);
    expect(listed(['192.0.2.7', ...many].join(', '))).to.equal('10.1.0.8');
  });

  it('is the one in the log, and the one that wrong keys count for', async () => {
    const pausesMs: number[] = [];
    const front = await startFront({
      server: { trustedProxies: ['127.0.0.1'] },
      door: {
        keys: new Keyring(),
        allowsAnonymous: false,
        pauseBefore: async (ms) => void pausesMs.push(ms),
      },
    });
    const addresses = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'];
    for (const address of addresses) {
      const headers = { 'X-Forwarded-For': address, 'X-API-Key': 'wrong' };
      expect((await front.request('GET', '/mcp/metadata', headers)).status).to.equal(401);
    }
    expect(pausesMs).to.deep.equal([100, 200, 400, 100]);
    expect(front.entries.map(({ remoteAddress }) => remoteAddress)).to.deep.equal(addresses);
    await front.close();
  });
});

/** The address of the client in front of HAProxy, which is no trusted proxy. */
const CLIENT = '127.0.0.9';

/** Sends bytes as they are. Resolves with all that comes back until the connection ends, or for a second. */
const exchanged = async (port: number, text: string): Promise<string> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: CLIENT });
  let got = '';
  socket.setEncoding('latin1').on('data', (part: string) => (got += part));
  socket.on('error', () => {});
  socket.write(text, 'latin1');
  const timer = setTimeout(() => socket.destroy(), 1_000);
  await new Promise((resolve) => socket.once('close', resolve));
  clearTimeout(timer);
  return got;
};

describe('a server behind HAProxy', function () {
  this.timeout(30_000);
  let front: Front | undefined;
  let folder: string | undefined;
  let end: (() => Promise<unknown>) | undefined;
  let port: number;
  before(async function () {
    skipWithout(this, 'the server behind HAProxy', notLinux() ?? noCommands('haproxy'));
    front = await startFront({ server: { trustedProxies: ['127.0.0.1'] } });
    port = await freePort();
    folder = mkdtempSync(join(tmpdir(), 'toolcell-haproxy-'));
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(
      file,
      `defaults
  mode http
  timeout connect 2s
  timeout client 2s
  timeout server 5s
  http-reuse always
frontend in
  bind 127.0.0.1:${port}
  http-request del-header Forwarded
  option forwardfor
  default_backend toolcell
backend toolcell
  server one 127.0.0.1:${front.port}
`,
    );
    const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
    end = () => {
      child.kill('SIGKILL');
      return once(child, 'exit');
    };
    for (let answer = ''; !answer.includes('200'); ) {
      answer = await exchanged(port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    }
  });
  after(async () => {
    await end?.();
    await front?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    front?.calls.splice(0);
    front?.entries.splice(0);
  });

  const post = (body: string, ...headers: readonly string[]): string =>
    [
      ...['POST /mcp/callTool HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...headers],
      ...['', body],
    ].join('\r\n');

  it('knows the client, even if it claims another address', async () => {
    const body = callBody('{"a":1}');
    const request = post(
      body,
      `Content-Length: ${body.length}`,
      'X-Forwarded-For: 192.0.2.66',
      'Forwarded: for=192.0.2.67',
      'Connection: close',
    );
    expect(await exchanged(port, request)).to.include('{"a":1}');
    // HAProxy has appended the address of its peer.
    expect(front?.entries[0]?.remoteAddress).to.equal(CLIENT);
    const direct = await startFront({ server: { trustedProxies: ['127.0.0.2'] } });
    await direct.post(body, { 'X-Forwarded-For': '192.0.2.66' });
    expect(direct.entries[0]?.remoteAddress).to.equal('127.0.0.1');
    await direct.close();
  });

  const hidden = 'POST /mcp/callTool HTTP/1.1\r\nHost: localhost\r\nX-Smuggled: 1\r\nContent-Length: 0\r\n\r\n';
  const chunked = `0\r\n\r\n${hidden}`;
  const smuggled: Readonly<Record<string, string>> = {
    'a length and chunks': post(chunked, `Content-Length: ${chunked.length}`, 'Transfer-Encoding: chunked'),
    'chunks under another name': post(chunked, `Content-Length: ${chunked.length}`, 'Transfer-Encoding: xchunked'),
    'chunks with a space before the colon': post(
      chunked,
      `Content-Length: ${chunked.length}`,
      'Transfer-Encoding : chunked',
    ),
    'chunks in a folded line': post(chunked, `Content-Length: ${chunked.length}`, 'Transfer-Encoding:\r\n chunked'),
    'two kinds of chunks': post(chunked, `Content-Length: ${chunked.length}`, 'Transfer-Encoding: chunked, identity'),
    'two lengths': post(hidden, 'Content-Length: 0', `Content-Length: ${hidden.length}`),
    'a signed length': post(hidden, `Content-Length: +${hidden.length}`),
    'a length in a list': post(hidden, `Content-Length: 0, ${hidden.length}`),
    'a bare line feed': post(hidden, `X-One: 1\nContent-Length: ${hidden.length}`),
    'a bare carriage return': post(hidden, `X-One: 1\rContent-Length: ${hidden.length}`),
    'a chunk with a long size': post(`00000000000000000\r\n\r\n${hidden}`, 'Transfer-Encoding: chunked'),
  };
  for (const [what, bytes] of Object.entries(smuggled))
    it(`runs no request that is hidden in another: ${what}`, async () => {
      const got = await exchanged(port, `${bytes}`);
      // HAProxy answers each request that it saw. The server may have seen no more of them.
      const answers = got.split('HTTP/1.1 ').length - 1;
      expect(front?.entries.length, got).to.be.at.most(answers);
      expect(front?.calls).to.have.lengthOf(0);
      const next = callBody('{"next":1}');
      const clean = await exchanged(port, post(next, `Content-Length: ${next.length}`, 'Connection: close'));
      expect(clean).to.match(/^HTTP\/1\.1 200 [\s\S]*\{"next":1\}$/);
    });
});
