// Decides what an imported server finds in place of MCP's SDK, of frameworks that serve HTTP, and of `process`. Runs on the author's machine; reads files of
// the package, and runs none.

import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { init, parse } from 'es-module-lexer';
import type { OnResolveResult, Plugin } from 'esbuild';
import { compositeKey } from '../../../shared/text/composite-key.ts';
import type { Asked } from '../../pack/import-faults.ts';
import { packageOf as packageOfFile } from '../../pack/package-names.ts';

/** Which parts of the SDK are replaced: all that a call can do without, or only what leads out of the program. */
export type SdkChoice = 'light' | 'whole';

const GUEST = fileURLToPath(new URL('./guest/', import.meta.url));

/** Path of a source that becomes part of packed entries. */
export const guestSource = (name: string): string => join(GUEST, name);

const SDK = '@modelcontextprotocol/sdk/';
/** A module of the SDK, without its ending → our source. */
const ALWAYS: Readonly<Record<string, string>> = { 'server/stdio': 'stdio.ts' };
const LIGHT: Readonly<Record<string, string>> = {
  'server/index': 'server.ts',
  server: 'server.ts',
  'server/mcp': 'mcp-server.ts',
};
/** Modules of the SDK that a call does not use: they serve or call over HTTP, or start processes. */
const UNUSED =
  /^(?:server\/(?:sse|streamableHttp|webStandardStreamableHttp|express|auth\/.*|middleware\/.*)|client\/.*|experimental(?:\/.*)?|inMemory)$/;

/** Packages that only serve HTTP, or only write logs for people. */
const FRAMEWORKS = new Set([
  ...['express', 'cors', 'body-parser', 'helmet', 'compression', 'express-rate-limit', 'koa', '@koa/router', 'fastify'],
  ...['@fastify/cors', 'hono', '@hono/node-server', 'pino', 'pino-http', 'pino-pretty', 'winston', 'open'],
  ...['@modelcontextprotocol/node', '@modelcontextprotocol/express', '@modelcontextprotocol/hono'],
]);

/** Packages that are a `fetch` for old versions of Node. */
const FETCHES = /^(?:node-fetch(?:-native)?|cross-fetch(?:\/polyfill)?|isomorphic-fetch)$/;

/** Modules of Node that a tool cannot have. Many servers import them and do without. */
const REFUSED = new Set([
  ...['child_process', 'cluster', 'dgram', 'dns', 'domain', 'http2', 'inspector', 'net', 'readline', 'repl', 'sqlite'],
  ...['tls', 'trace_events', 'v8', 'vm', 'wasi', 'worker_threads'],
]);

/** Marks a resolution that a plugin here asks for itself. */
const ASKED = 'toolcell-asked';
const ABSENT = 'toolcell-absent';
const REFUSING = 'toolcell-refusing';
const MISSING = 'toolcell-missing';
const TYPES = 'toolcell-types';

const moduleOfSdk = (specifier: string): string => specifier.slice(SDK.length).replace(/\.js$/, '');

/** The module of the newer SDK's packages that differs by platform. */
const PLATFORM = /^@modelcontextprotocol\/[a-z-]+\/_shims$/;

/** Its variant for Node, which the bundler would not take: the variant for browsers has no standard streams. */
const platformOfNode = (importer: string): string | undefined => {
  const [folder] = /^.*[\\/]@modelcontextprotocol[\\/][a-z-]+(?=[\\/])/.exec(importer) ?? [];
  const candidates = ['shimsNode.mjs', 'shimsNode.js'].map((name) => join(folder ?? '', 'dist', name));
  return folder === undefined ? undefined : candidates.find((path) => existsSync(path));
};

const absent = (what: string): OnResolveResult => ({ path: what, namespace: ABSENT });

const inSdk = (specifier: string, choice: SdkChoice): OnResolveResult | undefined => {
  const name = moduleOfSdk(specifier);
  const ours = ALWAYS[name] ?? (choice === 'light' ? LIGHT[name] : undefined);
  if (ours !== undefined) return { path: guestSource(ours) };
  if (UNUSED.test(name)) return absent(specifier);
  return undefined;
};

/** The names that a module of a package exports; none if they cannot be read. */
const exportsOf = (path: string): readonly string[] => {
  try {
    return parse(readFileSync(path, 'utf8'))[1].flatMap((one) => ('name' in one ? [String(one.name)] : []));
  } catch {
    return [];
  }
};

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Exports of guest/names.ts that keep their own meaning. */
const OWN_NAMES = exportsOfOwn();

function exportsOfOwn(): ReadonlySet<string> {
  const text = readFileSync(guestSource('names.ts'), 'utf8');
  return new Set([...text.matchAll(/^export (?:const|class) (\w+)/gm)].map(([, name]) => String(name)));
}

/** The types module of the SDK with the same names: schemas that take every value, the errors, and nothing for the rest. */
const typesText = (path: string): string => {
  const names = exportsOf(path).filter((name) => IDENTIFIER.test(name) && !OWN_NAMES.has(name));
  const schemas = names.filter((name) => name.endsWith('Schema'));
  const others = names.filter((name) => !name.endsWith('Schema') && name !== 'default');
  return [
    `import { schemaNamed } from ${JSON.stringify(guestSource('names.ts'))};`,
    `import { absent } from ${JSON.stringify(guestSource('absent.ts'))};`,
    `export * from ${JSON.stringify(guestSource('names.ts'))};`,
    ...schemas.map((name) => `export const ${name} = /* @__PURE__ */ schemaNamed(${JSON.stringify(name)});`),
    ...others.map((name) => `export const ${name} = /* @__PURE__ */ absent(${JSON.stringify(name)});`),
  ].join('\n');
};

