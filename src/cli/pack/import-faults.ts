// Explains faults of imports and of source lines to authors, and gives replacements. Runs on the author's machine.

import { isBuiltin } from 'node:module';
import type { Message } from 'esbuild';
import { shown } from '../../catalog/model/refusal.ts';
import { packageNamed, packageOf } from './package-names.ts';

/** Module of Node → its replacement in a tool. */
const INSTEAD: Readonly<Record<string, string>> = {
  child_process: 'a tool cannot start a process',
  http: 'use fetch, and list the origins in plugin.json under "capabilities"',
  worker_threads: 'a tool has one thread',
  vm: 'use eval or Function, which run in the sandbox',
  sqlite: 'use context.store',
};
/** Library → what an author takes in its place. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  'csv-parse': 'use its entry csv-parse/browser/esm/sync',
  got: 'use ky, or fetch, which is a global of a tool',
  jsdom: 'use linkedom',
  jsonwebtoken: 'use jose',
  'node-fetch': 'use fetch, which is a global of a tool',
  sharp: 'it is native code, which a tool cannot run: use jimp or pngjs',
  xml2js: 'use fast-xml-parser',
};

const NETWORK = new Set(['dgram', 'dns', 'http2', 'https', 'net', 'tls', 'undici']);

export interface Explained {
  readonly reason: string;
  readonly hint: string;
}

/** A library's import of a module of Node. */
export interface Asked {
  readonly library: string;
  readonly module: string;
}

/** An error such as the bundler's own, for an import that it leaves to the engine. The line is not known. */
export const unresolved = (specifier: string, file: string): Message => ({
  id: '',
  pluginName: '',
  text: `Could not resolve "${specifier}"`,
  location: { file, namespace: 'file', line: 0, column: 0, length: 0, lineText: '', suggestion: '' },
  notes: [],
  detail: undefined,
});

/** What a library asks for; undefined for another fault. */
export const askedIn = ({ text, location }: Pick<Message, 'text' | 'location'>): Asked | undefined => {
  const [, module] = UNRESOLVED.exec(text) ?? [];
  const library = packageOf(location?.file ?? '');
  return module !== undefined && library !== undefined && isBuiltin(module) ? { library, module } : undefined;
};

const UNRESOLVED = /^Could not resolve "(.*)"$/;

export const isOfLibrary = (file: string): boolean => packageOf(file) !== undefined;

const LIBRARY_ASKS = 'the library imports';

const OF_NODE = 'a module of Node';

/** What to do without a module of Node. */
export const insteadOfModule = (specifier: string): string => {
  const [root = ''] = specifier.replace(/^node:/, '').split('/');
  return (
    (NETWORK.has(root) ? INSTEAD.http : INSTEAD[root]) ??
    'do without it; docs/node-modules.md lists what a tool can have'
  );
};

const explainNode = (specifier: string, who: string): Explained => ({
  reason: `${who}, ${OF_NODE}, which a tool does not have`,
  hint: insteadOfModule(specifier),
});

/** Most modules that a refusal names. */
const NAMED_MODULES = 6;

/** Reason and hint for a library that asks for modules of Node. `chain` leads from the author's entry to the library. */
export const explainAsking = (modules: readonly string[], chain: readonly string[]): Explained => {
  const named = modules.slice(0, NAMED_MODULES).map((module) => `"${shown(module)}"`);
  const left = modules.length - named.length;
  const list = [...named, ...(left > 0 ? [`${left} more`] : [])].join(', ');
  const what = modules.length === 1 ? OF_NODE : 'modules of Node';
  const by = chain.map((name) => shown(name)).join(' → ');
  return {
    reason: `${LIBRARY_ASKS} ${list}, ${what}, which a tool does not have (${by})`,
    hint: replacementIn(chain) ?? 'use another library, or an entry of this one, that runs anywhere',
  };
};

/** The advice for the library of a chain that the author knows best: the one that is nearest to the entry. */
const replacementIn = (chain: readonly string[]): string | undefined => {
  const known = chain.slice(1).find((name) => Object.hasOwn(REPLACEMENTS, name));
  return known === undefined ? undefined : `in place of ${known}: ${REPLACEMENTS[known]}`;
};

const explainImport = (specifier: string, { location, notes }: Message): Explained => {
  const name = shown(specifier);
  const who = `${isOfLibrary(location?.file ?? '') ? LIBRARY_ASKS : 'imports'} "${name}"`;
  if (isBuiltin(specifier)) return explainNode(specifier, who);
  if (/^\w+:\/\//.test(specifier))
    return { reason: `${who}, which is not on this machine`, hint: 'download it, and import it by its path' };
  if (/^[./]/.test(specifier)) return { reason: `${who}, and there is no such file`, hint: 'correct the path' };
  const note = notes.find(({ text }) => NOT_EXPORTED.test(text));
  if (note) {
    const reason = `${who}, which its package does not export: ${shown(note.text, 200)}`;
    return { reason, hint: 'import one of the exports of the package' };
  }
  const hint = `run npm install ${packageNamed(name)} in the folder of the plugin`;
  return { reason: `${who}, which is not installed`, hint };
};

/** The bundler's words if the package exists and the path in it does not. */
const NOT_EXPORTED = /not exported|is not currently exported|does not exist|was not found on the file system/;

const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^Top-level await/, 'move the await into the tool, which may be async'],
  [/^No matching export/, 'import a name that the module exports'],
  [/No loader is configured for "\.wasm"/, 'a tool has no WebAssembly: use a variant of the library in JavaScript'],
  [/^No loader is configured/, 'import JavaScript, TypeScript, JSON or .txt; convert other files to one of these'],
  [/JSX/, 'write the markup as text'],
];

/** Reason and hint for one error of the bundler. */
export const explainFault = (message: Message): Explained => {
  const [, specifier] = UNRESOLVED.exec(message.text) ?? [];
  if (specifier !== undefined) return explainImport(specifier, message);
  const [, hint] = HINTS.find(([pattern]) => pattern.test(message.text)) ?? [];
  return { reason: shown(message.text, 300), hint: hint ?? 'correct the line' };
};
