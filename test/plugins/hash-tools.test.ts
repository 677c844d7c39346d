// hash-tools: the published vectors, and agreement with Node's own crypto and zlib.

import { createHash, createHmac } from 'node:crypto';
import { crc32 as nodeCrc32 } from 'node:zlib';
import { expect } from 'chai';
import fc from 'fast-check';
import { errorOf, shippedTool } from '../support/shipped-tool.ts';

const LONG = 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq';
const LONGER =
  'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu';
/** FIPS 180 examples as NIST publishes them, and a million times the letter a. */
const VECTORS = {
  sha256: [
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [LONG, '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
    ['a'.repeat(1e6), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ],
  sha512: [
    [
      'abc',
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    ],
    [
      LONGER,
      '8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909',
    ],
    [
      'a'.repeat(1e6),
      'e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b',
    ],
  ],
} as const;

/** Text with every width of UTF-8 and lone surrogates. */
const text = fc.string({
  unit: fc.constantFrom('a', '\u007f', 'é', '߿', 'ࠀ', '€', '\uffff', '🎉', '\u{10ffff}', '\ud800', '\udc00'),
  maxLength: 300,
});

describe('hash-tools', () => {
  const sha256 = shippedTool('hash-tools', 'sha256');
  const sha512 = shippedTool('hash-tools', 'sha512');
  const hmacSha256 = shippedTool('hash-tools', 'hmacSha256');
  const crc32 = shippedTool('hash-tools', 'crc32');

  for (const [name, run] of [
    ['sha256', sha256],
    ['sha512', sha512],
  ] as const) {
    for (const [input, digest] of VECTORS[name]) {
      it(`${name} of ${input.length} letters is as published`, async () => {
        expect(await run({ input })).to.equal(digest);
      });
    }

    it(`${name} agrees with Node for any text`, async () => {
      await fc.assert(
        fc.asyncProperty(text, async (input) => {
          expect(await run({ input })).to.equal(createHash(name).update(input, 'utf8').digest('hex'));
        }),
      );
    });

    it(`${name} agrees with Node for bytes of any length, as hex and as base64`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
          const digest = createHash(name).update(bytes).digest('hex');
          for (const encoding of ['hex', 'base64'] as const) {
            expect(await run({ input: Buffer.from(bytes).toString(encoding), encoding })).to.equal(digest);
          }
        }),
      );
    });
  }

  it('hmacSha256 is as RFC 4231 has it', async () => {
    const key = 'aa'.repeat(131);
    const input = 'Test Using Larger Than Block-Size Key - Hash Key First';
    expect(await hmacSha256({ key, keyEncoding: 'hex', input })).to.equal(
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    );
  });

  it('hmacSha256 and crc32 agree with Node for any text', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (key, input) => {
        expect(await hmacSha256({ key, input })).to.equal(
          createHmac('sha256', Buffer.from(key)).update(input).digest('hex'),
        );
        expect(await crc32({ input })).to.equal(nodeCrc32(input).toString(16).padStart(8, '0'));
      }),
    );
  });

  for (const [input, encoding] of [
    ['abc', 'hex'],
    ['0g', 'hex'],
    ['a', 'base64'],
    ['ab=', 'base64'],
    ['a b=', 'base64'],
    ['ab-_', 'base64'],
    ['====', 'base64'],
  ]) {
    it(`says that ${JSON.stringify(input)} is not ${encoding}`, async () => {
      expect((await errorOf(sha256({ input, encoding }))).message).to.match(/^"input" is not (hexadecimal|base64): /);
    });
  }

  it('takes base64 without its padding, and refuses an unknown encoding', async () => {
    expect(await sha256({ input: 'YWI', encoding: 'base64' })).to.equal(await sha256({ input: 'ab' }));
    expect((await errorOf(sha256({ input: '', encoding: 'latin1' }))).message).to.match(
      /^The encoding of "input" must be/,
    );
  });
});
