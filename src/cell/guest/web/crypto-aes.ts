// AES in the modes GCM, CBC and CTR for crypto.subtle, built on @noble/ciphers. Runs inside the isolate, as a group of web APIs that makes no global.

import { cbc, ctr, gcm } from '@noble/ciphers/aes.js';
import type { Algorithm, CryptoTools, Material, Params } from './crypto/algorithm.ts';
import { base64url, readJwk } from './crypto/jwk.ts';
import { groupOf, needBytes, needNumber, numberOf } from './crypto/params.ts';
import { type Bytes, bytesOf } from './standard/bytes.ts';

const BLOCK_BYTES = 16;
const TAG_BITS = 128;

type Fail = CryptoTools['fail'];
type Cipher = (key: Bytes, params: Params, fail: Fail) => Record<'encrypt' | 'decrypt', (data: Bytes) => Uint8Array>;

const makeGcm: Cipher = (key, params, fail) => {
  const iv = needBytes(params, 'iv');
  const tagBits = numberOf(params, 'tagLength') ?? TAG_BITS;
  if (tagBits !== TAG_BITS)
    throw fail(
      [32, 64, 96, 104, 112, 120].includes(tagBits) ? 'NotSupportedError' : 'OperationError',
      `The tagLength must be ${TAG_BITS} here, not ${tagBits}.`,
    );
  if (iv.length < 8) throw fail('OperationError', 'The iv of AES-GCM must have at least 8 bytes here; 12 are usual.');
  const { additionalData } = params;
  return additionalData === undefined ? gcm(key, iv) : gcm(key, iv, bytesOf(additionalData));
};

const makeCbc: Cipher = (key, params, fail) => {
  const iv = needBytes(params, 'iv');
  if (iv.length !== BLOCK_BYTES) throw fail('OperationError', 'The iv of AES-CBC must have 16 bytes.');
  return cbc(key, iv);
};

/** The library counts in the whole block, the standard in its last `length` bits. So the data are split where those bits overflow to 0. */
const makeCtr: Cipher = (key, params, fail) => {
  const [counter, bits] = [needBytes(params, 'counter'), needNumber(params, 'length')];
  if (counter.length !== BLOCK_BYTES) throw fail('OperationError', 'The counter of AES-CTR must have 16 bytes.');
  if (bits < 1 || bits > 128) throw fail('OperationError', 'The length of a counter must be 1 to 128 bits.');
  const size = 1n << BigInt(bits);
  const whole = BigInt(`0x${counter.toHex()}`);
  const apply = (data: Bytes): Uint8Array => {
    if (BigInt(Math.ceil(data.length / BLOCK_BYTES)) > size)
      throw fail('OperationError', 'The data are longer than the counter can count.');
    const blocksLeft = size - (whole % size);
    if (BigInt(data.length) <= blocksLeft * BigInt(BLOCK_BYTES)) return ctr(key, counter).encrypt(data);
    const split = Number(blocksLeft) * BLOCK_BYTES;
    const wrapped = Uint8Array.fromHex((whole - (whole % size)).toString(16).padStart(2 * BLOCK_BYTES, '0'));
    const out = new Uint8Array(data.length);
    out.set(ctr(key, counter).encrypt(data.slice(0, split)));
    out.set(ctr(key, wrapped).encrypt(data.slice(split)), split);
    return out;
  };
  return { encrypt: apply, decrypt: apply };
};

const makeMode = (name: string, cipher: Cipher, { fail, randomBytes }: CryptoTools): Algorithm => {
  const jwkName = (key: Bytes): string => `A${8 * key.length}${name.slice('AES-'.length)}`;
  const needBits = (params: Params): number => {
    const bits = needNumber(params, 'length');
    if (bits !== 128 && bits !== 192 && bits !== 256)
      throw fail('OperationError', 'A key for AES has 128, 192 or 256 bits.');
    return bits;
  };
  const use =
    (act: 'encrypt' | 'decrypt', key: Bytes) =>
    (params: Params, data: Bytes): Uint8Array => {
      const made = cipher(key, params, fail);
      try {
        return made[act](data);
      } catch (error) {
        // A RangeError is a stack overflow. The standard has one error for all data that cannot be decrypted.
        if (error instanceof RangeError) throw error;
        throw fail(
          'OperationError',
          `The data cannot be ${act}ed: the key or the iv is another one, or the data were changed.`,
        );
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
    generate: (params) => material(randomBytes(needBits(params) / 8)),
    importKey: (format, data, _params, wanted) => {
      if (format !== 'raw' && format !== 'jwk')
        throw fail('NotSupportedError', `A key for ${name} is imported as raw or jwk, not as ${format}.`);
      const jwk = format === 'jwk' ? readJwk(data, { kty: 'oct', use: 'enc' }, wanted, fail) : undefined;
      const key = jwk ? jwk.bytes('k') : bytesOf(data);
      if (![16, 24, 32].includes(key.length)) throw fail('DataError', 'A key for AES has 128, 192 or 256 bits.');
      const alg = jwk?.text('alg');
      if (jwk && alg !== undefined && alg !== jwkName(key)) throw jwk.refuse(`its alg is not ${jwkName(key)}`);
      return material(key);
    },
  };
};

/** AES-GCM, AES-CBC and AES-CTR. Their functions throw the standard's exceptions. */
const makeAes = (tools: CryptoTools): readonly Algorithm[] => [
  makeMode('AES-GCM', makeGcm, tools),
  makeMode('AES-CBC', makeCbc, tools),
  makeMode('AES-CTR', makeCtr, tools),
];

export const install = groupOf(makeAes);
