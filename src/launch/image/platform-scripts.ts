// Builds the guest's platform: for each group of globals one script, its libraries in it, whose value is a function that
// makes the group. Runs once, while the runner's image is built.

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type OutputFile, type Plugin } from 'esbuild';

const FOLDER = fileURLToPath(new URL('../../platform/', import.meta.url));
const own = (path: string): string => join(FOLDER, `${path}.ts`);

/** Every file that lies in the folder itself is a group. */
const groupFiles = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(FOLDER, name));

/** What libraries bring along and a tool does not pay for before it asks for it. */
const lazily: Plugin = {
  name: 'lazily',
  setup: ({ onResolve, onLoad }) => {
    // The tables of rare encodings: URLs are written in UTF-8.
    onResolve({ filter: /^@exodus\/bytes\/encoding\.js$/ }, ({ path }) => ({ path, namespace: 'nothing' }));
    onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: '' }));
    onResolve({ filter: /^tr46$/ }, ({ importer }) =>
      dirname(importer).endsWith(join('whatwg-url', 'lib')) ? { path: own('url/idna') } : undefined,
    );
    // As text, which is parsed when the table is wanted; as a literal it would be built with the rest of the script.
    onLoad({ filter: /mappingTable\.json$/ }, async ({ path }) => ({
      contents: `module.exports = JSON.parse(${JSON.stringify(await readFile(path, 'utf8'))});`,
    }));
  },
};

/**
 * Classes that the library of streams keeps to itself: it hands their instances to whatever a plugin puts in the place of a
 * controller. Shown as one more export, so that they are frozen with the rest. Why: test/state/platform-streams.
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

/** What a build of the platform's modules needs. */
export const PLATFORM_PLUGINS: readonly Plugin[] = [lazily, shown];

const OPTIONS: BuildOptions = {
  write: false,
  bundle: true,
  format: 'iife',
  globalName: 'group',
  // No field of a package's meant for Node or for browsers, which have of their own what is being made here.
  platform: 'neutral',
  mainFields: ['main'],
  target: 'esnext',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'silent',
  banner: { js: "(function platform(parts, made) {'use strict';" },
  footer: { js: 'return group.install(parts, made);\n})' },
  plugins: [...PLATFORM_PLUGINS],
};

/** Getters that are not in an isolate: `resizable` is taken away, shared memory is not there. */
const BUFFERS = { 'ArrayBuffer.prototype': 'noBuffer', 'SharedArrayBuffer.prototype': 'noBuffer' };

/** The groups' scripts, named after their files. Throws where a library cannot be bundled. */
export const buildPlatform = async (): Promise<readonly OutputFile[]> => {
  const outdir = join(FOLDER, 'built');
  const [url, others] = await Promise.all([
    build({ ...OPTIONS, outdir, entryPoints: [own('url')], inject: [own('url/utf8')], define: BUFFERS }),
    build({ ...OPTIONS, outdir, entryPoints: groupFiles().filter((file) => file !== own('url')) }),
  ]);
  return [...(url.outputFiles ?? []), ...(others.outputFiles ?? [])];
};
