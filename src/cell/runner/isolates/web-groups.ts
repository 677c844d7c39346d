// Finds the groups of globals beyond ECMAScript that a plugin's text names. Each group is a script that enters an
// isolate before the plugin does. Runs in a runner. Decision 0014.

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
  /** For a group without globals: a text that gets the needed groups also gets this one if it has one of these words, in any case. */
  readonly words?: readonly string[];
}

/** All groups. A group comes after the groups that it builds on. */
export const WEB_GROUPS: readonly Group[] = [
  { name: 'console', globals: ['console'] },
  { name: 'encoding', globals: ['TextEncoder', 'TextDecoder'] },
  { name: 'url', globals: ['URL', 'URLSearchParams'] },
  { name: 'exception', globals: ['DOMException'] },
  { name: 'base64', globals: ['atob', 'btoa'], needs: ['exception'] },
  {
    name: 'events',
    globals: ['Event', 'CustomEvent', 'EventTarget', 'AbortController', 'AbortSignal'],
    context: ['signal'],
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
  { name: 'secrets', globals: [], context: ['secrets'] },
  // What the frame of a script names, see src/server/scripts/frame.ts.
  { name: 'script', globals: [], context: ['toolcellScript'] },
  // Last, because it refuses instances of the others' classes.
  { name: 'clone', globals: ['structuredClone'], needs: ['exception'] },
];

const scripts = new Map<string, CompiledCode>();

/** The script of a group, compiled once in a process. Throws if the runner's image was not built. */
const scriptOf = (name: string): CompiledCode => {
  let script = scripts.get(name);
  if (!script) {
    const text = readFileSync(new URL(`../web/${name}.js`, import.meta.url), 'utf8');
    script = new CompiledCode(text, `toolcell:${name}`);
    scripts.set(name, script);
  }
  return script;
};

const words = (names: readonly string[], flags = ''): RegExp => new RegExp(`\\b(?:${names.join('|')})\\b`, flags);
const namesOf = ({ globals, context = [] }: Group): readonly string[] => [...globals, ...context];
const ANY_NAME = words(WEB_GROUPS.flatMap(namesOf));
const NAMES = WEB_GROUPS.map((group) => (group.words ? words(group.words, 'i') : words(namesOf(group))));

/** The groups that a plugin's text names, and those that they need, in the order in which they are made. Does not find a name put together from parts. */
export const groupsNamedIn = (text: string): readonly string[] => {
  if (!ANY_NAME.test(text)) return [];
  const named = new Set<string>();
  for (const [index, { name, needs = [], words: own }] of WEB_GROUPS.entries()) {
    const isNamed = NAMES[index]?.test(text) && (own === undefined || needs.every((need) => named.has(need)));
    if (isNamed) for (const group of [...needs, name]) named.add(group);
  }
  return WEB_GROUPS.map(({ name }) => name).filter((name) => named.has(name));
};

/** The scripts of the groups that a plugin's text names, each a WebGroup of src/cell/guest/scripts/parts.ts. Throws if the runner's image was not built. */
export const webScripts = (text: string): readonly CompiledCode[] => groupsNamedIn(text).map(scriptOf);
