// The ciphers of `crypto`: AES of @noble/ciphers in the modes CBC, CTR, ECB and GCM. In a bundle whose source names them. Runs inside the isolate, as part of the
// packed entry.

import { cbc, ctr, ecb, gcm } from '@noble/ciphers/aes.js';
import { Buffer } from './buffer.ts';
import { toBytes } from './bytes.ts';
import { secretBytes } from './crypto-key-object.ts';
import { coded, notInTool } from './errors.ts';
import Stream from './stream.ts';
import decoders from './string-decoder.ts';

const BLOCK = 16;
const TAG = 16;

interface Work {
  update(bytes: Uint8Array): Uint8Array;
  final(): Uint8Array;
}

interface Setting {
  readonly key: Uint8Array;
  readonly iv: Uint8Array;
  readonly isDecipher: boolean;
}

/** What a cipher with a tag has in addition. */
interface Tagged extends Work {
  aad: Uint8Array;
  tag: Uint8Array | undefined;
}

const openssl = (code: string, message: string): Error => coded(Error, `ERR_OSSL_${code}`, message);

/** The counter, `blocks` further. */
const counted = (counter: Uint8Array, blocks: number): Uint8Array => {
  const number = (BigInt(`0x${counter.toHex()}`) + BigInt(blocks)) % (1n << 128n);
  return Uint8Array.fromHex(number.toString(16).padStart(2 * BLOCK, '0'));
};

const counterWork = (key: Uint8Array, counter: Uint8Array): Work => {
  let position = 0;
  return {
    update(bytes) {
      const skipped = position % BLOCK;
      const whole = new Uint8Array(skipped + bytes.length);
      whole.set(bytes, skipped);
      const made = ctr(key, counted(counter, (position - skipped) / BLOCK)).encrypt(whole);
      position += bytes.length;
      return made.subarray(skipped);
    },
    final: () => new Uint8Array(0),
  };
};

/** Whole blocks of CBC or ECB, with the padding of PKCS #7. */
class Blocks implements Work {
  isPadded = true;
  #rest = new Uint8Array(0);
  #iv: Uint8Array;
  readonly #setting: Setting;
  readonly #mode: 'cbc' | 'ecb';

  constructor(setting: Setting, mode: 'cbc' | 'ecb') {
    this.#setting = setting;
    this.#iv = setting.iv;
    this.#mode = mode;
  }

  #run(bytes: Uint8Array): Uint8Array {
    if (bytes.length === 0) return bytes;
    const { key, isDecipher } = this.#setting;
    const options = { disablePadding: true };
    const cipher = this.#mode === 'cbc' ? cbc(key, this.#iv, options) : ecb(key, options);
    const made = isDecipher ? cipher.decrypt(bytes) : cipher.encrypt(bytes);
    this.#iv = (isDecipher ? bytes : made).slice(-BLOCK);
    return made;
  }

  update(bytes: Uint8Array): Uint8Array {
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    // The last block of an encrypted text has its padding, so it waits for the end.
    const isHeld = this.#setting.isDecipher && this.isPadded && all.length % BLOCK === 0 && all.length > 0;
    const end = all.length - (all.length % BLOCK) - (isHeld ? BLOCK : 0);
    this.#rest = all.slice(end);
    return this.#run(all.slice(0, end));
  }

  final(): Uint8Array {
    const { isDecipher } = this.#setting;
    const rest = this.#rest;
    if (!this.isPadded) {
      if (rest.length === 0) return rest;
      throw isDecipher
        ? openssl('WRONG_FINAL_BLOCK_LENGTH', 'error:1C80006B:Provider routines::wrong final block length')
        : openssl('WRONG_FINAL_BLOCK_LENGTH', 'error:1C80006A:Provider routines::wrong final block length');
    }
    if (!isDecipher) {
      const last = new Uint8Array(BLOCK).fill(BLOCK - rest.length);
      last.set(rest);
      return this.#run(last);
    }
    if (rest.length !== BLOCK)
      throw openssl('WRONG_FINAL_BLOCK_LENGTH', 'error:1C80006B:Provider routines::wrong final block length');
    const last = this.#run(rest);
    const count = last.at(-1) as number;
    const isRight = count > 0 && count <= BLOCK && last.subarray(-count).every((byte) => byte === count);
    if (!isRight) throw openssl('BAD_DECRYPT', 'error:1C800064:Provider routines::bad decrypt');
    return last.slice(0, -count);
  }
}

