// CryptoKey, and the rules for keys of all algorithms: their usages, and how they are generated, imported and exported.

import { addGetters, asInterface, CONSTRUCTOR_TOKEN } from '../standard/interface.ts';
import type { Algorithm, CryptoTools, KeyState, Material, Wanted } from './algorithm.ts';

/** In the standard's order, which is also the order in a key's `usages`. */
const KNOWN_USAGES = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey'];

/** The members of a key that a plugin can read. */
interface KeyMembers {
  readonly type: string;
  readonly extractable: boolean;
  readonly algorithm: object;
  readonly usages: string[];
}

/** The class CryptoKey, and the functions that make keys and read their state. Plugins get the class only. */
export const makeKeyType = () => {
  let readState: (value: object) => KeyState | undefined = () => undefined;
  let readMembers!: (key: object) => KeyMembers;

  class CryptoKey {
    static {
      readState = (value) => (#state in value ? value.#state : undefined);
      readMembers = (key) => (key as CryptoKey).#members;
    }

    readonly #state: KeyState;
    readonly #members: KeyMembers;

    constructor() {
      const [token, state] = arguments as unknown as [unknown, KeyState];
      if (token !== CONSTRUCTOR_TOKEN) throw new TypeError('Illegal constructor: import or generate a key.');
      this.#state = state;
      const { material, extractable, usages } = state;
      this.#members = { type: material.type, extractable, algorithm: material.shown, usages: [...usages] };
    }
  }
  addGetters(CryptoKey, (key) => readMembers(key), ['type', 'extractable', 'algorithm', 'usages']);
  asInterface(CryptoKey);

  const makeKey = (state: KeyState): CryptoKey =>
    new (CryptoKey as unknown as new (token: symbol, state: KeyState) => CryptoKey)(CONSTRUCTOR_TOKEN, state);
  const keyOf = (value: unknown): KeyState => {
    const state = typeof value === 'object' && value !== null ? readState(value) : undefined;
    if (!state) throw new TypeError('The key is not a CryptoKey.');
    return state;
  };
  return { CryptoKey, makeKey, keyOf };
};

/** The usages that a plugin asks for. Throws TypeError for an unknown usage. */
const usagesOf = (usages: unknown): readonly string[] => {
  const list = [...(usages as Iterable<unknown>)].map((usage) => `${usage as string}`);
  for (const usage of list) if (!KNOWN_USAGES.includes(usage)) throw new TypeError(`${usage} is not a usage of a key.`);
  return KNOWN_USAGES.filter((usage) => list.includes(usage));
};

type KeyType = ReturnType<typeof makeKeyType>;

/** Generates, imports and exports keys of all algorithms. Throws the standard's exceptions. */
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

  const importKey = (algorithm: Algorithm, format: string, data: unknown, params: object, wanted: Wanted) => {
    if (algorithm.mayExport === false && wanted.extractable)
      throw fail('SyntaxError', `Keys for ${algorithm.name} cannot be extractable.`);
    return finish(algorithm, algorithm.importKey(format, data, params as never, wanted), wanted);
  };

  const generateKey = (algorithm: Algorithm, params: object, { extractable, usages }: Wanted) => {
    const foreign = usages.find((usage) => !Object.values(algorithm.usages).flat().includes(usage));
    if (foreign !== undefined) throw fail('SyntaxError', `A key for ${algorithm.name} cannot be used to ${foreign}.`);
    if (!algorithm.generate)
      throw fail('NotSupportedError', `Keys for ${algorithm.name} cannot be generated here: import one.`);
    const made = algorithm.generate(params as never);
    if ('type' in made) return finish(algorithm, made, { extractable, usages });
    const usagesFor = (material: Material): readonly string[] =>
      usages.filter((usage) => algorithm.usages[material.type]?.includes(usage));
    const [ofPublic, ofPrivate] = made;
    const publicKey = finish(algorithm, ofPublic, { extractable: true, usages: usagesFor(ofPublic) });
    return { publicKey, privateKey: finish(algorithm, ofPrivate, { extractable, usages: usagesFor(ofPrivate) }) };
  };

  const exportKey = (format: string, key: unknown): ArrayBuffer | object => {
    const { algorithm, material, extractable, usages } = keyOf(key);
    if (Object.keys(material.exports).length === 0)
      throw fail('NotSupportedError', `Keys for ${algorithm.name} cannot be exported.`);
    if (!extractable) throw fail('InvalidAccessError', 'The key is not extractable.');
    const write = Object.hasOwn(material.exports, format) ? material.exports[format] : undefined;
    if (!write && ['raw', 'spki', 'pkcs8'].includes(format) && 'jwk' in material.exports && material.type !== 'secret')
      throw fail('InvalidAccessError', `A ${material.type} key cannot be exported as ${format}.`);
    if (!write) throw fail('NotSupportedError', `A key for ${algorithm.name} cannot be exported as ${format}.`);
    const written = write();
    if (written instanceof Uint8Array) return written.slice().buffer as ArrayBuffer;
    return { ...written, key_ops: [...usages], ext: extractable };
  };

  return { usagesOf, importKey, generateKey, exportKey };
};
