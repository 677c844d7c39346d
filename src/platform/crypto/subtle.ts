// crypto.subtle: finds the algorithm that is named, looks whether the key may do what is asked, and has it done. Runs inside
// the isolate.

import { asInterface, needArguments } from '../standard/interface.ts';
import type { Algorithm, Bytes, CryptoTools, Given, KeyState, Material } from './algorithm.ts';
import { bytesOf } from './bytes.ts';
import { namedAlgorithm } from './hashes.ts';
import { makeKeys, type makeKeyType } from './key.ts';
import { needRoom } from './room.ts';

const KEY = Symbol('platform');

type MakeKey = ReturnType<typeof makeKeyType>['makeKey'];
type Act = 'sign' | 'verify' | 'encrypt' | 'decrypt' | 'derive';

/** A buffer of the caller's own. */
const handOut = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer as ArrayBuffer;

/** A JSON Web Key as bytes to wrap: all its letters are ASCII. */
const bytesOfText = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const textOfBytes = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** The class and its one instance. */
export const makeSubtle = (
  { fail, hashOf, keyOf }: CryptoTools,
  algorithms: ReadonlyMap<string, Algorithm>,
  makeKey: MakeKey,
) => {
  const { usagesOf, importKey, generateKey, exportKey } = makeKeys({ makeKey, keyOf }, fail);

  const named = (algorithm: unknown): readonly [Algorithm, Given] => {
    needRoom();
    const [name, given] = namedAlgorithm(algorithm);
    const found = algorithms.get(name);
    if (!found)
      throw fail(
        'NotSupportedError',
        `There is no ${name} here, or the plugin's source does not name it in one piece.`,
      );
    return [found, given];
  };

  /** What a key does where it may. */
  const allowed = <A extends Act>(act: A, algorithm: unknown, key: unknown, usage: string) => {
    const [found, given] = named(algorithm);
    const state: KeyState = keyOf(key);
    if (state.algorithm !== found)
      throw fail('InvalidAccessError', `The key is one for ${state.algorithm.name}, not for ${found.name}.`);
    if (!state.usages.includes(usage)) throw fail('InvalidAccessError', `The key may not be used to ${usage}.`);
    const use = state.material[act];
    if (!use) throw fail('NotSupportedError', `A ${state.material.type} key for ${found.name} cannot ${act}.`);
    return [use as NonNullable<Material[A]>, given] as const;
  };

  class SubtleCrypto {
    constructor() {
      if (arguments[0] !== KEY) throw new TypeError('Illegal constructor: use crypto.subtle.');
    }

    async digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
      needArguments(arguments.length, 2, 'digest');
      needRoom();
      return handOut(hashOf(algorithm).digest(bytesOf(data)));
    }

    async sign(algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
      needArguments(arguments.length, 3, 'sign');
      const [sign, given] = allowed('sign', algorithm, key, 'sign');
      return handOut(sign(given, bytesOf(data)));
    }

    async verify(algorithm: unknown, key: unknown, signature: unknown, data: unknown): Promise<boolean> {
      needArguments(arguments.length, 4, 'verify');
      const [verify, given] = allowed('verify', algorithm, key, 'verify');
      return verify(given, bytesOf(signature), bytesOf(data));
    }

    async encrypt(algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
      needArguments(arguments.length, 3, 'encrypt');
      const [encrypt, given] = allowed('encrypt', algorithm, key, 'encrypt');
      return handOut(encrypt(given, bytesOf(data)));
    }

    async decrypt(algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
      needArguments(arguments.length, 3, 'decrypt');
      const [decrypt, given] = allowed('decrypt', algorithm, key, 'decrypt');
      return handOut(decrypt(given, bytesOf(data)));
    }

    async deriveBits(algorithm: unknown, baseKey: unknown, length: unknown = null): Promise<ArrayBuffer> {
      needArguments(arguments.length, 2, 'deriveBits');
      const [derive, given] = allowed('derive', algorithm, baseKey, 'deriveBits');
      return handOut(derive(given, length === null ? null : Number(length) >>> 0));
    }

    async deriveKey(algorithm: unknown, baseKey: unknown, type: unknown, extractable: unknown, usages: unknown) {
      needArguments(arguments.length, 5, 'deriveKey');
      const [found, given] = named(type);
      const wanted = { extractable: Boolean(extractable), usages: usagesOf(usages) };
      const [derive, how] = allowed('derive', algorithm, baseKey, 'deriveKey');
      if (!found.keyBits) throw fail('NotSupportedError', `Keys for ${found.name} cannot be derived.`);
      return importKey(found, 'raw', derive(how, found.keyBits(given)), given, wanted);
    }

    async importKey(format: unknown, data: unknown, algorithm: unknown, extractable: unknown, usages: unknown) {
      needArguments(arguments.length, 5, 'importKey');
      const [found, given] = named(algorithm);
      const wanted = { extractable: Boolean(extractable), usages: usagesOf(usages) };
      return importKey(found, `${format as string}`, data, given, wanted);
    }

    async exportKey(format: unknown, key: unknown): Promise<unknown> {
      needArguments(arguments.length, 2, 'exportKey');
      needRoom();
      return exportKey(`${format as string}`, key);
    }

    async generateKey(algorithm: unknown, extractable: unknown, usages: unknown) {
      needArguments(arguments.length, 3, 'generateKey');
      const [found, given] = named(algorithm);
      found.check?.(given);
      return generateKey(found, given, { extractable: Boolean(extractable), usages: usagesOf(usages) });
    }

    async wrapKey(format: unknown, key: unknown, wrappingKey: unknown, algorithm: unknown): Promise<ArrayBuffer> {
      needArguments(arguments.length, 4, 'wrapKey');
      const [encrypt, given] = allowed('encrypt', algorithm, wrappingKey, 'wrapKey');
      const written = exportKey(`${format as string}`, key);
      const bytes = written instanceof ArrayBuffer ? new Uint8Array(written) : bytesOfText(JSON.stringify(written));
      return handOut(encrypt(given, bytes));
    }

    async unwrapKey(
      format: unknown,
      wrapped: unknown,
      unwrappingKey: unknown,
      unwrapAlgorithm: unknown,
      algorithm: unknown,
      extractable: unknown,
      usages: unknown,
    ) {
      needArguments(arguments.length, 7, 'unwrapKey');
      const [found, given] = named(algorithm);
      const wanted = { extractable: Boolean(extractable), usages: usagesOf(usages) };
      const [decrypt, how] = allowed('decrypt', unwrapAlgorithm, unwrappingKey, 'unwrapKey');
      const bytes = decrypt(how, bytesOf(wrapped)).slice();
      if (`${format as string}` !== 'jwk') return importKey(found, `${format as string}`, bytes, given, wanted);
      return importKey(found, 'jwk', parsed(textOfBytes(bytes)), given, wanted);
    }
  }
  asInterface(SubtleCrypto);

  const parsed = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      throw fail('DataError', 'What was wrapped is no JSON Web Key.');
    }
  };

  const subtle = new (SubtleCrypto as unknown as new (key: symbol) => SubtleCrypto)(KEY);
  return { SubtleCrypto, subtle };
};
