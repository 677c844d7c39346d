// AES, PBKDF2 and HKDF in the guest, in both modes: published vectors, and a comparison with Node's own algorithms on random data.

import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { JsonObject } from '../../../src/shared/protocol/json.ts';
import { startTestHost, type TestHost } from '../../support/host.ts';
import { runHere, type Shown, STEPS_PLUGIN, type Step } from './subtle-steps.ts';

const random = (bytes: number): { hex: string } => ({ hex: randomBytes(bytes).toString('hex') });
const text = (value: string): { hex: string } => ({ hex: Buffer.from(value).toString('hex') });
const ALL = ['encrypt', 'decrypt'];

const gcm = (iv: string, more: JsonObject = {}): JsonObject => ({ name: 'AES-GCM', iv: { hex: iv }, ...more });

for (const freshState of ['isolate', 'realm'] as const)
  describe(`crypto.subtle with secret keys, in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async () => {
      host = await startTestHost({ freshState, plugins: { steps: STEPS_PLUGIN } });
    });
    after(() => host.close());

    const run = async (steps: readonly Step[]): Promise<readonly Shown[]> => {
      const { body, code } = await host.call('run-steps', { steps });
      expect(code, JSON.stringify(body)).to.equal(undefined);
      return body as readonly Shown[];
    };
    const expectSame = async (steps: readonly Step[]): Promise<void> => {
      expect(await run(steps)).to.deep.equal(await runHere(steps));
    };

    it('encrypts the vectors of the GCM specification', async () => {
      // McGrew and Viega, test cases 2, 4 and 6; SP 800-38D.
      const key = 'feffe9928665731c6d6a8f9467308308';
      const plain =
        'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39';
      const additionalData = { hex: 'feedfacedeadbeeffeedfacedeadbeefabaddad2' };
      const longIv =
        '9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728c3c0c95156809539fcf0e2429a6b525416aedbf5a0de6a57a637b39b';
      const results = await run([
        ['importKey', 'raw', { hex: '00'.repeat(16) }, 'AES-GCM', false, ALL],
        ['encrypt', gcm('00'.repeat(12)), { step: 0 }, { hex: '00'.repeat(16) }],
        ['importKey', 'raw', { hex: key }, 'aes-gcm', false, ALL],
        ['encrypt', gcm('cafebabefacedbaddecaf888', { additionalData }), { step: 2 }, { hex: plain }],
        ['encrypt', gcm(longIv, { additionalData }), { step: 2 }, { hex: plain }],
      ]);
      expect(results[1]).to.deep.equal({ hex: '0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf' });
      expect(results[3]).to.deep.equal({
        hex: '42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e0915bc94fbc3221a5db94fae95ae7121a47',
      });
      expect(results[4]).to.deep.equal({
        hex: '8ce24998625615b603a033aca13fb894be9112a5c3a211a8ba262a3cca7e2ca701e4a9a4fba43c90ccdcb281d48c7c6fd62875d2aca417034c34aee5619cc5aefffe0bfa462af43c1699d050',
      });
    });

    it('encrypts the vectors of SP 800-38A', async () => {
      const key = { hex: '2b7e151628aed2a6abf7158809cf4f3c' };
      const plain = { hex: '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51' };
      const results = await run([
        ['importKey', 'raw', key, 'AES-CBC', false, ALL],
        ['encrypt', { name: 'AES-CBC', iv: { hex: '000102030405060708090a0b0c0d0e0f' } }, { step: 0 }, plain],
        ['importKey', 'raw', key, 'AES-CTR', false, ALL],
        [
          'encrypt',
          { name: 'AES-CTR', counter: { hex: 'f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff' }, length: 64 },
          { step: 2 },
          plain,
        ],
      ]);
      expect((results[1] as { hex: string }).hex.slice(0, 64)).to.equal(
        '7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2',
      );
      expect(results[3]).to.deep.equal({ hex: '874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff' });
    });

    it('encrypts and decrypts as Node does, at every length around a block, with every key', async () => {
      const steps: Step[] = [];
      for (const keyBytes of [16, 24, 32])
        for (const length of [0, 1, 15, 16, 17, 64, 1000]) {
          const data = random(length);
          const additionalData = random(length % 21);
          for (const how of [
            gcm(random(12).hex, { additionalData }),
            gcm(random(17).hex),
            { name: 'AES-CBC', iv: random(16) },
            { name: 'AES-CTR', counter: random(16), length: 128 },
            // The last bits of the counter overflow inside the data.
            { name: 'AES-CTR', counter: { hex: `${random(15).hex}fe` }, length: 7 },
          ] as const) {
            const at = steps.length;
            steps.push(['importKey', 'raw', random(keyBytes), how.name as string, true, ALL]);
            steps.push(['encrypt', how, { step: at }, data], ['decrypt', how, { step: at }, { step: at + 1 }]);
            steps.push(['exportKey', 'jwk', { step: at }]);
          }
        }
      await expectSame(steps);
    });

    it('decrypts nothing that was changed, and refuses what the standard refuses', async () => {
      const cipher = { hex: '0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bdde' };
      const iv = '00'.repeat(12);
      const cbc = { name: 'AES-CBC', iv: random(16) };
      await expectSame([
        ['importKey', 'raw', { hex: '00'.repeat(16) }, 'AES-GCM', false, ['decrypt']],
        ['decrypt', gcm(iv), { step: 0 }, cipher],
        ['decrypt', gcm(iv), { step: 0 }, { hex: '00' }],
        ['encrypt', gcm(iv), { step: 0 }, cipher],
        ['decrypt', cbc, { step: 0 }, cipher],
        ['decrypt', { name: 'AES-GCM' }, { step: 0 }, cipher],
        ['decrypt', gcm(iv, { tagLength: 7 }), { step: 0 }, cipher],
        ['exportKey', 'raw', { step: 0 }],
        ['importKey', 'raw', random(16), 'AES-CBC', true, ALL],
        ['decrypt', cbc, { step: 8 }, random(15)],
        ['decrypt', cbc, { step: 8 }, random(48)],
        ['encrypt', { name: 'AES-CBC', iv: random(12) }, { step: 8 }, random(5)],
        ['importKey', 'raw', random(15), 'AES-CBC', true, ALL],
        ['importKey', 'raw', random(16), 'AES-CBC', true, ['sign']],
        ['importKey', 'raw', random(16), 'AES-CBC', true, []],
        ['generateKey', { name: 'AES-CTR', length: 129 }, true, ALL],
        ['importKey', 'raw', random(16), 'AES-CTR', true, ALL],
        ['encrypt', { name: 'AES-CTR', counter: random(16), length: 1 }, { step: 16 }, random(48)],
        ['encrypt', { name: 'AES-CTR', counter: random(16), length: 0 }, { step: 16 }, random(48)],
        ['importKey', 'jwk', { kty: 'oct', k: 'AAAAAAAAAAAAAAAAAAAAAA', alg: 'A256GCM' }, 'AES-GCM', true, ALL],
        ['importKey', 'jwk', { kty: 'oct', k: 'AAAAAAAAAAAAAAAAAAAAAA', key_ops: ['sign'] }, 'AES-GCM', true, ALL],
        ['importKey', 'jwk', { kty: 'oct', k: 'AAAAAAAAAAAAAAAAAAAAAA', ext: false }, 'AES-GCM', true, ALL],
      ]);
    });

    it('derives the vectors of RFC 6070, RFC 7914 and RFC 5869', async () => {
      const [bits, hkdfBits] = [['deriveBits'], 8 * 42];
      const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: { hex: '000102030405060708090a0b0c' } };
      const results = await run([
        ['importKey', 'raw', text('password'), 'PBKDF2', false, bits],
        ['deriveBits', { name: 'PBKDF2', hash: 'SHA-1', salt: text('salt'), iterations: 4096 }, { step: 0 }, 160],
        ['importKey', 'raw', text('passwd'), 'PBKDF2', false, bits],
        ['deriveBits', { name: 'PBKDF2', hash: 'SHA-256', salt: text('salt'), iterations: 1 }, { step: 2 }, 512],
        ['importKey', 'raw', { hex: '0b'.repeat(22) }, 'HKDF', false, bits],
        ['deriveBits', { ...hkdf, info: { hex: 'f0f1f2f3f4f5f6f7f8f9' } }, { step: 4 }, hkdfBits],
      ]);
      expect(results.filter((_, index) => index % 2 === 1)).to.deep.equal([
        { hex: '4b007901b765489abead49d926f721d065a429c1' },
        {
          hex: '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783',
        },
        { hex: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865' },
      ]);
    });

    it('derives and wraps as Node does', async () => {
      const hash = (number: number): string => `SHA-${number}`;
      const usages = ['deriveBits', 'deriveKey'];
      const steps: Step[] = [
        ['importKey', 'raw', random(20), 'PBKDF2', false, usages],
        ['importKey', 'raw', random(90), 'HKDF', false, usages],
      ];
      for (const number of [1, 256, 384, 512]) {
        const pbkdf2 = { name: 'PBKDF2', hash: hash(number), salt: random(9), iterations: 3 };
        const hkdf = { name: 'HKDF', hash: { name: hash(number) }, salt: random(0), info: random(5) };
        steps.push(['deriveBits', pbkdf2, { step: 0 }, 1000], ['deriveBits', hkdf, { step: 1 }, 1000]);
        steps.push(['deriveKey', pbkdf2, { step: 0 }, { name: 'AES-GCM', length: 256 }, true, ALL]);
        steps.push(['exportKey', 'jwk', { step: steps.length - 1 }]);
        steps.push(['deriveKey', hkdf, { step: 1 }, { name: 'HMAC', hash: hash(number) }, true, ['sign']]);
        steps.push(['exportKey', 'raw', { step: steps.length - 1 }]);
      }
      const at = steps.length;
      const wrapping = gcm(random(12).hex);
      steps.push(['importKey', 'raw', random(32), 'AES-GCM', false, ['wrapKey', 'unwrapKey']]);
      steps.push(['importKey', 'raw', random(16), { name: 'HMAC', hash: 'SHA-1' }, true, ['sign']]);
      for (const format of ['raw', 'jwk']) {
        const hmac = { name: 'HMAC', hash: 'SHA-1' };
        steps.push(['wrapKey', format, { step: at + 1 }, { step: at }, wrapping]);
        const wrapped = { step: steps.length - 1 };
        steps.push(['unwrapKey', format, wrapped, { step: at }, wrapping, hmac, true, ['sign']]);
        steps.push(['exportKey', 'raw', { step: steps.length - 1 }]);
      }
      const mine = await run(steps);
      const theirs = await runHere(steps);
      // The members of a wrapped JSON Web Key have no order.
      const isWrappedJwk = (index: number): boolean => steps[index]?.[0] === 'wrapKey' && steps[index]?.[1] === 'jwk';
      expect(mine.filter((_, index) => !isWrappedJwk(index))).to.deep.equal(
        theirs.filter((_, index) => !isWrappedJwk(index)),
      );
      await expectSame([
        ['importKey', 'raw', random(20), 'PBKDF2', true, usages],
        ['importKey', 'raw', random(20), 'PBKDF2', false, usages],
        ['deriveBits', { name: 'PBKDF2', hash: 'SHA-1', salt: random(1), iterations: 0 }, { step: 1 }, 8],
        ['deriveBits', { name: 'PBKDF2', hash: 'SHA-1', salt: random(1), iterations: 1 }, { step: 1 }, 9],
        ['deriveBits', { name: 'PBKDF2', hash: 'SHA-1', salt: random(1), iterations: 1 }, { step: 1 }, null],
        ['deriveBits', { name: 'HKDF', hash: 'SHA-1', salt: random(1), info: random(1) }, { step: 1 }, 8],
      ]);
    });

    it('generates usable keys, and a different one each time', async () => {
      const make: Step = ['generateKey', { name: 'AES-GCM', length: 256 }, true, ALL];
      const [, , one, other] = (await run([
        make,
        make,
        ['exportKey', 'raw', { step: 0 }],
        ['exportKey', 'raw', { step: 1 }],
      ])) as { hex: string }[];
      expect(one?.hex).to.have.lengthOf(64);
      expect(one).to.not.deep.equal(other);
    });
  });