/** GCM. Its text is that of a counter; with an `iv` of another length than the usual one, it comes at the end. */
const taggedWork = ({ key, iv, isDecipher }: Setting, tagBytes: number): Tagged => {
  const plain: Uint8Array[] = [];
  const isUsual = iv.length === 12;
  const stream = isUsual ? counterWork(key, Buffer.concat([iv, Uint8Array.of(0, 0, 0, 2)])) : undefined;
  const held: Uint8Array[] = [];
  const work: Tagged = {
    aad: new Uint8Array(0),
    tag: undefined,
    update(bytes) {
      if (!stream) {
        held.push(bytes.slice());
        return new Uint8Array(0);
      }
      const made = stream.update(bytes);
      plain.push(isDecipher ? made.slice() : bytes.slice());
      return made;
    },
    final() {
      const sealed = (texts: readonly Uint8Array[]): Uint8Array =>
        gcm(key, iv, work.aad).encrypt(new Uint8Array(Buffer.concat(texts as Uint8Array[])));
      // Encrypting is the same as decrypting, the tag aside.
      const opened = isDecipher && !stream ? [sealed(held).slice(0, -TAG)] : isUsual ? plain : held;
      const whole = sealed(opened);
      const tag = whole.slice(-TAG);
      if (!isDecipher) work.tag = tag.slice(0, tagBytes);
      else {
        let difference = work.tag === undefined ? 1 : 0;
        for (const [at, byte] of (work.tag ?? []).entries()) difference |= byte ^ (tag[at] as number);
        if (difference !== 0) throw new Error('Unsupported state or unable to authenticate data');
      }
      if (stream) return new Uint8Array(0);
      return isDecipher ? (opened[0] as Uint8Array) : whole.slice(0, -TAG);
    },
  };
  return work;
};

const ALIASES: Readonly<Record<string, string>> = {
  aes128: 'aes-128-cbc',
  aes192: 'aes-192-cbc',
  aes256: 'aes-256-cbc',
};
const NAME = /^(?:id-)?aes-?(128|192|256)-(cbc|ctr|ecb|gcm)$/;

export const ciphers = (): string[] =>
  ['128', '192', '256'].flatMap((bits) => ['cbc', 'ctr', 'ecb', 'gcm'].map((mode) => `aes-${bits}-${mode}`));

const tagLengthOf = (length: unknown): number => {
  const bytes = length ?? TAG;
  if (typeof bytes === 'number' && [4, 8, 12, 13, 14, 15, 16].includes(bytes)) return bytes;
  throw coded(TypeError, 'ERR_CRYPTO_INVALID_AUTH_TAG', `Invalid authentication tag length: ${String(bytes)}`);
};

