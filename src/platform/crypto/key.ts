// CryptoKey, and what holds for the keys of every algorithm: their usages, and how they are made, come and leave. Runs inside
// the isolate.

import { asInterface } from '../standard/interface.ts';
import type { Algorithm, CryptoTools, KeyState, Material, Wanted } from './algorithm.ts';

/** In the order of the standard, which is the order they are shown in. */
const KNOWN_USAGES = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey'];

const KEY = Symbol('platform');

/** The class, and what only the platform can do with it. */
export const makeKeyType = () => {
  let readState: (value: object) => KeyState | undefined = () => undefined;

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
      return this.#state.material.type;
    }

    get extractable(): boolean {
      return this.#state.extractable;
    }

    get algorithm(): object {
      return this.#state.material.shown;
    }

    get usages(): string[] {
      return this.#usages;
    }
  }
  asInterface(CryptoKey);

  const makeKey = (state: KeyState): CryptoKey =>
    new (CryptoKey as unknown as new (key: symbol, state: KeyState) => CryptoKey)(KEY, state);
  const keyOf = (value: unknown): KeyState => {
    const state = typeof value === 'object' && value !== null ? readState(value) : undefined;
    if (!state) throw new TypeError('The key is no CryptoKey.');
    return state;
  };
  return { CryptoKey, makeKey, keyOf };
};

/** The usages that a plugin asks for. Throws TypeError for what is none. */
const usagesOf = (usages: unknown): readonly string[] => {
  const list = [...(usages as Iterable<unknown>)].map((usage) => `${usage as string}`);
  for (const usage of list) if (!KNOWN_USAGES.includes(usage)) throw new TypeError(`${usage} is no usage of a key.`);
  return KNOWN_USAGES.filter((usage) => list.includes(usage));
};

type KeyType = ReturnType<typeof makeKeyType>;

/** Makes, takes in and hands out the keys of all algorithms; throws what the standard says. */
export const makeKeys = ({ makeKey, keyOf }: Pick<KeyType, 'makeKey' | 'keyOf'>, fail: CryptoTools['fail']) => {
  const finish = (algorithm: Algorithm, material: Material, { extractable, usages }: Wanted) => {
    const allowed = algorithm.usages[material.type] ?? [];
    const foreign = usages.find((usage) => !allowed.includes(usage));
    if (foreign !== undefined)
      throw fail('SyntaxError', `A ${material.type} key for ${algorithm.name} cannot be used to ${foreign}.`);
    if (usages.length === 0 && material.type !== 'public')
      throw fail('SyntaxError', `A ${material.type} key needs a usage: ${allowed.join(', ')}.`);
    return makeKey({ algorithm, material, extractable, usages });
  };

  const importKey = (algorithm: Algorithm, format: string, data: unknown, given: object, wanted: Wanted) => {
    if (algorithm.mayLeave === false && wanted.extractable)
      throw fail('SyntaxError', `Keys for ${algorithm.name} cannot be extractable.`);
    return finish(algorithm, algorithm.importKey(format, data, given as never, wanted), wanted);
  };

  const generateKey = (algorithm: Algorithm, given: object, { extractable, usages }: Wanted) => {
    const foreign = usages.find((usage) => !Object.values(algorithm.usages).flat().includes(usage));
    if (foreign !== undefined) throw fail('SyntaxError', `A key for ${algorithm.name} cannot be used to ${foreign}.`);
    if (!algorithm.generate)
      throw fail('NotSupportedError', `Keys for ${algorithm.name} cannot be made here: import one.`);
    const made = algorithm.generate(given as never);
    if ('type' in made) return finish(algorithm, made, { extractable, usages });
    const of = (material: Material): readonly string[] =>
      usages.filter((usage) => algorithm.usages[material.type]?.includes(usage));
    const [ofPublic, ofPrivate] = made;
    const publicKey = finish(algorithm, ofPublic, { extractable: true, usages: of(ofPublic) });
    return { publicKey, privateKey: finish(algorithm, ofPrivate, { extractable, usages: of(ofPrivate) }) };
  };

  const exportKey = (format: string, key: unknown): ArrayBuffer | object => {
    const { algorithm, material, extractable, usages } = keyOf(key);
    if (Object.keys(material.exports).length === 0)
      throw fail('NotSupportedError', `Keys for ${algorithm.name} cannot be exported.`);
    if (!extractable) throw fail('InvalidAccessError', 'The key may not be extracted.');
    const write = Object.hasOwn(material.exports, format) ? material.exports[format] : undefined;
    if (!write && ['raw', 'spki', 'pkcs8'].includes(format) && 'jwk' in material.exports && material.type !== 'secret')
      throw fail('InvalidAccessError', `A ${material.type} key does not leave as ${format}.`);
    if (!write) throw fail('NotSupportedError', `A key for ${algorithm.name} does not leave as ${format}.`);
    const written = write();
    if (written instanceof Uint8Array) return written.slice().buffer as ArrayBuffer;
    return { ...written, key_ops: [...usages], ext: extractable };
  };

  return { usagesOf, importKey, generateKey, exportKey };
};
