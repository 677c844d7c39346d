// The limits of the HTTP layer hold over TLS, and handshakes have limits of their own.

import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionOptions, connect, createServer, type TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { useMaterial } from '../../../src/front/http/secure-server.ts';
import { closeServer } from '../../../src/front/http/server.ts';
import type { TlsMaterial } from '../../../src/front/tls/material.ts';
import { readMaterial } from '../../../src/front/tls/read-material.ts';
import { TestAuthority } from '../../support/openssl.ts';
import { noCommands, skipWithout } from '../../support/skip.ts';
import { expectProblem } from './expect.ts';
import { callBody, type Front, type FrontOptions, startFront } from './front.ts';
import { exchange, readReplies, requestText } from './wire.ts';

describe('HTTPS', function () {
  this.timeout(20_000);
  let folder: string;
  let material: TlsMaterial;
  const fronts: Front[] = [];

  before(async function () {
    skipWithout(this, 'tests of TLS', noCommands('openssl'));
    folder = mkdtempSync(join(tmpdir(), 'toolcell-https-'));
    const { certificate, key } = new TestAuthority(folder, 'authority').sign('server', { san: ['IP:127.0.0.1'] });
    material = await readMaterial({
      certificateFile: certificate,
      keyFile: key,
      minVersion: 'TLSv1.2',
      clientCertificates: 'off',
      clientCaFile: '',
      crlFile: '',
    });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(async () => {
    for (const front of fronts.splice(0)) await front.close();
  });

  const start = async (options: FrontOptions = {}): Promise<Front> => {
    const front = await startFront({ tls: material, ...options });
    fronts.push(front);
    return front;
  };
  const secured = (port: number, options: ConnectionOptions = {}): Promise<TLSSocket> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => resolve(socket));
      socket.once('error', reject);
    });
  /** Sends text over TLS; resolves with all that comes back before the server closes the connection. */
  const talk = async (port: number, text: string): Promise<string> => {
    const socket = await secured(port);
    let got = '';
    socket.setEncoding('latin1').on('data', (part) => (got += part));
    socket.on('error', () => {});
    socket.write(text);
    await new Promise((resolve) => socket.once('close', resolve));
    return got;
  };

  it('answers calls, refuses broken requests in the same form, and speaks HTTP/1.1 only', async () => {
    const { port } = await start();
    const body = callBody('{"a":1}');
    const headers = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${body.length}`];
    const [reply] = readReplies(await talk(port, requestText('POST /mcp/callTool', headers, body)));
    expect(reply).to.include({ status: 200, body: '{"a":1}' });
    expectProblem(readReplies(await talk(port, 'NONSENSE\r\n\r\n'))[0], 'invalid_request');
    const socket = await secured(port, { ALPNProtocols: ['h2', 'http/1.1'] });
    expect(socket.alpnProtocol).to.equal('http/1.1');
    socket.destroy();
    await secured(port, { ALPNProtocols: ['h2'] }).then(
      () => expect.fail('a caller that speaks HTTP/2 alone must not come in'),
      (error: NodeJS.ErrnoException) => expect(error.code).to.equal('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'),
    );
  });

  it('tells a caller that speaks plain HTTP to use https, and reads nothing of its request', async () => {
    const front = await start();
    const { replies, closed } = await exchange(front.port, [
      requestText('POST /mcp/callTool', ['Host: localhost', 'Content-Length: 2'], '{}'),
    ]);
    expect(closed).to.equal(true);
    expect(replies).to.have.lengthOf(1);
    expect(replies[0]?.status).to.equal(400);
    expect(replies[0]?.body).to.contain('https://');
    expect(front.entries).to.deep.equal([]);
  });

  it('ends connections that never finish their handshake, or send anything else', async () => {
    const front = await start({ bounds: { headersTimeoutMs: 300 } });
    const slow = exchange(front.port, ['\x16', '\x03', '\x01', '\x02', '\x00'], { pauseMs: 30, waitMs: 8_000 });
    const silent = exchange(front.port, [], { waitMs: 8_000 });
    const garbage = exchange(front.port, [Buffer.from([0, 1, 2, 3, 255, 255, 255, 255])], { waitMs: 8_000 });
    for (const { closed, replies, tookMs } of await Promise.all([slow, silent, garbage])) {
      expect(closed).to.equal(true);
      expect(replies).to.deep.equal([]);
      expect(tookMs).to.be.lessThan(6_000);
    }
    expect((await secured(front.port).then((socket) => socket.destroy())).destroyed).to.equal(true);
  });

  it('bounds the handshakes of a flood like other connections', async () => {
    const front = await start({ bounds: { headersTimeoutMs: 1_000 }, server: { maxConnections: 5 } });
    const held = Array.from({ length: 5 }, () => {
      const socket = connectPlain({ port: front.port, host: '127.0.0.1' });
      socket.on('error', () => {});
      return socket;
    });
    await Promise.all(held.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    await pause(100);
    const refused = await secured(front.port).then(
      () => false,
      () => true,
    );
    expect(refused).to.equal(true);
    // Their time ends, and others come in.
    await Promise.all(held.map((socket) => new Promise((resolve) => socket.once('close', resolve).resume())));
    (await secured(front.port)).destroy();
  });

  it('limits the time of headers and of idle connections after the handshake', async () => {
    const front = await start({ bounds: { headersTimeoutMs: 300 }, server: { keepAliveTimeoutMs: 200 } });
    const late = await talk(front.port, 'GET /mcp/metadata HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    expectProblem(readReplies(late)[0], 'request_timeout');
    const startMs = performance.now();
    const idle = await talk(front.port, requestText('GET /livez', ['Host: localhost'], '', 'Connection: keep-alive'));
    expect(readReplies(idle)[0]?.status).to.equal(200);
    expect(performance.now() - startMs).to.be.lessThan(8_000);
  });

  it('speaks no version of TLS before the oldest one that is allowed', async () => {
    const { port } = await start();
    const strict = await start({ tls: { ...material, minVersion: 'TLSv1.3' } });
    // Shows that this client does speak the old versions.
    const old = createServer({ ...material, minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' }).listen(0, '127.0.0.1');
    await once(old, 'listening');
    const oldPort = (old.address() as AddressInfo).port;
    for (const [at, maxVersion, comes] of [
      [oldPort, 'TLSv1.1', true],
      [port, 'TLSv1', false],
      [port, 'TLSv1.1', false],
      [port, 'TLSv1.2', true],
      [port, 'TLSv1.3', true],
      [strict.port, 'TLSv1.2', false],
      [strict.port, 'TLSv1.3', true],
    ] as const) {
      const outcome = await secured(at, { minVersion: maxVersion, maxVersion, ciphers: 'ALL:@SECLEVEL=0' }).then(
        (socket) => {
          const version = socket.getProtocol();
          socket.destroy();
          return version;
        },
        () => undefined,
      );
      expect(outcome, maxVersion).to.equal(comes ? maxVersion : undefined);
    }
    old.close();
  });

  it('keeps version and limits with another certificate, which new connections get', async () => {
    const front = await start({ tls: { ...material, minVersion: 'TLSv1.3' } });
    const open = await secured(front.port);
    const { certificate, key } = new TestAuthority(folder, 'other').sign('next', { san: ['IP:127.0.0.1'] });
    const [cert, keyText] = [readFileSync(certificate, 'utf8'), readFileSync(key, 'utf8')];
    useMaterial(front.server, { ...material, minVersion: 'TLSv1.3', cert, key: keyText });
    const socket = await secured(front.port);
    expect(socket.getPeerCertificate().subject.CN).to.equal('next');
    socket.destroy();
    const refused = await secured(front.port, { maxVersion: 'TLSv1.2' }).then(
      () => false,
      () => true,
    );
    expect(refused).to.equal(true);
    open.write(requestText('GET /livez', ['Host: localhost']));
    const [answer] = (await once(open, 'data')) as [Buffer];
    expect(answer.toString()).to.match(/^HTTP\/1\.1 200 /);
    open.destroy();
    // A certificate that OpenSSL refuses changes nothing.
    expect(() => useMaterial(front.server, { ...material, cert: 'nonsense' })).to.throw();
    const after = await secured(front.port);
    expect(after.getPeerCertificate().subject.CN).to.equal('next');
    after.destroy();
  });

  it('lets no caller renegotiate, with the first certificate or a later one', async () => {
    const { port, server } = await start();
    useMaterial(server, { ...material });
    const socket = await secured(port, { maxVersion: 'TLSv1.2' });
    const ended = new Promise<string>((resolve) => {
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
      socket.once('close', () => resolve('closed'));
    });
    socket.renegotiate({ rejectUnauthorized: false }, () => {});
    expect(await ended).to.match(/NO_RENEGOTIATION|closed/);
  });

  it('does not wait for handshakes when it ends, nor for connections without a request', async () => {
    const front = await start();
    const idle = await secured(front.port);
    idle.on('error', () => {});
    const socket = connectPlain({ port: front.port, host: '127.0.0.1' });
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('connect', resolve));
    await pause(50);
    const startMs = performance.now();
    await closeServer(front.server);
    expect(performance.now() - startMs).to.be.lessThan(5_000);
    fronts.splice(0);
  });
});
