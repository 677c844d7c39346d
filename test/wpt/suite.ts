// Finds the tests in a checkout of web-platform-tests, and reads each with the scripts that it includes.

import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** The folders with tests of standards that the guest offers in part or whole. */
export const FOLDERS: readonly string[] = [
  ...['url', 'encoding', 'dom/abort', 'dom/events', 'hr-time', 'html/webappapis/atob', 'html/webappapis/timers'],
  ...['html/webappapis/structured-clone', 'webidl/ecmascript-binding/es-exceptions', 'WebCryptoAPI/digest'],
  ...['fetch/api/headers', 'fetch/api/request', 'fetch/api/response', 'fetch/api/body', 'fetch/api/basic'],
  ...['fetch/api/redirect', 'fetch/api/abort', 'xhr/formdata'],
  ...['FileAPI/blob', 'FileAPI/file', 'streams'],
  ...['WebCryptoAPI/import_export', 'WebCryptoAPI/sign_verify', 'WebCryptoAPI/generateKey'],
  ...['WebCryptoAPI/encrypt_decrypt', 'WebCryptoAPI/derive_bits_keys', 'WebCryptoAPI/wrapKey_unwrapKey'],
];

/** Files that derive keys in so many iterations that they take minutes in JavaScript. test/cell/guest/crypto-symmetric.host.test.ts tests PBKDF2. */
const TOO_LONG: readonly string[] = ['WebCryptoAPI/derive_bits_keys/pbkdf2.https.any.js'];

export interface TestFile {
  /** Path below the checkout, with `/`. */
  readonly path: string;
  readonly folder: string;
  /** The texts of the scripts that it includes. */
  readonly included: readonly string[];
  readonly own: string;
}

const META = /^\/\/ META: (\w+)=(.*)$/gm;

/** True if the file is for pages only. */
const needsPage = (text: string): boolean => {
  const [, , globals = 'any'] = [...text.matchAll(META)].find(([, key]) => key === 'global') ?? [];
  return globals.split(',').every((name) => name.trim() === 'window');
};

/** The path of a file that a test names; undefined if it does not exist or is outside of the checkout. */
export const within = (checkout: string, from: string, name: string): string | undefined => {
  const path = normalize(name.startsWith('/') ? join(checkout, name) : join(checkout, dirname(from), name));
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  return relative(checkout, path).startsWith('..') || !isFile ? undefined : path;
};

/** The suite's server serves this file under another name. */
const PARSER = { name: '/resources/WebIDLParser.js', file: '/resources/webidl2/lib/webidl2.js' };

const readTest = (checkout: string, folder: string, path: string): TestFile => {
  const own = readFileSync(join(checkout, path), 'utf8');
  const included = [...own.matchAll(META)]
    .filter(([, key, value = '']) => key === 'script' && !value.startsWith('/resources/testharness'))
    .map(([, , value = '']) => value.trim())
    .map((name) => within(checkout, path, name === PARSER.name ? PARSER.file : name))
    .filter((script) => script !== undefined)
    .map((script) => readFileSync(script, 'utf8'));
  return { path, folder, included, own };
};

/** The tests that need no page, in these folders. */
export const readSuite = (checkout: string, folders: readonly string[] = FOLDERS): readonly TestFile[] =>
  folders.flatMap((folder) =>
    globSync('**/*.any.js', { cwd: join(checkout, folder) })
      .map((name) => join(folder, name).replaceAll('\\', '/'))
      .sort()
      .filter((path) => !TOO_LONG.includes(path) && !needsPage(readFileSync(join(checkout, path), 'utf8')))
      .map((path) => readTest(checkout, folder, path)),
  );
