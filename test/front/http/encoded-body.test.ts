// Inflating a body: how many bytes it holds, and what ends it early.

import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { Encoding } from '../../../src/front/http/body-guard.ts';
import { readEncodedBody } from '../../../src/front/http/encoded-body.ts';
import { ByteBudget } from '../../../src/shared/protocol/byte-budget.ts';
import { CallError } from '../../../src/shared/protocol/errors.ts';
import { LightSignal } from '../../../src/shared/protocol/light-signal.ts';

const BODY_BYTES = 100_000;
const PLAIN = Buffer.alloc(90_000, 0x20);
const COMPRESSED: Readonly<Record<Encoding, Buffer>> = {
  gzip: gzipSync(PLAIN),
  deflate: deflateSync(PLAIN),
  br: brotliCompressSync(PLAIN),
};

/** A request whose body arrives in one piece. */
const requestOf = (body: Uint8Array): IncomingMessage =>
  Object.assign(new PassThrough().end(body), {
    headers: { 'content-length': `${body.length}` },
    socket: { remoteAddress: '127.0.0.1' },
  }) as unknown as IncomingMessage;

const failing = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => expect.fail('it was read'),
    (error: unknown) => (error instanceof CallError ? error.failure.code : error),
  );

describe('a compressed body', () => {
  for (const [encoding, sent] of Object.entries(COMPRESSED) as [Encoding, Buffer][]) {
    it(`is inflated from ${encoding}, and holds nothing afterwards`, async () => {
      const held = new ByteBudget(2 * BODY_BYTES);
      const room = { bodyBytes: BODY_BYTES, held };
      expect(await readEncodedBody(requestOf(sent), new LightSignal(), encoding, room)).to.deep.equal(PLAIN);
      expect(held.bytes).to.equal(0);
    });

    it(`counts what ${encoding} inflates to`, async () => {
      const held = new ByteBudget(PLAIN.length);
      const room = { bodyBytes: BODY_BYTES, held };
      expect(await failing(readEncodedBody(requestOf(sent), new LightSignal(), encoding, room))).to.equal('overloaded');
      expect(held.bytes).to.equal(0);
    });

    it(`is given up by its signal while it is inflated from ${encoding}`, async () => {
      const held = new ByteBudget(2 * BODY_BYTES);
      const signal = new LightSignal();
      const req = requestOf(sent);
      const reading = failing(readEncodedBody(req, signal, encoding, { bodyBytes: BODY_BYTES, held }));
      req.once('end', () => setImmediate(() => signal.abort('gone')));
      expect(await reading).to.equal('gone');
      expect(held.bytes).to.equal(0);
    });
  }

  it('within the cap fits into the smallest budget, even if compressing has not made it shorter', async () => {
    const sent = gzipSync(PLAIN, { level: 0 });
    const room = { bodyBytes: BODY_BYTES, held: new ByteBudget(2 * BODY_BYTES) };
    expect(await readEncodedBody(requestOf(sent), new LightSignal(), 'gzip', room)).to.deep.equal(PLAIN);
  });
});