const workOf = (name: unknown, setting: Setting, options: { readonly authTagLength?: unknown } = {}): Work | Tagged => {
  const lower = String(name).toLowerCase();
  const [, bits, mode] = NAME.exec(Object.hasOwn(ALIASES, lower) ? (ALIASES[lower] as string) : lower) ?? [];
  if (bits === undefined) throw notInTool(`the cipher ${String(name)}`, `use one of ${ciphers().join(', ')}`);
  const { key, iv } = setting;
  if (key.length !== Number(bits) / 8) throw coded(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
  const isIv = mode === 'gcm' ? iv.length > 0 : iv.length === (mode === 'ecb' ? 0 : BLOCK);
  if (!isIv) throw coded(TypeError, 'ERR_CRYPTO_INVALID_IV', 'Invalid initialization vector');
  if (mode === 'gcm') {
    if (iv.length < 8) throw notInTool('an iv of less than 8 bytes for GCM', 'use one of 12 bytes');
    return taggedWork(setting, tagLengthOf(options.authTagLength));
  }
  return mode === 'ctr' ? counterWork(key, iv) : new Blocks(setting, mode as 'cbc' | 'ecb');
};

type Encoding = BufferEncoding | 'buffer' | undefined;
const { StringDecoder } = decoders as {
  StringDecoder: new (encoding: string) => { write(bytes: Uint8Array): string; end(bytes?: Uint8Array): string };
};

class Cipher extends Stream.Transform {
  readonly #work: Work | Tagged;
  readonly #isDecipher: boolean;
  #decoder: InstanceType<typeof StringDecoder> | undefined;
  #isFinal = false;

  constructor(name: unknown, key: unknown, iv: unknown, options: object | undefined, isDecipher: boolean) {
    super(options);
    const setting = {
      key: new Uint8Array(secretBytes(key) ?? toBytes(key, 'utf8', 'key')),
      iv: iv === null ? new Uint8Array(0) : new Uint8Array(toBytes(iv, 'utf8', 'iv')),
      isDecipher,
    };
    this.#work = workOf(name, setting, options);
    this.#isDecipher = isDecipher;
  }

  #given(bytes: Uint8Array, encoding: Encoding, isLast: boolean): Buffer | string {
    const made = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
    if (encoding === undefined || encoding === null || encoding === 'buffer') return made;
    this.#decoder ??= new StringDecoder(encoding);
    return isLast ? this.#decoder.end(made) : this.#decoder.write(made);
  }

  #needOpen(): void {
    if (this.#isFinal) throw coded(Error, 'ERR_CRYPTO_INVALID_STATE', 'Invalid state for operation final');
  }

  #tagged(what: string): Tagged {
    if (!('aad' in this.#work)) throw coded(Error, 'ERR_CRYPTO_INVALID_STATE', `Invalid state for operation ${what}`);
    return this.#work;
  }

  update(data: unknown, encoding?: unknown, output?: Encoding): Buffer | string {
    this.#needOpen();
    return this.#given(this.#work.update(new Uint8Array(toBytes(data, encoding))), output, false);
  }

  final(output?: Encoding): Buffer | string {
    this.#needOpen();
    this.#isFinal = true;
    return this.#given(this.#work.final(), output, true);
  }

  setAutoPadding(isPadded = true): this {
    if (this.#work instanceof Blocks) this.#work.isPadded = isPadded;
    return this;
  }

  setAAD(data: unknown, options: { readonly encoding?: string } = {}): this {
    this.#tagged('setAAD').aad = new Uint8Array(toBytes(data, options.encoding));
    return this;
  }

  getAuthTag(): Buffer {
    const { tag } = this.#tagged('getAuthTag');
    if (tag === undefined || this.#isDecipher)
      throw coded(Error, 'ERR_CRYPTO_INVALID_STATE', 'Invalid state for operation getAuthTag');
    return Buffer.from(tag);
  }

  setAuthTag(tag: unknown, encoding?: unknown): this {
    const bytes = new Uint8Array(toBytes(tag, encoding));
    tagLengthOf(bytes.length);
    this.#tagged('setAuthTag').tag = bytes;
    return this;
  }

  override _transform(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.push(this.#work.update(chunk));
    done();
  }

  override _flush(done: (error?: unknown) => void): void {
    try {
      this.push(this.final());
      done();
    } catch (error) {
      done(error);
    }
  }
}

export const createCipheriv = (name: unknown, key: unknown, iv: unknown, options?: object): Cipher =>
  new Cipher(name, key, iv, options, false);

export const createDecipheriv = (name: unknown, key: unknown, iv: unknown, options?: object): Cipher =>
  new Cipher(name, key, iv, options, true);
