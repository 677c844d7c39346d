// Servers that mean harm: slow, endless, swelling, lying. Each request ends in time with an error that says what was wrong, leaves
// no connection, and the next one to an honest server is answered.

import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect } from 'chai';
import { Egress } from '../../../../src/control/capabilities/egress.ts';
import { fetchWith } from '../fetching.ts';
import { startRawUpstream, startUpstream, type Upstream, until } from '../upstream.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNK = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;

/** Writes for as long as somebody listens. */
const forEver =
  (head: string, part: string | Buffer) =>
  (socket: Socket): void => {
    socket.write(head);
    const more = (): void => {
      while (!socket.destroyed && socket.write(part));
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  };

const once =
  (...parts: readonly (string | Buffer)[]) =>
  (socket: Socket): void => {
    for (const part of parts) socket.write(part);
  };

const thenEnds =
  (...parts: readonly (string | Buffer)[]) =>
  (socket: Socket): void => {
    once(...parts)(socket);
    socket.end();
  };

const BOMB = Buffer.alloc(20_000_000);
const encoded = (encoding: string, body: Buffer): readonly [string, Buffer] => [
  `${OK}Connection: close\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`,
  body,
];

interface Hostile {
  readonly does: string;
  readonly talk: (socket: Socket) => void;
  readonly name: string;
  readonly says: string;
}

const SERVERS: readonly Hostile[] = [
  { does: 'never answers', talk: () => {}, name: 'TimeoutError', says: 'fetchMs' },
  { does: 'sends half a status line', talk: once('HTTP/1.1 20'), name: 'TimeoutError', says: 'fetchMs' },
  {
    does: 'sends a header every now and then',
    talk: (socket) => {
      socket.write(OK);
      const timer = setInterval(() => socket.write('X-Slow: 1\r\n'), 20);
      socket.once('close', () => clearInterval(timer));
    },
    name: 'TimeoutError',
    says: 'fetchMs',
  },
  {
    does: 'sends a byte of the body every now and then',
    talk: (socket) => {
      socket.write(`${OK}Content-Length: 100000\r\n\r\n`);
      const timer = setInterval(() => socket.write('x'), 20);
      socket.once('close', () => clearInterval(timer));
    },
    name: 'TimeoutError',
    says: 'fetchMs',
  },
  {
    does: 'promises more than it sends, and waits',
    talk: once(`${OK}Content-Length: 10\r\n\r\nabc`),
    name: 'TimeoutError',
    says: 'fetchMs',
  },
  {
    does: 'promises more than it sends, and hangs up',
    talk: thenEnds(`${OK}Content-Length: 10\r\n\r\nabc`),
    name: 'TypeError',
    says: 'before it was complete',
  },
  {
    does: 'hangs up within a chunk',
    talk: thenEnds(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nab`),
    name: 'TypeError',
    says: 'before it was complete',
  },
  { does: 'hangs up without a word', talk: thenEnds(), name: 'TypeError', says: 'closed the connection' },
  {
    does: 'breaks the connection',
    talk: (socket) => socket.resetAndDestroy(),
    name: 'TypeError',
    says: 'closed the connection',
  },
  {
    does: 'sends a body without end',
    talk: forEver(`${OK}\r\n`, 'x'.repeat(65_536)),
    name: 'QuotaExceededError',
    says: 'fetchResponseBytes',
  },
  {
    does: 'sends chunks without end',
    talk: forEver(`${OK}Transfer-Encoding: chunked\r\n\r\n`, CHUNK),
    name: 'QuotaExceededError',
    says: 'fetchResponseBytes',
  },
  {
    does: 'sends the smallest chunks without end',
    talk: forEver(`${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'.repeat(1000)),
    name: 'TypeError',
    says: 'tiny pieces',
  },
  {
    does: 'promises more than the cap',
    talk: once(`${OK}Content-Length: 99999999999\r\n\r\n`),
    name: 'QuotaExceededError',
    says: 'fetchResponseBytes',
  },
  {
    does: 'sends headers without end',
    talk: forEver(OK, 'X-More: 1234567890\r\n'.repeat(100)),
    name: 'TypeError',
    says: 'headers',
  },
  {
    does: 'sends one header without end',
    talk: forEver(`${OK}X-Long: `, 'x'.repeat(65_536)),
    name: 'TypeError',
    says: 'headers',
  },
  {
    does: 'sends interim responses without end',
    talk: forEver('', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(100)),
    name: 'TypeError',
    says: 'interim',
  },
  {
    does: 'sends trailers without end',
    talk: forEver(`${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'X-More: 1234567890\r\n'.repeat(100)),
    name: 'TypeError',
    says: '',
  },
  { does: 'speaks another protocol', talk: once('SSH-2.0-OpenSSH_9.9\r\n'), name: 'TypeError', says: '' },
  {
    does: 'switches protocols unasked',
    talk: once('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    name: 'TypeError',
    says: '',
  },
  {
    does: 'gives two lengths',
    talk: once(`${OK}Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde`),
    name: 'TypeError',
    says: '',
  },
  {
    does: 'gives a length and chunks',
    talk: once(`${OK}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`),
    name: 'TypeError',
    says: '',
  },
  {
    does: 'sends a gzip bomb',
    talk: once(...encoded('gzip', gzipSync(BOMB))),
    name: 'QuotaExceededError',
    says: 'decompression',
  },
  {
    does: 'sends a bomb of deflate',
    talk: once(...encoded('deflate', deflateSync(BOMB))),
    name: 'QuotaExceededError',
    says: 'decompression',
  },
  {
    does: 'sends a bomb of Brotli',
    talk: once(...encoded('br', brotliCompressSync(BOMB))),
    name: 'QuotaExceededError',
    says: 'decompression',
  },
  {
    does: 'sends a bomb of zstd',
    talk: once(...encoded('zstd', zstdCompressSync(BOMB))),
    name: 'QuotaExceededError',
    says: 'decompression',
  },
  {
    does: 'sends a bomb in a bomb',
    talk: once(...encoded('gzip, gzip', gzipSync(gzipSync(BOMB)))),
    name: 'QuotaExceededError',
    says: 'decompression',
  },
  {
    does: 'compresses ten times over',
    talk: once(...encoded(Array(10).fill('gzip').join(', '), gzipSync('x'))),
    name: 'TypeError',
    says: '10 times',
  },
  {
    does: 'lies about its compression',
    talk: once(...encoded('gzip', Buffer.from('plain'))),
    name: 'TypeError',
    says: 'gzip',
  },
  {
    does: 'cuts its compression short',
    talk: once(...encoded('gzip', gzipSync('x'.repeat(5000)).subarray(0, 20))),
    name: 'TypeError',
    says: 'gzip',
  },
];

describe('hostile servers', () => {
  let egress: Egress;
  let honest: Upstream;

  before(async () => {
    egress = new Egress({ dnsServers: [], extraCas: [], secrets: [] });
    honest = await startUpstream((_received, response) => response.end('honest'));
  });
  after(async () => {
    await egress.close();
    await honest.close();
  });

  for (const { does, talk, name, says } of SERVERS) {
    it(`one that ${does}`, async () => {
      const server = await startRawUpstream(talk);
      const limits = { fetchMs: name === 'TimeoutError' ? 400 : 20_000, fetchResponseBytes: 1_000_000 };
      const { ok, error, elapsedMs } = await fetchWith(
        egress,
        { url: `${server.origin}/` },
        { private: [server.origin], limits },
      );
      expect(ok).to.equal(false);
      expect(error.name, error.message).to.equal(name);
      expect(error.message).to.include(says);
      expect(error.message).not.to.match(/UND_ERR|undici|llhttp|zlib|ECONN/);
      expect(elapsedMs).to.be.lessThan(15_000);
      expect(await until(() => server.connections.open === 0), 'a connection is left').to.equal(true);
      expect((await fetchWith(egress, { url: `${honest.origin}/` }, { private: [honest.origin] })).given.body).to.equal(
        'honest',
      );
      await server.close();
    });
  }

  it('one that sends more than one response does not spoil the next one', async () => {
    const server = await startRawUpstream(
      once(`${OK}Content-Length: 5\r\n\r\nfirst`, `${OK}Content-Length: 6\r\n\r\nforged`),
    );
    for (let turn = 0; turn < 3; turn += 1) {
      const { given } = await fetchWith(egress, { url: `${server.origin}/` }, { private: [server.origin] });
      expect(given.body).to.equal('first');
    }
    expect(server.connections.made).to.equal(3);
    await server.close();
  });

  it('reads every compression that it asks for', async () => {
    const plain = Buffer.from('the very same text '.repeat(100));
    const ways: readonly (readonly [string, Buffer])[] = [
      ['gzip', gzipSync(plain)],
      ['deflate', deflateSync(plain)],
      ['deflate', deflateRawSync(plain)],
      ['br', brotliCompressSync(plain)],
      ['zstd', zstdCompressSync(plain)],
      ['gzip, br', brotliCompressSync(gzipSync(plain))],
      ['identity', plain],
    ];
    for (const [encoding, body] of ways) {
      const server = await startRawUpstream(once(...encoded(encoding, body)));
      const { given, responseBytes } = await fetchWith(
        egress,
        { url: `${server.origin}/` },
        { private: [server.origin] },
      );
      expect(given.body, encoding).to.equal(plain.toString());
      expect(responseBytes).to.equal(plain.length);
      await server.close();
    }
  });
});
