// The globals beyond ECMAScript that a plugin is given where its text names them, in groups: each is a script that enters an
// isolate before the plugin does. Runs in a runner.

import { readFileSync } from 'node:fs';
import { CompiledCode } from './compiled-code.ts';

interface Group {
  readonly name: string;
  /** The globals it makes. */
  readonly globals: readonly string[];
  /** Members of the tools' second parameter that it makes. */
  readonly context?: readonly string[];
  /** Groups that it builds on; they come before it in the list. */
  readonly needs?: readonly string[];
  /** For a group without globals: words, in any case, one of which a text holds that is given the groups it builds on. */
  readonly words?: readonly string[];
}

/** Each global's group; one that builds on others comes after them. */
export const PLATFORM_GROUPS: readonly Group[] = [
  { name: 'console', globals: ['console'] },
  { name: 'encoding', globals: ['TextEncoder', 'TextDecoder'] },
  { name: 'url', globals: ['URL', 'URLSearchParams'] },
  { name: 'exception', globals: ['DOMException'] },
  { name: 'base64', globals: ['atob', 'btoa'], needs: ['exception'] },
  {
    name: 'events',
    globals: ['Event', 'CustomEvent', 'EventTarget', 'AbortController', 'AbortSignal'],
    needs: ['exception'],
  },
  { name: 'clock', globals: ['performance', 'Performance'] },
  { name: 'crypto', globals: ['crypto', 'Crypto', 'SubtleCrypto', 'CryptoKey'], needs: ['exception'] },
  { name: 'crypto-aes', globals: [], needs: ['crypto'], words: ['AES'] },
  { name: 'crypto-derive', globals: [], needs: ['crypto'], words: ['PBKDF2', 'HKDF'] },
  { name: 'crypto-curves', globals: [], needs: ['crypto'], words: ['ECDSA', 'ECDH', 'Ed25519', 'X25519'] },
  { name: 'crypto-rsa', globals: [], needs: ['crypto'], words: ['RSASSA', 'RSA'] },
  {
    name: 'streams',
    globals: [
      ...[
        'ReadableStream',
        'ReadableStreamDefaultReader',
        'ReadableStreamBYOBReader',
        'ReadableStreamDefaultController',
      ],
      ...['ReadableByteStreamController', 'ReadableStreamBYOBRequest', 'ByteLengthQueuingStrategy'],
      ...['CountQueuingStrategy', 'WritableStream', 'WritableStreamDefaultWriter', 'WritableStreamDefaultController'],
      ...['TransformStream', 'TransformStreamDefaultController'],
    ],
    needs: ['exception', 'events'],
  },
  { name: 'headers', globals: ['Headers'] },
  { name: 'blob', globals: ['Blob', 'File'], needs: ['exception', 'events', 'streams'] },
  { name: 'form', globals: ['FormData'], needs: ['exception', 'events', 'streams', 'blob'] },
  {
    name: 'fetch',
    globals: ['fetch', 'Request', 'Response'],
    needs: ['url', 'exception', 'events', 'streams', 'headers', 'blob', 'form'],
  },
  { name: 'store', globals: [], context: ['store'] },
  // Last, since it refuses instances of what the others have made.
  { name: 'clone', globals: ['structuredClone'], needs: ['exception'] },
];

const scripts = new Map<string, CompiledCode>();

/** The script of a group, compiled once in a process. Throws where the runner's image was not built. */
const scriptOf = (name: string): CompiledCode => {
  let script = scripts.get(name);
  if (!script) {
    const text = readFileSync(new URL(`../platform/${name}.js`, import.meta.url), 'utf8');
    script = new CompiledCode(text, `toolcell:${name}`);
    scripts.set(name, script);
  }
  return script;
};

const words = (names: readonly string[], flags = ''): RegExp => new RegExp(`\\b(?:${names.join('|')})\\b`, flags);
const namesOf = ({ globals, context = [] }: Group): readonly string[] => [...globals, ...context];
const ANY_NAME = words(PLATFORM_GROUPS.flatMap(namesOf));
const NAMES = PLATFORM_GROUPS.map((group) => (group.words ? words(group.words, 'i') : words(namesOf(group))));

/**
 * The names of the groups that a plugin's text names a global of, or a member of the context, and of those that they need, in the
 * order they are made in. A name that the text puts together is not seen: nothing is there under it.
 */
export const groupsNamedIn = (text: string): readonly string[] => {
  if (!ANY_NAME.test(text)) return [];
  const wanted = new Set<string>();
  for (const [index, { name, needs = [], words: own }] of PLATFORM_GROUPS.entries()) {
    const isNamed = NAMES[index]?.test(text) && (own === undefined || needs.every((need) => wanted.has(need)));
    if (isNamed) for (const each of [...needs, name]) wanted.add(each);
  }
  return PLATFORM_GROUPS.map(({ name }) => name).filter((name) => wanted.has(name));
};

/**
 * The scripts of the groups that a plugin's text names, each with a function as its value; see PlatformGroup in
 * src/guest/parts.ts. Throws where the runner's image was not built.
 */
export const platformScripts = (text: string): readonly CompiledCode[] => groupsNamedIn(text).map(scriptOf);

/** True where the plugin can ask for random bytes: each entry into its isolate then brings a key for them. */
export const needsCryptoSeed = (text: string): boolean => groupsNamedIn(text).includes('crypto');
