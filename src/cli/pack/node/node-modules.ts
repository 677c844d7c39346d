// Lists the modules of Node that packing can give to a bundle. Runs on the author's machine. Decision 0064.

import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const SHIMS = fileURLToPath(new URL('./shims/', import.meta.url));
/** Sources of the sandbox that shims are made of. */
const GUEST = fileURLToPath(new URL('../../../cell/guest/web/', import.meta.url));

/** Module of Node → file of its shim, without its ending. */
const FILES: Readonly<Record<string, string>> = {
  assert: 'assert',
  'assert/strict': 'assert-strict',
  async_hooks: 'async-hooks',
  buffer: 'buffer',
  console: 'console',
  constants: 'constants',
  crypto: 'crypto',
  diagnostics_channel: 'diagnostics-channel',
  events: 'events',
  fs: 'fs',
  'fs/promises': 'fs-promises',
  http: 'http',
  https: 'https',
  module: 'module',
  os: 'os',
  path: 'path',
  'path/posix': 'path',
  'path/win32': 'path-win32',
  perf_hooks: 'perf-hooks',
  process: 'process',
  punycode: 'punycode',
  querystring: 'querystring',
  stream: 'stream',
  'stream/consumers': 'stream-consumers',
  'stream/promises': 'stream-promises',
  'stream/web': 'stream-web',
  string_decoder: 'string-decoder',
  sys: 'util',
  timers: 'timers',
  'timers/promises': 'timers-promises',
  tty: 'tty',
  undici: 'undici',
  url: 'url',
  util: 'util',
  'util/types': 'util-types',
  zlib: 'zlib',
};

/** Modules that no tool can have. A library that imports one gets a module whose parts throw, because it may never use them. */
const ABSENT: ReadonlySet<string> = new Set([
  ...[
    'child_process',
    'cluster',
    'dgram',
    'dns',
    'dns/promises',
    'domain',
    'http2',
    'inspector',
    'inspector/promises',
    'net',
  ],
  ...[
    'readline',
    'readline/promises',
    'repl',
    'sea',
    'sqlite',
    'test',
    'tls',
    'trace_events',
    'v8',
    'vm',
    'wasi',
    'worker_threads',
  ],
]);

/** Modules that have their prefix only. */
const PREFIXED: ReadonlySet<string> = new Set(['sea', 'sqlite', 'test']);

/** Small ones, which only compute: a library gets them before the libraries around it are taken in their variants for browsers. */
const LIGHT: ReadonlySet<string> = new Set([
  ...['assert', 'assert/strict', 'async_hooks', 'buffer', 'diagnostics_channel', 'events', 'os', 'path', 'path/posix'],
  ...['path/win32', 'perf_hooks', 'punycode', 'querystring', 'string_decoder', 'sys', 'timers', 'timers/promises'],
  ...['url', 'util', 'util/types'],
]);

/** Global name of Node → file that makes it one of the bundle. */
const GLOBAL_FILES: Readonly<Record<string, string>> = {
  Buffer: 'global-buffer',
  process: 'global-process',
  setImmediate: 'global-immediate',
  clearImmediate: 'global-immediate',
  setTimeout: 'global-timers',
  setInterval: 'global-timers',
  clearTimeout: 'global-timers',
  clearInterval: 'global-timers',
};

/** The packages that the shims are made of. */
const LIBRARIES = ['events', 'path-browserify', 'punycode', 'readable-stream', 'string_decoder', 'url'];

/** A large part of a module, its file, and the names by which a source asks for it. */
const PARTS: Readonly<Record<string, readonly [file: string, names: RegExp]>> = {
  ciphers: ['crypto-ciphers', /\bcreate(?:C|Dec)ipheriv\b/],
  signatures: [
    'crypto-sign',
    /\b(?:create(?:Sign|Verify|PrivateKey|PublicKey)|generateKeyPair(?:Sync)?)\b|\bcrypto\w*\.(?:sign|verify)\b|\b(?:sign|verify)\b[^;{}]*\}\s*(?:from\s*|=\s*require\(\s*)['"](?:node:)?crypto\b/,
  ],
  brotli: ['zlib-brotli', /brotliDecompress|BrotliDecompress/],
  zstd: ['zlib-zstd', /zstdDecompress|ZstdDecompress/],
};

/** The parts that a source names. A bundle has only these, because most programs that import a module need none of them. */
export const partsNamedIn = (source: string): readonly string[] =>
  Object.entries(PARTS).flatMap(([part, [, names]]) => (names.test(source) ? [part] : []));

/** Each part as a line that exports it, and whether the bundle has it. */
export const partTexts = (parts: ReadonlySet<string>): readonly string[] =>
  Object.entries(PARTS).map(([part, [file]]) => {
    const value = parts.has(part) ? `require(${JSON.stringify(shim(file))})` : 'undefined';
    return `export const ${part} = () => ${value};`;
  });

const shim = (file: string): string => join(SHIMS, `${file}.ts`);

/** The name of a module without its prefix; undefined if packing does not have it. `buffer/` is the npm package. */
export const nodeModuleNamed = (specifier: string): string | undefined => {
  const name = specifier.replace(/^node:/, '');
  if (ABSENT.has(name)) return PREFIXED.has(name) && name === specifier ? undefined : name;
  return Object.hasOwn(FILES, name) ? name : undefined;
};

/** True for a module that no tool can have. */
export const isAbsent = (specifier: string): boolean => ABSENT.has(specifier.replace(/^node:/, ''));

/** The module that stands for one that no tool can have. */
export const ABSENT_SHIM = join(SHIMS, 'absent.ts');

/** True for a module that a library gets before its users are asked for other variants. */
export const isLight = (specifier: string): boolean => LIGHT.has(specifier.replace(/^node:/, ''));

/** The shim of a module that {@link nodeModuleNamed} knows. */
export const shimOf = (name: string): string => shim(FILES[name] ?? name);

/** The file that gives a bundle a global name of Node; undefined for any other name. */
export const globalShimOf = (name: string): string | undefined =>
  Object.hasOwn(GLOBAL_FILES, name) ? shim(GLOBAL_FILES[name] as string) : undefined;

/** Timers, which a tool has, too, but without methods. */
export const TIMERS: readonly string[] = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'];

/** The module that says what `process` shows of the program around it. */
export const PROGRAM_SHIM = shim('program');

const require = createRequire(import.meta.url);
/** Found when they are first needed, because a command may pack nothing. */
let libraryFolders: readonly string[] | undefined;

/** True for a shim, or a file of a library that shims are made of. */
export const isOfShims = (file: string): boolean => {
  libraryFolders ??= LIBRARIES.map((name) => dirname(require.resolve(`${name}/package.json`)) + sep);
  return [SHIMS, GUEST].some((own) => file.startsWith(own)) || libraryFolders.some((folder) => file.startsWith(folder));
};
