// `module` of Node. Runs inside the isolate, as part of the packed entry.

import { required } from 'toolcell:bundle';
import { coded } from './errors.ts';
import fs from './fs.ts';
import path from './path.ts';
import { fileURLToPath } from './url-paths.ts';

type Join = (...parts: string[]) => string;

const notFound = (name: string): Error =>
  coded(
    Error,
    'MODULE_NOT_FOUND',
    `Cannot find module '${name}': a bundle has the modules that its code imports by name, and JSON of its "files"`,
  );

/** `require` for JSON of the bundle's files, and for modules of Node that the bundle has. */
const createRequire = (from: string | URL): object => {
  const file = String(from).startsWith('file:') ? fileURLToPath(from) : String(from);
  const folder = (path.dirname as Join)(file);
  const resolve = (name: string): string => {
    if (!/^(?:\.{1,2}\/|\/)/.test(name)) return name;
    return (path.resolve as Join)(folder, name);
  };
  const require = (name: string): unknown => {
    const known = name.replace(/^node:/, '');
    if (Object.hasOwn(required, known)) return (required[known] as () => unknown)();
    const at = resolve(name);
    const found = [at, `${at}.json`].find((one) => one.endsWith('.json') && fs.existsSync(one));
    if (found === undefined) throw notFound(name);
    return JSON.parse(fs.readFileSync(found, 'utf8') as string);
  };
  return Object.assign(require, { resolve, cache: {}, extensions: {}, main: undefined });
};

const builtinModules = [
  'assert',
  'async_hooks',
  'buffer',
  'child_process',
  'cluster',
  'console',
  'constants',
  'crypto',
  'dgram',
  'diagnostics_channel',
  'dns',
  'domain',
  'events',
  'fs',
  'http',
  'http2',
  'https',
  'inspector',
  'module',
  'net',
  'os',
  'path',
  'perf_hooks',
  'process',
  'punycode',
  'querystring',
  'readline',
  'repl',
  'stream',
  'string_decoder',
  'timers',
  'tls',
  'tty',
  'url',
  'util',
  'v8',
  'vm',
  'wasi',
  'worker_threads',
  'zlib',
];

function Module(): void {}

export default Object.assign(Module, {
  Module,
  builtinModules,
  createRequire,
  findPackageJSON: () => undefined,
  isBuiltin: (name: string) => builtinModules.includes(name.replace(/^node:/, '').split('/')[0] as string),
  register() {},
  enableCompileCache() {},
});
