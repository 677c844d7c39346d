// Builds the guest's web APIs while the runner's image is built: one script for each group of globals, with its libraries, whose value is a
// function that makes the group.

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type OutputFile, type Plugin } from 'esbuild';

const FOLDER = fileURLToPath(new URL('../../../cell/guest/web/', import.meta.url));
const own = (path: string): string => join(FOLDER, `${path}.ts`);

/** Every file directly in this folder is a group. */
const groupFiles = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(FOLDER, name));

/** Changes to libraries that keep their rare parts from costing time before a tool uses them. */
const lazily: Plugin = {
  name: 'lazily',
  setup: ({ onResolve, onLoad }) => {
    // The tables of rare encodings: URLs are written in UTF-8.
    onResolve({ filter: /^@exodus\/bytes\/encoding\.js$/ }, ({ path }) => ({ path, namespace: 'nothing' }));
    onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: '' }));
    onResolve({ filter: /^tr46$/ }, ({ importer }) =>
      dirname(importer).endsWith(join('whatwg-url', 'lib')) ? { path: own('url/idna') } : undefined,
    );
    // Text is parsed when the table is first used; a literal would be built together with the script.
    onLoad({ filter: /mappingTable\.json$/ }, async ({ path }) => ({
      contents: `module.exports = JSON.parse(${JSON.stringify(await readFile(path, 'utf8'))});`,
    }));
  },
};

/**
 * Private classes of the streams library. It passes their instances to anything that a plugin puts in the place of a controller.
 * One more export shows them, so that they are frozen with the rest. Why: test/state/web-streams.
 */
const shown: Plugin = {
  name: 'shown',
  setup: ({ onLoad }) => {
    onLoad({ filter: /web-streams-polyfill[\\/]dist[\\/]ponyfill\.mjs$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const names = [...text.matchAll(/(?<=[;{}]|^)class ([\w$]+)/gm)].map(([, name]) => name);
      return { contents: `${text}\nexport const classes = [${names.join()}];` };
    });
  },
};

/** esbuild options for these modules. */
export const WEB_PLUGINS: readonly Plugin[] = [lazily, shown];

const OPTIONS: BuildOptions = {
  write: false,
  bundle: true,
  format: 'iife',
  globalName: 'group',
  // Ignores the fields of packages for Node and for browsers, which have globals of their own for those built here.
  platform: 'neutral',
  mainFields: ['main'],
  target: 'esnext',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'silent',
  banner: { js: "(function web(parts, made) {'use strict';" },
  footer: { js: 'return group.install(parts, made);\n})' },
  plugins: [...WEB_PLUGINS],
};

/** Getters that an isolate does not have: the host removes `resizable`, and there is no shared memory. */
const BUFFERS = { 'ArrayBuffer.prototype': 'noBuffer', 'SharedArrayBuffer.prototype': 'noBuffer' };

/** The groups' scripts, named after their files. Throws if a library cannot be bundled. */
export const buildWebScripts = async (): Promise<readonly OutputFile[]> => {
  const outdir = join(FOLDER, 'built');
  const [url, others] = await Promise.all([
    build({ ...OPTIONS, outdir, entryPoints: [own('url')], inject: [own('url/utf8')], define: BUFFERS }),
    build({ ...OPTIONS, outdir, entryPoints: groupFiles().filter((file) => file !== own('url')) }),
  ]);
  return [...(url.outputFiles ?? []), ...(others.outputFiles ?? [])];
};
