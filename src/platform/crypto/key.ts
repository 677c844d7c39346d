// CryptoKey, and the ways in which keys for HMAC come and go. Runs inside the isolate.

import { asInterface, dictionaryOf, type ExceptionType } from '../standard/interface.ts';
import { bytesOf } from './bytes.ts';
import { type Hash, hashOf, namedAlgorithm } from './hashes.ts';

export interface KeyState {
  readonly type: 'secret';
  readonly hash: Hash;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly extractable: boolean;
  readonly usages: readonly string[];
  readonly algorithm: object;
}

/** In the order of the standard, which is the order they are shown in. */
const KNOWN_USAGES = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey'];

const KEY = Symbol('platform');

/** The class and what is done with keys; all throw what the standard says. */
export const makeKeys = (DOMException: ExceptionType, randomBytes: (bytes: number) => Uint8Array<ArrayBuffer>) => {
  let readState: (value: object) => KeyState | undefined = () => undefined;
  const fail = (name: string, message: string): Error => new DOMException(message, name);

  class CryptoKey {
    static {
      readState = (value) => (#state in value ? value.#state : undefined);
    }

    readonly #state: KeyState;
    readonly #usages: string[];

    constructor() {
      const [key, state] = arguments as unknown as [unknown, KeyState];
      if (key !== KEY) throw new TypeError('Illegal constructor: import or generate a key.');
      this.#state = state;
      this.#usages = [...state.usages];
    }

    get type(): string {
      return this.#state.type;
    }

    get extractable(): boolean {
      return this.#state.extractable;
    }

    get algorithm(): object {
      return this.#state.algorithm;
    }

    get usages(): string[] {
      return this.#usages;
    }
  }
  asInterface(CryptoKey);

  const usagesOf = (usages: unknown): string[] => {
    const list = [...(usages as Iterable<unknown>)].map((usage) => `${usage as string}`);
    for (const usage of list) if (!KNOWN_USAGES.includes(usage)) throw new TypeError(`${usage} is no usage of a key.`);
    const foreign = list.find((usage) => usage !== 'sign' && usage !== 'verify');
    if (foreign !== undefined) throw fail('SyntaxError', `A key for HMAC cannot be used to ${foreign}.`);
    if (list.length === 0) throw fail('SyntaxError', 'A secret key needs a usage: sign or verify.');
    return KNOWN_USAGES.filter((usage) => list.includes(usage));
  };

  const make = (hash: Hash, bytes: Uint8Array<ArrayBuffer>, bits: number, extractable: boolean, usages: string[]) => {
    const algorithm = { name: 'HMAC', hash: { name: hash.name }, length: bits };
    const state: KeyState = { type: 'secret', hash, bytes, extractable, usages, algorithm };
    return new (CryptoKey as unknown as new (key: symbol, state: KeyState) => CryptoKey)(KEY, state);
  };

  const needHmac = (algorithm: unknown): Readonly<Record<string, unknown>> => {
    const [name, given] = namedAlgorithm(algorithm);
    if (name !== 'HMAC') throw fail('NotSupportedError', `There are no keys for ${name}: HMAC only.`);
    if (given.hash === undefined) throw new TypeError('A key for HMAC needs a hash.');
    return given;
  };

  const lengthOf = (given: Readonly<Record<string, unknown>>): number | undefined => {
    if (given.length === undefined) return undefined;
    const bits = Math.trunc(Number(given.length));
    if (!(bits >= 0 && bits < 2 ** 32)) throw new TypeError('The length of a key is a number of bits.');
    return bits;
  };

  const fromJwk = (jwk: unknown, hash: Hash, extractable: boolean, usages: string[]): Uint8Array<ArrayBuffer> => {
    if (jwk === undefined || jwk === null || typeof jwk !== 'object' || ArrayBuffer.isView(jwk))
      throw new TypeError('A JSON Web Key is an object.');
    const { kty, k, alg, use, key_ops: operations, ext } = dictionaryOf(jwk, 'A JSON Web Key');
    const refuse = (what: string): Error => fail('DataError', `The JSON Web Key does not fit: ${what}.`);
    if (kty !== 'oct') throw refuse('its kty is not oct');
    if (typeof k !== 'string') throw refuse('it has no k');
    if (alg !== undefined && alg !== hash.jwkName) throw refuse(`its alg is not ${hash.jwkName}`);
    if (use !== undefined && use !== 'sig') throw refuse('its use is not sig');
    if (operations !== undefined && !usages.every((usage) => (operations as string[]).includes(usage)))
      throw refuse('its key_ops lack a usage that is asked for');
    if (ext === false && extractable) throw refuse('it may not be extracted');
    try {
      return Uint8Array.fromBase64(k, { alphabet: 'base64url' });
    } catch {
      throw refuse('its k is not base64url');
    }
  };

  const importKey = (format: string, data: unknown, algorithm: unknown, mayLeave: unknown, wanted: unknown) => {
    const given = needHmac(algorithm);
    const hash = hashOf(given.hash, DOMException);
    const [usages, extractable] = [usagesOf(wanted), Boolean(mayLeave)];
    if (format !== 'raw' && format !== 'jwk')
      throw fail('NotSupportedError', `Keys for HMAC come as raw or jwk, not as ${format}.`);
    const bytes = format === 'raw' ? bytesOf(data) : fromJwk(data, hash, extractable, usages);
    const bits = lengthOf(given) ?? 8 * bytes.length;
    if (bytes.length === 0) throw fail('DataError', 'A key cannot be empty.');
    if (bits > 8 * bytes.length || bits <= 8 * (bytes.length - 1))
      throw fail('DataError', 'The length does not fit the key.');
    return make(hash, bytes, bits, extractable, usages);
  };

  const generateKey = (algorithm: unknown, mayLeave: unknown, wanted: unknown) => {
    const given = needHmac(algorithm);
    const hash = hashOf(given.hash, DOMException);
    const usages = usagesOf(wanted);
    const bits = lengthOf(given) ?? hash.blockBits;
    if (bits === 0) throw fail('OperationError', 'A key cannot be empty.');
    return make(hash, randomBytes(Math.ceil(bits / 8)), bits, Boolean(mayLeave), usages);
  };

  const stateOf = (key: unknown): KeyState => {
    const state = typeof key === 'object' && key !== null ? readState(key) : undefined;
    if (!state) throw new TypeError('The key is no CryptoKey.');
    return state;
  };

  const exportKey = (format: string, key: unknown): unknown => {
    const { bytes, extractable, hash, usages } = stateOf(key);
    if (!extractable) throw fail('InvalidAccessError', 'The key may not be extracted.');
    if (format === 'raw') return bytes.slice().buffer;
    if (format !== 'jwk') throw fail('NotSupportedError', `Keys for HMAC leave as raw or jwk, not as ${format}.`);
    const k = bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
    return { kty: 'oct', k, alg: hash.jwkName, key_ops: [...usages], ext: true };
  };

  const keyFor = (algorithm: unknown, key: unknown, usage: string): KeyState => {
    const [name] = namedAlgorithm(algorithm);
    if (name !== 'HMAC') throw fail('NotSupportedError', `There is no signing with ${name}: HMAC only.`);
    const state = stateOf(key);
    if (!state.usages.includes(usage)) throw fail('InvalidAccessError', `The key may not be used to ${usage}.`);
    return state;
  };

  return { CryptoKey, importKey, generateKey, exportKey, keyFor };
};
