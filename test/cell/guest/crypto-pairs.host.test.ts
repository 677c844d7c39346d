// Key pairs in the guest: ECDSA, ECDH, Ed25519, X25519 and RSA. Node verifies the guest's signatures and the guest verifies Node's, in every
// format and in both modes. Runs the vectors of RFC 6979, 8032, 7748, 7515 and 8037 as well.

import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../src/shared/protocol/json.ts';
import { startTestHost, type TestHost } from '../../support/host.ts';
import { runHere, type Shown, STEPS_PLUGIN, type Step } from './subtle-steps.ts';
import { BROKEN_KEYS, RS256_EXAMPLE } from './vectors.ts';

const random = (bytes: number): { hex: string } => ({ hex: randomBytes(bytes).toString('hex') });
const text = (value: string): { hex: string } => ({ hex: Buffer.from(value).toString('hex') });
const hexOf = (shown: Shown | undefined): string => (shown as { hex: string }).hex;
const base64url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');

const ED25519_SECRET = '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb';
const ED25519_PUBLIC = '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c';
const ED25519_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The number that little-endian bytes represent. */
const numberOf = (bytes: Buffer): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
const sha512 = (...parts: readonly Buffer[]): Buffer => createHash('sha512').update(Buffer.concat(parts)).digest();

/** A signature whose R is the neutral point. It fulfils the equation of verification, and must be refused all the same. */
const withNeutralR = (message: Buffer): { hex: string } => {
  const secret = sha512(Buffer.from(ED25519_SECRET, 'hex')).subarray(0, 32);
  const scalar = (numberOf(secret) & (2n ** 254n - 8n)) | (2n ** 254n);
  const neutral = Buffer.from('01'.padEnd(64, '0'), 'hex');
  const challenge = numberOf(sha512(neutral, Buffer.from(ED25519_PUBLIC, 'hex'), message));
  const s = ((challenge * scalar) % ED25519_ORDER).toString(16).padStart(64, '0');
  return { hex: neutral.toString('hex') + Buffer.from(s, 'hex').reverse().toString('hex') };
};

type Run = (steps: readonly Step[]) => Promise<readonly Shown[]>;

/** An algorithm: how its keys are made, and the parameters of `sign`. */
interface Signing {
  readonly title: string;
  readonly make: JsonObject;
  readonly sign: Json;
  readonly isImported?: boolean;
}

const SIGNINGS: readonly Signing[] = [
  ...['P-256', 'P-384', 'P-521'].flatMap((namedCurve) =>
    ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'].map((hash) => ({
      title: `ECDSA on ${namedCurve} with ${hash}`,
      make: { name: 'ECDSA', namedCurve },
      sign: { name: 'ECDSA', hash },
    })),
  ),
  { title: 'Ed25519', make: { name: 'Ed25519' }, sign: 'Ed25519' },
  ...['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']
    .flatMap((hash) =>
      // 1025 bits: the encoding of PSS is one byte shorter than the modulus. 1032 bits: it is as long, with one bit to spare.
      [2048, 1025, 1032].flatMap((modulusLength) =>
        [
          { name: 'RSASSA-PKCS1-v1_5' },
          { name: 'RSA-PSS', saltLength: 0 },
          ...(modulusLength === 2048 ? [{ name: 'RSA-PSS', saltLength: 32 }] : []),
        ].map((sign) => ({
          title: `${sign.name} of ${modulusLength} bits with ${hash}${'saltLength' in sign ? `, a salt of ${sign.saltLength}` : ''}`,
          make: { name: sign.name, hash, modulusLength, publicExponent: { hex: '010001' } },
          sign,
          isImported: true,
        })),
      ),
    )
    .filter(({ make, sign }) => sign.name !== 'RSA-PSS' || make.modulusLength === 2048 || make.hash !== 'SHA-512'),
];

/** Makes a pair, and exports it in every format. */
const makePair = async (run: Run, make: JsonObject, usages: readonly [string[], string[]]) => {
  const steps: Step[] = [['generateKey', make, true, [...usages[0], ...usages[1]]]];
  for (const format of ['spki', 'jwk']) steps.push(['exportKey', format, { step: 0, part: 'publicKey' }]);
  for (const format of ['pkcs8', 'jwk']) steps.push(['exportKey', format, { step: 0, part: 'privateKey' }]);
  const [pair, spki, publicJwk, pkcs8, privateJwk] = await run(steps);
  expect(pkcs8, JSON.stringify([pair, pkcs8])).to.have.property('hex');
  return { spki, publicJwk, pkcs8, privateJwk } as Readonly<Record<string, Json>>;
};