/** A module of CommonJS, so that every name may be imported from it. The names are on its prototype, from which the bundler takes them. */
const absentText = (what: string): string =>
  `const { absent } = require(${JSON.stringify(guestSource('absent.ts'))});
const whole = absent(${JSON.stringify(what)});
module.exports = Object.setPrototypeOf(Object.assign(function standIn() { return whole; }, { default: whole }), whole);`;

const refusingText = (module: string, learns: boolean): string =>
  `const { refusing } = require(${JSON.stringify(guestSource('refusing.ts'))});
const note = ${learns ? `require(${JSON.stringify(guestSource('learning-program.ts'))}).noteRefused` : 'undefined'};
const whole = Object.setPrototypeOf({}, refusing(${JSON.stringify(module)}, note));
module.exports = Object.defineProperty(whole, 'default', { value: whole });`;

/** An import that nothing answers fails when it is evaluated, as in Node: many are optional. */
const missingText = (what: string): string =>
  `throw Object.assign(new Error(${JSON.stringify(`Cannot find package '${what}'`)}), { code: 'ERR_MODULE_NOT_FOUND' });
module.exports = {};`;

const refusedModule = (specifier: string): string | undefined => {
  const module = specifier.replace(/^node:/, '');
  return REFUSED.has(String(module.split('/')[0])) && isBuiltin(module) ? module : undefined;
};

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Packages and the modules of Node that nothing answers for them. Several builds of one server share it, so that each begins with what the last one found. */
export type Answered = Set<string>;

export interface StandIns {
  readonly plugin: Plugin;
  /** Puts something that throws when it is used in place of modules of Node that nothing else answers. False if it was there before. */
  answer(asked: readonly Asked[]): boolean;
}

/** Replaces parts of MCP's SDK, frameworks for HTTP, and modules of Node that a tool cannot have, in the server of a package. */
export const standIns = async (choice: SdkChoice, answered: Answered, learns: boolean): Promise<StandIns> => {
  await init;
  const keyOf = (library: string | undefined, module: string): string =>
    compositeKey(library ?? null, module.replace(/^node:/, ''));
  const unanswered = (specifier: string, importer: string): string | undefined =>
    answered.has(keyOf(packageOfFile(importer), specifier)) ? specifier.replace(/^node:/, '') : undefined;
  const answer = (asked: readonly Asked[]): boolean => {
    const before = answered.size;
    for (const { library, module } of asked) answered.add(keyOf(library, module));
    return answered.size > before;
  };
  const plugin: Plugin = {
    name: 'mcp-stand-ins',
    setup: ({ onResolve, onLoad, resolve }) => {
      // A server and its libraries may have several copies of the SDK. Their paths are no part of the bundle.
      const copies: string[] = [];
      onResolve({ filter: /^@modelcontextprotocol\/sdk\/types(?:\.js)?$/ }, async (asked) => {
        const { path, importer, kind, resolveDir, namespace } = asked;
        if (choice === 'whole' || asked.pluginData === ASKED) return undefined;
        const found = await resolve(path, { importer, kind, resolveDir, namespace, pluginData: ASKED });
        return found.errors.length > 0
          ? undefined
          : {
              path: 'types',
              suffix: `?${copies.indexOf(found.path) + 1 || copies.push(found.path)}`,
              namespace: TYPES,
            };
      });
      onResolve({ filter: /^@modelcontextprotocol\/sdk\// }, ({ path }) => inSdk(path, choice));
      onResolve({ filter: PLATFORM }, ({ importer }) => {
        const path = platformOfNode(importer);
        return path === undefined ? undefined : { path };
      });
      onResolve({ filter: FETCHES }, () => ({ path: guestSource('node-fetch.ts') }));
      onResolve({ filter: /^[@a-z]/ }, ({ path }) => (FRAMEWORKS.has(packageOf(path)) ? absent(path) : undefined));
      onResolve({ filter: /^(?:node:)?[a-z]/ }, ({ path, importer }) => {
        const module = refusedModule(path) ?? unanswered(path, importer);
        return module === undefined ? undefined : { path: module, namespace: REFUSING };
      });
      onResolve({ filter: /^[@a-z]/ }, async ({ path, importer, kind, resolveDir, namespace, pluginData }) => {
        if (pluginData === ASKED || isBuiltin(path) || kind === 'entry-point') return undefined;
        const found = await resolve(path, { importer, kind, resolveDir, namespace, pluginData: ASKED });
        return found.errors.length > 0 ? { path, namespace: MISSING } : undefined;
      });
      onLoad({ filter: /.*/, namespace: REFUSING }, ({ path }) => ({
        contents: refusingText(path, learns),
        resolveDir: GUEST,
      }));
      onLoad({ filter: /.*/, namespace: MISSING }, ({ path }) => ({ contents: missingText(path) }));
      onLoad({ filter: /.*/, namespace: TYPES }, ({ suffix }) => ({
        contents: typesText(copies[Number(suffix.slice(1)) - 1] ?? ''),
        resolveDir: GUEST,
      }));
      onLoad({ filter: /.*/, namespace: ABSENT }, ({ path }) => ({ contents: absentText(path), resolveDir: GUEST }));
    },
  };
  return { plugin, answer };
};
