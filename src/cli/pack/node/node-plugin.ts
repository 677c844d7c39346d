// Gives a bundle the modules of Node that it imports: `events` and `node:events` are the same shim. Runs on the author's machine. Decision 0064.

import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import type { OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import { ABSENT_SHIM, isAbsent, isOfShims, nodeModuleNamed, PROGRAM_SHIM, partTexts, shimOf } from './node-modules.ts';

/** What the modules of Node show of the bundle that they are in. */
export interface NodeContext {
  /** Name → value of `process.env`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Path from the plugin's folder → text, or bytes in base64: what `fs` reads. */
  readonly files?: Readonly<Record<string, string | { readonly base64: string }>>;
  /** Modules of Node that code asks for with a `require` of its own, made by `createRequire`. */
  readonly required?: readonly string[];
  /** True for a program of Node: every module gets what it asks for, in its variant for Node. */
  readonly isProgram?: boolean;
  /** A module with the exports of shims/program.ts, in its place: for a program that embeds the bundle. */
  readonly program?: string;
  /** True: `program` is told which files and modules are asked for, by its export `watched`, and what is refused, by `noteRefused`. */
  readonly isWatched?: boolean;
}

export interface NodePluginOptions {
  readonly context: NodeContext;
  /** The large parts of modules that the bundle has. */
  readonly parts: ReadonlySet<string>;
  /** True if the file gets this module of Node. */
  serves(importer: string, specifier: string): boolean;
  /** True if the variant for browsers of the file's package, which it is in, has something else in place of the module, or nothing. */
  replaces(importer: string, specifier: string): boolean;
  /** True if the package of the file has a package of this name among its dependencies. */
  dependsOn(importer: string, name: string): boolean;
}

const NAMESPACE = 'toolcell-node';
/** Marks a resolution that this plugin itself asks for. */
const ASIDE = Symbol('aside');

/** A module of Node is CommonJS: what a shim exports by default is what `require` returns. */
const moduleText = (name: string): string =>
  isAbsent(name)
    ? `module.exports = require(${JSON.stringify(ABSENT_SHIM)}).absent(${JSON.stringify(name)});`
    : `module.exports = require(${JSON.stringify(shimOf(name))}).default;`;

const requiredText = (name: string): string => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`;

/** Files are in a function, so that a call which reads none does not make their texts. */
const bundleText = ({ environment, files = {}, required = [], program, isWatched }: NodeContext): string => {
  const [watched, seen] = isWatched
    ? [`import { noteRefused, watched } from ${JSON.stringify(program)};`, 'watched']
    : ['', ''];
  return [
    watched,
    `export const refused = ${isWatched ? 'noteRefused' : 'undefined'};`,
    `export const environment = ${JSON.stringify(environment)};`,
    `export const files = () => ${seen}(${JSON.stringify(files).replaceAll('"__proto__":', '["__proto__"]:')});`,
    `export const required = ${seen}({ ${required.map(requiredText).join(', ')} });`,
  ].join('\n');
};

/** What the libraries of the shims ask of other packages. `url` parses queries as Node does, and not as `qs` would. */
const PARTS: Readonly<Record<string, string>> = {
  'process/':
    'module.exports = { env: {}, nextTick: (task, ...values) => queueMicrotask(() => task(...values)), emitWarning() {} };',
  qs: 'const { parse, stringify } = require("querystring"); module.exports = { parse, stringify: (value) => stringify(value) };',
  'abort-controller': 'module.exports = { AbortController, AbortSignal };',
};

/** The name of a module's text in a source map. */
export const NODE_SOURCE = /(?:^|[\\/])toolcell-node:(.*)$/;

type Asked = Parameters<Parameters<PluginBuild['onResolve']>[1]>[0];

/** path-browserify asks `process` for its directory, and nothing else. With this line it needs no `process`. */
const NO_PROCESS = "var process = { cwd: () => '/plugin' };\n";

/** The plugin. A bare name is an installed package only for a library that depends on it; otherwise the bundle would depend on what else is installed. */
export const nodeModules = ({ context, parts, serves, replaces, dependsOn }: NodePluginOptions): Plugin => ({
  name: 'node-modules',
  setup({ onLoad, onResolve, resolve }) {
    const textOf = (path: string): string => {
      if (path === 'bundle') return bundleText(context);
      return path === 'parts' ? partTexts(parts).join('\n') : (PARTS[path] ?? moduleText(path));
    };
    const ofNode = async (asked: Asked): Promise<OnResolveResult | undefined> => {
      const { path, importer, pluginData, kind, namespace, resolveDir } = asked;
      const name = nodeModuleNamed(path);
      if (name === undefined || pluginData === ASIDE || kind === 'entry-point') return undefined;
      if (
        isOfShims(importer) ||
        namespace === NAMESPACE ||
        name === 'undici' ||
        context.isProgram ||
        serves(importer, path)
      )
        return { path: name, namespace: NAMESPACE };
      if (path.startsWith('node:') || replaces(importer, path) || dependsOn(importer, name)) return undefined;
      const found = await resolve(path, { importer, kind, namespace, resolveDir, pluginData: ASIDE });
      const isInstalled = found.errors.length === 0 && found.path.includes(`${sep}node_modules${sep}${name}${sep}`);
      return isInstalled ? { errors: [{ text: `Could not resolve "${path}"` }] } : undefined;
    };
    onResolve({ filter: /^(?:node:)?[a-z0-9_]+(?:\/[a-z0-9_]+)?$/ }, ofNode);
    onResolve({ filter: /^(?:process\/|abort-controller|qs)$/ }, ({ path, importer }) =>
      isOfShims(importer) ? { path, namespace: NAMESPACE } : undefined,
    );
    onResolve({ filter: /^toolcell:program$/ }, ({ importer }) =>
      isOfShims(importer) ? { path: context.program ?? PROGRAM_SHIM } : undefined,
    );
    onResolve({ filter: /^toolcell:(?:bundle|parts)$/ }, ({ path, importer }) =>
      isOfShims(importer) ? { path: path.slice('toolcell:'.length), namespace: NAMESPACE } : undefined,
    );
    onLoad({ filter: /[\\/]path-browserify[\\/]index\.js$/, namespace: 'file' }, ({ path }) =>
      isOfShims(path) ? { contents: NO_PROCESS + readFileSync(path, 'utf8'), loader: 'js' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: textOf(path),
      loader: 'js',
      resolveDir: import.meta.dirname,
    }));
  },
});