for (const freshState of ['isolate', 'realm'] as const)
  describe(`crypto.subtle with pairs of keys, in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async () => {
      host = await startTestHost({ freshState, plugins: { steps: STEPS_PLUGIN } });
    });
    after(() => host.close());

    const run: Run = async (steps) => {
      const { body, code } = await host.call('run-steps', { steps });
      expect(code, JSON.stringify(body)).to.equal(undefined);
      return body as readonly Shown[];
    };
    const expectSame = async (steps: readonly Step[]): Promise<void> => {
      expect(await run(steps)).to.deep.equal(await runHere(steps));
    };

    for (const { title, make, sign, isImported = false } of SIGNINGS)
      it(`signs and verifies: ${title}`, async () => {
        const data = random(100);
        const { spki, publicJwk, pkcs8, privateJwk } = await makePair(isImported ? runHere : run, make, [
          ['sign'],
          ['verify'],
        ]);
        const work: Step[] = [
          ['importKey', 'pkcs8', pkcs8 as Json, make, true, ['sign']],
          ['importKey', 'jwk', privateJwk as Json, make, true, ['sign']],
          ['importKey', 'spki', spki as Json, make, false, ['verify']],
          ['importKey', 'jwk', publicJwk as Json, make, true, ['verify']],
          ['exportKey', 'pkcs8', { step: 1 }],
          ['exportKey', 'jwk', { step: 0 }],
          ['exportKey', 'spki', { step: 3 }],
          ['exportKey', 'jwk', { step: 2 }],
        ];
        await expectSame(work);
        const signed: Step[] = [...work, ['sign', sign, { step: 0 }, data], ['sign', sign, { step: 1 }, data]];
        const [mine, theirs] = [await run(signed), await runHere(signed)];
        const signatures = [...mine.slice(-2), ...theirs.slice(-2)];
        const wrong = Buffer.from(hexOf(signatures[0]), 'hex');
        wrong[40] = (wrong[40] as number) ^ 1;
        const verified: Step[] = [...work];
        for (const signature of [...signatures, { hex: wrong.toString('hex') }, { hex: `${hexOf(signatures[0])}00` }])
          verified.push(
            ['verify', sign, { step: 2 }, signature as Json, data],
            ['verify', sign, { step: 3 }, signature as Json, random(9)],
          );
        const expected = [true, true, true, true, false, false].flatMap((isRight) => [isRight, false]);
        expect((await run(verified)).slice(work.length)).to.deep.equal(expected);
        expect((await runHere(verified)).slice(work.length)).to.deep.equal(expected);
      });

    for (const make of [
      ...['P-256', 'P-384', 'P-521'].map((namedCurve) => ({ name: 'ECDH', namedCurve })),
      { name: 'X25519' },
    ])
      it(`agrees on a secret: ${Object.values(make).join(' ')}`, async () => {
        const usages = ['deriveBits', 'deriveKey'];
        const [mine, theirs] = [await makePair(run, make, [usages, []]), await makePair(runHere, make, [usages, []])];
        const steps: Step[] = [
          ['importKey', 'pkcs8', mine.pkcs8 as Json, make, false, usages],
          ['importKey', 'jwk', theirs.publicJwk as Json, make, true, []],
          ['exportKey', 'raw', { step: 1 }],
          ['importKey', 'raw', { step: 2 }, make, true, []],
          ['deriveBits', { ...make, public: { step: 1 } }, { step: 0 }, null],
          ['deriveBits', { ...make, public: { step: 3 } }, { step: 0 }, 128],
          ['deriveBits', { ...make, public: { step: 3 } }, { step: 0 }, 4096],
          ['deriveBits', { ...make, public: { step: 0 } }, { step: 0 }, 128],
          [
            'deriveKey',
            { ...make, public: { step: 1 } },
            { step: 0 },
            { name: 'AES-GCM', length: 256 },
            true,
            ['encrypt'],
          ],
          ['exportKey', 'raw', { step: 8 }],
          ['importKey', 'jwk', theirs.privateJwk as Json, make, false, usages],
          ['importKey', 'spki', mine.spki as Json, make, true, []],
          ['deriveBits', { ...make, public: { step: 11 } }, { step: 10 }, null],
        ];
        await expectSame(steps);
        const shared = await run(steps);
        expect(shared[12]).to.deep.equal(shared[4]).and.have.property('hex');
      });

    it('gives the signatures of RFC 6979, RFC 8032 and RFC 7515', async () => {
      const p256 = {
        ...{
          kty: 'EC',
          crv: 'P-256',
          d: base64url('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721'),
        },
        x: base64url('60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6'),
        y: base64url('7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299'),
      };
      const ed25519 = {
        ...{
          kty: 'OKP',
          crv: 'Ed25519',
          d: base64url(ED25519_SECRET),
        },
        x: base64url(ED25519_PUBLIC),
      };
      const { jwk, input, signature } = RS256_EXAMPLE;
      const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
      const results = await run([
        ['importKey', 'jwk', p256, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']],
        ['sign', { name: 'ECDSA', hash: 'SHA-256' }, { step: 0 }, text('sample')],
        ['importKey', 'jwk', ed25519, 'Ed25519', false, ['sign']],
        ['sign', 'Ed25519', { step: 2 }, { hex: '72' }],
        ['importKey', 'jwk', jwk, rsa, false, ['sign']],
        ['sign', rsa.name, { step: 4 }, text(input)],
      ]);
      expect(hexOf(results[1])).to.equal(
        'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
      );
      expect(hexOf(results[3])).to.equal(
        '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
      );
      expect(base64url(hexOf(results[5]))).to.equal(signature);
    });

    it('refuses an Ed25519 signature whose first half has a small order', async () => {
      const message = Buffer.from('whatever');
      const results = await run([
        ['importKey', 'raw', { hex: ED25519_PUBLIC }, 'Ed25519', true, ['verify']],
        ['verify', 'Ed25519', { step: 0 }, withNeutralR(message), { hex: message.toString('hex') }],
      ]);
      expect(results[1]).to.equal(false);
    });

    it('derives the shared secret of RFC 7748', async () => {
      const head = '302e020100300506032b656e04220420';
      const alice = { hex: `${head}77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a` };
      const bob = { hex: `${head}5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb` };
      const usages = ['deriveBits'];
      const [, jwk] = await run([
        ['importKey', 'pkcs8', alice, 'X25519', true, usages],
        ['exportKey', 'jwk', { step: 0 }],
      ]);
      const { x } = jwk as { x: string };
      expect(x).to.equal(base64url('8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a'));
      const results = await run([
        ['importKey', 'pkcs8', bob, 'X25519', true, usages],
        ['importKey', 'jwk', { kty: 'OKP', crv: 'X25519', x }, 'X25519', true, []],
        ['deriveBits', { name: 'X25519', public: { step: 1 } }, { step: 0 }, 256],
      ]);
      expect(hexOf(results[2])).to.equal('4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742');
    });

    it('refuses malformed keys', async () => {
      const steps: Step[] = BROKEN_KEYS.map(([format, key, algorithm, usages]) => [
        ...(['importKey', format, key, algorithm, true, usages] as const),
      ]);
      const results = await run(steps);
      for (const [index, result] of results.entries())
        expect(result, JSON.stringify(BROKEN_KEYS[index])).to.deep.equal({ failed: 'DataError' });
    });

    it('refuses what the standard refuses', async () => {
      const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' };
      await expectSame([
        ['generateKey', ecdsa, false, ['sign']],
        ['exportKey', 'pkcs8', { step: 0, part: 'privateKey' }],
        ['exportKey', 'pkcs8', { step: 0, part: 'publicKey' }],
        ['exportKey', 'raw', { step: 0, part: 'privateKey' }],
        ['sign', { name: 'ECDSA', hash: 'SHA-256' }, { step: 0, part: 'publicKey' }, random(3)],
        ['verify', { name: 'ECDSA', hash: 'SHA-256' }, { step: 0, part: 'publicKey' }, random(64), random(3)],
        ['sign', 'Ed25519', { step: 0, part: 'privateKey' }, random(3)],
        ['sign', 'ECDSA', { step: 0, part: 'privateKey' }, random(3)],
        ['generateKey', ecdsa, true, []],
        ['generateKey', ecdsa, true, ['encrypt']],
        ['generateKey', { name: 'ECDSA', namedCurve: 'P-257' }, true, ['sign']],
        ['generateKey', { name: 'ECDSA' }, true, ['sign']],
        ['importKey', 'raw', random(65), ecdsa, true, ['verify']],
        ['importKey', 'spki', random(91), ecdsa, true, ['verify']],
        ['importKey', 'pkcs8', random(0), ecdsa, true, ['sign']],
        ['importKey', 'raw', random(31), 'Ed25519', true, ['verify']],
        ['importKey', 'jwk', { kty: 'OKP', crv: 'X25519', x: 'AA' }, 'Ed25519', true, ['verify']],
        ['generateKey', { name: 'X25519' }, true, ['deriveBits']],
        // A point of small order gives no secret.
        ['importKey', 'raw', { hex: '00'.repeat(32) }, 'X25519', true, []],
        ['deriveBits', { name: 'X25519', public: { step: 18 } }, { step: 17, part: 'privateKey' }, 256],
      ]);
    });

    it('refuses to generate RSA keys', async () => {
      const make = {
        name: 'RSASSA-PKCS1-v1_5',
        hash: 'SHA-256',
        modulusLength: 2048,
        publicExponent: { hex: '010001' },
      };
      expect(await run([['generateKey', make, true, ['sign', 'verify']]])).to.deep.equal([
        { failed: 'NotSupportedError' },
      ]);
    });
  });
