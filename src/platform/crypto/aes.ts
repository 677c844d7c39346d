// AES in the modes GCM, CBC and CTR, over @noble/ciphers. Runs inside the isolate.

import { cbc, ctr, gcm } from '@noble/ciphers/aes.js';
import type { Algorithm, Bytes, CryptoTools, Given, Material } from './algorithm.ts';
import { bytesOf } from './bytes.ts';
import { needBytes, needNumber, numberOf } from './given.ts';
import { base64url, readJwk } from './jwk.ts';

const BLOCK_BYTES = 16;
const TAG_BITS = 128;

type Fail = CryptoTools['fail'];
type Cipher = (key: Bytes, given: Given, fail: Fail) => Record<'encrypt' | 'decrypt', (data: Bytes) => Uint8Array>;

const galois: Cipher = (key, given, fail) => {
  const iv = needBytes(given, 'iv');
  const tagBits = numberOf(given, 'tagLength') ?? TAG_BITS;
  if (tagBits !== TAG_BITS)
    throw fail(
      [32, 64, 96, 104, 112, 120].includes(tagBits) ? 'NotSupportedError' : 'OperationError',
      `A tag has ${TAG_BITS} bits here, not ${tagBits}.`,
    );
  if (iv.length < 8) throw fail('OperationError', 'The iv of AES-GCM has at least 8 bytes here; 12 are usual.');
  const { additionalData } = given;
  return additionalData === undefined ? gcm(key, iv) : gcm(key, iv, bytesOf(additionalData));
};

const chained: Cipher = (key, given, fail) => {
  const iv = needBytes(given, 'iv');
  if (iv.length !== BLOCK_BYTES) throw fail('OperationError', 'The iv of AES-CBC has 16 bytes.');
  return cbc(key, iv);
};

/** The library counts in the whole block, the standard in its last `length` bits: where those begin again, so does it. */
const counting: Cipher = (key, given, fail) => {
  const [counter, bits] = [needBytes(given, 'counter'), needNumber(given, 'length')];
  if (counter.length !== BLOCK_BYTES) throw fail('OperationError', 'The counter of AES-CTR has 16 bytes.');
  if (bits < 1 || bits > 128) throw fail('OperationError', 'The length of a counter is 1 to 128 bits.');
  const size = 1n << BigInt(bits);
  const whole = BigInt(`0x${counter.toHex()}`);
  const apply = (data: Bytes): Uint8Array => {
    if (BigInt(Math.ceil(data.length / BLOCK_BYTES)) > size)
      throw fail('OperationError', 'The data are longer than the counter can count.');
    const blocksLeft = size - (whole % size);
    if (BigInt(data.length) <= blocksLeft * BigInt(BLOCK_BYTES)) return ctr(key, counter).encrypt(data);
    const split = Number(blocksLeft) * BLOCK_BYTES;
    const again = Uint8Array.fromHex((whole - (whole % size)).toString(16).padStart(2 * BLOCK_BYTES, '0'));
    const out = new Uint8Array(data.length);
    out.set(ctr(key, counter).encrypt(data.slice(0, split)));
    out.set(ctr(key, again).encrypt(data.slice(split)), split);
    return out;
  };
  return { encrypt: apply, decrypt: apply };
};

const makeMode = (name: string, cipher: Cipher, { fail, randomBytes }: CryptoTools): Algorithm => {
  const jwkName = (key: Bytes): string => `A${8 * key.length}${name.slice('AES-'.length)}`;
  const needBits = (given: Given): number => {
    const bits = needNumber(given, 'length');
    if (bits !== 128 && bits !== 192 && bits !== 256)
      throw fail('OperationError', 'A key for AES has 128, 192 or 256 bits.');
    return bits;
  };
  const use =
    (act: 'encrypt' | 'decrypt', key: Bytes) =>
    (given: Given, data: Bytes): Uint8Array => {
      const made = cipher(key, given, fail);
      try {
        return made[act](data);
      } catch (error) {
        // Of the library's own errors only the stack's is told apart; the standard has one for all that cannot be decrypted.
        if (error instanceof RangeError) throw error;
        throw fail('OperationError', `The data cannot be ${act}ed: another key or iv, or they were changed.`);
      }
    };
  const material = (key: Bytes): Material => ({
    type: 'secret',
    shown: { name, length: 8 * key.length } as Material['shown'],
    encrypt: use('encrypt', key),
    decrypt: use('decrypt', key),
    exports: { raw: () => key, jwk: () => ({ kty: 'oct', k: base64url(key), alg: jwkName(key) }) },
  });
  return {
    name,
    usages: { secret: ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'] },
    keyBits: needBits,
    generate: (given) => material(randomBytes(needBits(given) / 8)),
    importKey: (format, data, _given, wanted) => {
      if (format !== 'raw' && format !== 'jwk')
        throw fail('NotSupportedError', `Keys for ${name} come as raw or jwk, not as ${format}.`);
      const jwk = format === 'jwk' ? readJwk(data, { kty: 'oct', use: 'enc' }, wanted, fail) : undefined;
      const key = jwk ? jwk.bytes('k') : bytesOf(data);
      if (![16, 24, 32].includes(key.length)) throw fail('DataError', 'A key for AES has 128, 192 or 256 bits.');
      const alg = jwk?.text('alg');
      if (jwk && alg !== undefined && alg !== jwkName(key)) throw jwk.refuse(`its alg is not ${jwkName(key)}`);
      return material(key);
    },
  };
};

/** AES-GCM, AES-CBC and AES-CTR; their members throw what the standard says. */
export const makeAes = (tools: CryptoTools): readonly Algorithm[] => [
  makeMode('AES-GCM', galois, tools),
  makeMode('AES-CBC', chained, tools),
  makeMode('AES-CTR', counting, tools),
];
