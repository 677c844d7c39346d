// Finds the tests in a checkout of web-platform-tests, and reads each with what it includes and fetches.

import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** The folders whose standards the guest offers, in part or whole. */
export const FOLDERS: readonly string[] = [
  ...['url', 'encoding', 'dom/abort', 'dom/events', 'hr-time', 'html/webappapis/atob', 'html/webappapis/timers'],
  ...['html/webappapis/structured-clone', 'webidl/ecmascript-binding/es-exceptions', 'WebCryptoAPI/digest'],
  ...['fetch/api/headers', 'fetch/api/request', 'fetch/api/response', 'fetch/api/body', 'xhr/formdata'],
  ...['FileAPI/blob', 'FileAPI/file', 'streams'],
  ...['WebCryptoAPI/import_export', 'WebCryptoAPI/sign_verify', 'WebCryptoAPI/generateKey'],
];

export interface TestFile {
  /** Below the checkout, with `/`. */
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  /** What it fetches, by the name it uses. */
  readonly files: Readonly<Record<string, string>>;
}

const META = /^\/\/ META: (\w+)=(.*)$/gm;
const FETCHED = /\bfetch(?:_json)?\(\s*["'`]([^"'`]+)["'`]/g;

/** True where the file is for pages only. */
const needsPage = (text: string): boolean => {
  const [, , globals = 'any'] = [...text.matchAll(META)].find(([, key]) => key === 'global') ?? [];
  return globals.split(',').every((name) => name.trim() === 'window');
};

/** Below the checkout and nowhere else: what a test names is not believed. */
const within = (checkout: string, from: string, name: string): string | undefined => {
  const path = normalize(name.startsWith('/') ? join(checkout, name) : join(checkout, dirname(from), name));
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  return relative(checkout, path).startsWith('..') || !isFile ? undefined : path;
};

const readTest = (checkout: string, folder: string, path: string): TestFile => {
  const own = readFileSync(join(checkout, path), 'utf8');
  const scripts = [...own.matchAll(META)]
    .filter(([, key, value = '']) => key === 'script' && !value.startsWith('/resources/testharness'))
    .map(([, , value = '']) => within(checkout, path, value.trim()))
    .filter((script) => script !== undefined);
  const text = [...scripts.map((script) => readFileSync(script, 'utf8')), own].join('\n;\n');
  const fetched = [...text.matchAll(FETCHED)].map(([, name = '']) => [name, within(checkout, path, name)] as const);
  const files = fetched.flatMap(([name, file]) => (file === undefined ? [] : [[name, readFileSync(file, 'utf8')]]));
  return { path, folder, text, files: Object.fromEntries(files) };
};

/** The tests that need no page, in the folders that are there. */
export const readSuite = (checkout: string, folders: readonly string[] = FOLDERS): readonly TestFile[] =>
  folders.flatMap((folder) =>
    globSync('**/*.any.js', { cwd: join(checkout, folder) })
      .map((name) => join(folder, name).replaceAll('\\', '/'))
      .sort()
      .filter((path) => !needsPage(readFileSync(join(checkout, path), 'utf8')))
      .map((path) => readTest(checkout, folder, path)),
  );
