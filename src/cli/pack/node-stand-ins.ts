// Packages of npm that stand in for modules of Node, for libraries that cannot do without them. Runs on the author's machine.
//
// The bundler finds an installed package `events` for `import 'events'`, but not for `import 'node:events'`. With the plugin here both are the same.

import type { Plugin } from 'esbuild';

/** Module of Node → what to install for it. Only packages that run in a tool without anything else. */
const STAND_INS: Readonly<Record<string, string>> = {
  buffer: 'buffer',
  events: 'events',
  path: 'path@npm:path-browserify',
  punycode: 'punycode',
  querystring: 'querystring',
  string_decoder: 'string_decoder',
  timers: 'timers@npm:timers-browserify',
};

/** The command that installs stand-ins for all of `modules`; undefined if one of them has none. */
export const installing = (modules: readonly string[]): string | undefined => {
  const packages = modules.map((name) => STAND_INS[name.replace(/^node:/, '')]);
  if (packages.includes(undefined)) return undefined;
  return `run npm install ${[...new Set(packages)].join(' ')} in the folder of the plugin`;
};

/** Finds an installed stand-in for `node:events`. */
export const nodeStandIns: Plugin = {
  name: 'node-stand-ins',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^node:/ }, async ({ path, kind, importer, resolveDir, namespace }) => {
      const name = path.slice('node:'.length);
      if (STAND_INS[name] === undefined) return undefined;
      const { errors, warnings: _, ...found } = await resolve(name, { kind, importer, resolveDir, namespace });
      return errors.length === 0 ? found : undefined;
    }),
};
