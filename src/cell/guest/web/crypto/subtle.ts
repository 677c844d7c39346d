// crypto.subtle: finds the algorithm by its name, checks that the key may be used that way, and calls the key's operation.

import { type Bytes, bytesOf } from '../standard/bytes.ts';
import { asInterface, CONSTRUCTOR_TOKEN, needArguments } from '../standard/interface.ts';
import type { Algorithm, CryptoTools, KeyState, Material, Params } from './algorithm.ts';
import { namedAlgorithm } from './hashes.ts';
import { makeKeys, type makeKeyType } from './key.ts';

type MakeKey = ReturnType<typeof makeKeyType>['makeKey'];
type Act = 'sign' | 'verify' | 'encrypt' | 'decrypt' | 'derive';

const copyOut = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer as ArrayBuffer;

/** The bytes of a JSON Web Key's text, which is ASCII only. */
const bytesOfText = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const textOfBytes = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

export const makeSubtle = (
  { fail, hashOf, keyOf }: CryptoTools,
  algorithms: ReadonlyMap<string, Algorithm>,
  makeKey: MakeKey,
) => {
  const { usagesOf, importKey, generateKey, exportKey } = makeKeys({ makeKey, keyOf }, fail);

  const findAlgorithm = (algorithm: unknown): readonly [Algorithm, Params] => {
    needStackRoom();
    const [name, params] = namedAlgorithm(algorithm);
    const found = algorithms.get(name);
    if (!found)
      throw fail(
        'NotSupportedError',
        `There is no ${name} here, or the plugin's source does not name it in one piece.`,
      );
    return [found, params];
  };

  /** A key's operation, and the parameters for it. Throws if the key may not be used that way. */
  const operationFor = <A extends Act>(act: A, algorithm: unknown, key: unknown, usage: string) => {
    const [found, params] = findAlgorithm(algorithm);
    const state: KeyState = keyOf(key);
    if (state.algorithm !== found)
      throw fail('InvalidAccessError', `The key is one for ${state.algorithm.name}, not for ${found.name}.`);
    if (!state.usages.includes(usage)) throw fail('InvalidAccessError', `The key may not be used to ${usage}.`);
    const use = state.material[act];
    if (!use) throw fail('NotSupportedError', `A ${state.material.type} key for ${found.name} cannot ${act}.`);
    return [use as NonNullable<Material[A]>, params] as const;
  };

  class SubtleCrypto {
    constructor() {
      if (arguments[0] !== CONSTRUCTOR_TOKEN) throw new TypeError('Illegal constructor: use crypto.subtle.');
    }

    async digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
      needArguments(arguments.length, 2, 'digest');
      needStackRoom();
      return copyOut(hashOf(algorithm).digest(bytesOf(data)));
    }

    async sign(algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
      needArguments(arguments.length, 3, 'sign');
      const [sign, params] = operationFor('sign', algorithm, key, 'sign');
      return copyOut(sign(params, bytesOf(data)));
    }

    async verify(algorithm: unknown, key: unknown, signature: unknown, data: unknown): Promise<boolean> {
      needArguments(arguments.length, 4, 'verify');
      const [verify, params] = operationFor('verify', algorithm, key, 'verify');
      return verify(params, bytesOf(signature), bytesOf(data));
    }

    async encrypt(algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
      needArguments(arguments.length, 3, 'encrypt');
      const [encrypt, params] = operationFor('encrypt', algorithm, key, 'encrypt');
      return copyOut(encrypt(params, bytesOf(data)));
    }

    async decrypt(algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
      needArguments(arguments.length, 3, 'decrypt');
      const [decrypt, params] = operationFor('decrypt', algorithm, key, 'decrypt');
      return copyOut(decrypt(params, bytesOf(data)));
    }

    async deriveBits(algorithm: unknown, baseKey: unknown, length: unknown = null): Promise<ArrayBuffer> {
      needArguments(arguments.length, 2, 'deriveBits');
      const [derive, params] = operationFor('derive', algorithm, baseKey, 'deriveBits');
      return copyOut(derive(params, length === null ? null : Number(length) >>> 0));
    }

    async deriveKey(algorithm: unknown, baseKey: unknown, type: unknown, extractable: unknown, usages: unknown) {
      needArguments(arguments.length, 5, 'deriveKey');
      const [found, params] = findAlgorithm(type);
      const wanted = { extractable: Boolean(extractable), usages: usagesOf(usages) };
      const [derive, deriveParams] = operationFor('derive', algorithm, baseKey, 'deriveKey');
      if (!found.keyBits) throw fail('NotSupportedError', `Keys for ${found.name} cannot be derived.`);
      return importKey(found, 'raw', derive(deriveParams, found.keyBits(params)), params, wanted);
    }

    async importKey(format: unknown, data: unknown, algorithm: unknown, extractable: unknown, usages: unknown) {
      needArguments(arguments.length, 5, 'importKey');
      const [found, params] = findAlgorithm(algorithm);
      const wanted = { extractable: Boolean(extractable), usages: usagesOf(usages) };
      return importKey(found, `${format as string}`, data, params, wanted);
    }

    async exportKey(format: unknown, key: unknown): Promise<unknown> {
      needArguments(arguments.length, 2, 'exportKey');
      needStackRoom();
      return exportKey(`${format as string}`, key);
    }

    async generateKey(algorithm: unknown, extractable: unknown, usages: unknown) {
      needArguments(arguments.length, 3, 'generateKey');
      const [found, params] = findAlgorithm(algorithm);
      found.check?.(params);
      return generateKey(found, params, { extractable: Boolean(extractable), usages: usagesOf(usages) });
    }

    async wrapKey(format: unknown, key: unknown, wrappingKey: unknown, algorithm: unknown): Promise<ArrayBuffer> {
      needArguments(arguments.length, 4, 'wrapKey');
      const [encrypt, params] = operationFor('encrypt', algorithm, wrappingKey, 'wrapKey');
      const written = exportKey(`${format as string}`, key);
      const bytes = written instanceof ArrayBuffer ? new Uint8Array(written) : bytesOfText(JSON.stringify(written));
      return copyOut(encrypt(params, bytes));
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
      const [found, params] = findAlgorithm(algorithm);
      const wanted = { extractable: Boolean(extractable), usages: usagesOf(usages) };
      const [decrypt, unwrapParams] = operationFor('decrypt', unwrapAlgorithm, unwrappingKey, 'unwrapKey');
      const bytes = decrypt(unwrapParams, bytesOf(wrapped)).slice();
      if (`${format as string}` !== 'jwk') return importKey(found, `${format as string}`, bytes, params, wanted);
      return importKey(found, 'jwk', parsed(textOfBytes(bytes)), params, wanted);
    }
  }
  asInterface(SubtleCrypto);

  const parsed = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      throw fail('DataError', 'The unwrapped data are not a JSON Web Key.');
    }
  };

  const subtle = new (SubtleCrypto as unknown as new (token: symbol) => SubtleCrypto)(CONSTRUCTOR_TOKEN);
  return { SubtleCrypto, subtle };
};

const { apply } = Reflect;
/** Each takes eight bytes of the stack: 64 kB together, several times as much as the library with the deepest stack needs. */
const WORDS: readonly number[] = new Array(8192).fill(0);
const nothing = (): void => {};

/**
 * Throws RangeError if the stack is nearly used up: the engine checks that the arguments fit on it.
 *
 * Libraries keep buffers between calls and clean them when they return. If the stack overflowed inside a library, the next call
 * would compute with what was left in such a buffer. Which frame overflows changes with the versions of the library and the engine,
 * so no frame of a library may. See test/state/web-crypto-edge.
 */
const needStackRoom = (): void => {
  apply(nothing, undefined, WORDS);
};
