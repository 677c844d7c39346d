// What is wrong with an import or a line of an author's source, and what to write instead. Runs on the author's machine.

import { isBuiltin } from 'node:module';
import type { Message } from 'esbuild';
import { shown } from '../catalog/model/refusal.ts';

/** What does the work of a module of Node's inside a tool. */
const INSTEAD: Readonly<Record<string, string>> = {
  assert: 'throw an error with a message for the caller',
  buffer:
    'use Uint8Array, whose toBase64, fromBase64, toHex and fromHex are there; or install the npm package "buffer"',
  child_process: 'a tool starts no process',
  crypto: 'use a library in JavaScript such as @noble/hashes or @noble/ciphers',
  events: 'install the npm package "events"',
  fs: 'a tool has no files: take the text as an argument, or import data as JSON',
  http: 'use fetch, a global of a tool; plugin.json asks for what it may reach, under "capabilities"',
  module: 'use import; all of it is bundled',
  os: 'a tool sees no machine',
  path: 'install the npm package "path-browserify"',
  perf_hooks: 'use Date.now(); every clock of a tool has steps of 1 ms',
  process: 'a tool has no environment and no arguments but those of its call',
  punycode: 'install the npm package "punycode"',
  querystring: 'write it out with encodeURIComponent and decodeURIComponent',
  stream: 'use ReadableStream and its kin, which are globals of a tool; a call is one answer',
  timers: 'use setTimeout, which is a global of a tool',
  url: 'use URL and URLSearchParams, which are globals of a tool',
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

/** True for a file of an installed package. */
export const isOfLibrary = (file: string): boolean => /(^|[\\/])node_modules[\\/]/.test(file);

const LIBRARY_ASKS = 'the library imports';

/** True for a reason that says a library asks for a module of Node. */
export const isLibraryAsking = (reason: string): boolean => reason.startsWith(LIBRARY_ASKS) && reason.includes(OF_NODE);

const OF_NODE = 'a module of Node';

const explainNode = (specifier: string, who: string): Explained => {
  const [root = ''] = specifier.replace(/^node:/, '').split('/');
  const instead = (NETWORK.has(root) ? INSTEAD.http : INSTEAD[root]) ?? 'do without it: a tool has ECMAScript only';
  const hint = who.startsWith(LIBRARY_ASKS) ? 'use a library, or an entry of it, that runs anywhere' : instead;
  return { reason: `${who}, ${OF_NODE}, which a tool does not have`, hint };
};

const explainImport = (specifier: string, { location, notes }: Message): Explained => {
  const name = shown(specifier);
  const who = `${isOfLibrary(location?.file ?? '') ? LIBRARY_ASKS : 'imports'} "${name}"`;
  if (isBuiltin(specifier)) return explainNode(specifier, who);
  if (/^[./]/.test(specifier)) return { reason: `${who}, and there is no such file`, hint: 'correct the path' };
  const note = notes.find(({ text }) => UNOFFERED.test(text));
  if (note) {
    const reason = `${who}, which its package does not offer: ${shown(note.text, 200)}`;
    return { reason, hint: 'see what the package exports' };
  }
  const packageName = name.split('/').slice(0, name.startsWith('@') ? 2 : 1);
  const hint = `run npm install ${packageName.join('/')} in the folder of the plugin`;
  return { reason: `${who}, which is not installed`, hint };
};

/** How the bundler says that the package is there, and the path in it is not. */
const UNOFFERED = /not exported|is not currently exported|does not exist|was not found on the file system/;

/** Reason and hint for an import that the bundler leaves outside. */
export const explainOutside = (specifier: string, byLibrary: boolean): Explained => {
  const who = `${byLibrary ? LIBRARY_ASKS : 'imports'} "${shown(specifier)}"`;
  if (isBuiltin(specifier)) return explainNode(specifier, who);
  return { reason: `${who}, which is not on this machine`, hint: 'download it, and import it by its path' };
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
