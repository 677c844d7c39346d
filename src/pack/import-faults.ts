// What is wrong with an import or a line of an author's source, and what to write instead. Runs on the author's machine.

import { isBuiltin } from 'node:module';
import type { Message } from 'esbuild';
import { shown } from '../catalog/refusal.ts';

/** What does the work of a module of Node's inside a tool. */
const INSTEAD: Readonly<Record<string, string>> = {
  assert: 'throw an error with a message for the caller',
  buffer:
    'use Uint8Array, whose toBase64, fromBase64, toHex and fromHex are there; or install the npm package "buffer"',
  child_process: 'a tool starts no process',
  crypto: 'use a library in JavaScript such as @noble/hashes or @noble/ciphers',
  events: 'install the npm package "events"',
  fs: 'a tool has no files: take the text as an argument, or import data as JSON',
  http: 'a tool has no network: let the caller fetch, and take the text as an argument',
  module: 'use import; all of it is bundled',
  os: 'a tool sees no machine',
  path: 'install the npm package "path-browserify"',
  perf_hooks: 'use Date.now(); every clock of a tool has steps of 1 ms',
  process: 'a tool has no environment and no arguments but those of its call',
  punycode: 'install the npm package "punycode"',
  querystring: 'write it out with encodeURIComponent and decodeURIComponent',
  stream: 'work on the whole text or array; a call is one answer',
  timers: 'use setTimeout, which is a global of a tool',
  url: 'use a library in JavaScript such as fast-uri',
  util: 'write out what you use of it',
  worker_threads: 'a tool has one thread',
  zlib: 'install the npm package "fflate"',
};
const NETWORK = new Set(['dgram', 'dns', 'http2', 'https', 'net', 'tls', 'undici']);

/** What an author reads of one fault. */
export interface Explained {
  readonly reason: string;
  readonly hint: string;
}

/** True for `fs`, `node:fs` and `fs/promises`: what no tool has. */
export const isModuleOfNode = (specifier: string): boolean => isBuiltin(specifier);

const explainImport = (specifier: string, { location, notes }: Message): Explained => {
  const name = shown(specifier);
  const who = location?.file.includes('node_modules/') ? `the library imports "${name}"` : `imports "${name}"`;
  if (isModuleOfNode(specifier)) {
    const [root = ''] = specifier.replace(/^node:/, '').split('/');
    const instead = NETWORK.has(root) ? INSTEAD.http : INSTEAD[root];
    return {
      reason: `${who}, a module of Node, which a tool does not have`,
      hint: instead ?? 'do without it: a tool has ECMAScript only',
    };
  }
  if (/^[./]/.test(specifier)) return { reason: `${who}, and there is no such file`, hint: 'correct the path' };
  const [note] = notes.filter(({ text }) => !text.startsWith('You can mark the path'));
  if (/not exported|is not currently exported|does not exist|was not found on the file system/.test(note?.text ?? ''))
    return {
      reason: `${who}, which its package does not offer: ${shown(note?.text ?? '', 200)}`,
      hint: 'see what the package exports',
    };
  return {
    reason: `${who}, which is not installed`,
    hint: `run npm install ${name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/')} in the folder of the plugin`,
  };
};

const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^Top-level await/, 'move the await into the tool, which may be async'],
  [/^No matching export/, 'import a name that the module exports'],
  [/No loader is configured for "\.wasm"/, 'a tool has no WebAssembly: use a variant of the library in JavaScript'],
  [/^No loader is configured/, 'import JavaScript, TypeScript, JSON or .txt; write other files down as one of these'],
  [/JSX/, 'write the markup as text'],
];

/** Reason and hint for one error of the bundler. */
export const explainFault = (message: Message): Explained => {
  const [, specifier] = /^Could not resolve "(.*)"$/.exec(message.text) ?? [];
  if (specifier !== undefined) return explainImport(specifier, message);
  const [, hint] = HINTS.find(([pattern]) => pattern.test(message.text)) ?? [];
  return { reason: shown(message.text, 300), hint: hint ?? 'correct the line' };
};
