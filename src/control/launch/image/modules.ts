// Replaces modules in the runner's image. Of packages, so that a runner needs no node_modules folder: the texts of library modules, and
// isolated-vm's native code as a file of the image; they are found as Node finds them from this file, hoisted or not. Of Node, so that a
// runner starts sooner. Decision 0061.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';
import { MODULES_NEEDED, VALIDATOR_MODULES } from '../../../shared/protocol/library-modules.ts';

/** File name of the native code in the image. */
export const ADDON_FILE = 'isolated-vm.node';

const require = createRequire(import.meta.url);

/** Path of isolated-vm's native code for this Node on this machine. Throws if the package has none. */
export const addonPath = (): string => {
  const folder = dirname(require.resolve('isolated-vm/package.json'));
  // Resolved from isolated-vm's own folder, because this file may not be able to resolve it.
  const find = createRequire(`${folder}/`)('node-gyp-build') as { path(folder: string): string };
  return find.path(folder);
};

const libraryTexts = (): string => {
  const names = [...VALIDATOR_MODULES, ...Object.values(MODULES_NEEDED).flat()];
  const texts = Object.fromEntries(names.map((name) => [name, readFileSync(require.resolve(name), 'utf8')]));
  return `const texts = ${JSON.stringify(texts)};\nexport const libraryText = (name) => texts[name];`;
};

/** A module of Node, gotten in a way that does not look at each of its exports. An import does, and doubles the time of loading it. */
const builtin = (name: string): string => `module.exports = process.getBuiltinModule(${JSON.stringify(name)});`;

/** For the build of the runner's own modules. */
export const imageModules: Plugin = {
  name: 'image-modules',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^isolated-vm$/ }, ({ path }) => ({ path, namespace: 'addon' }));
    onLoad({ filter: /.*/, namespace: 'addon' }, () => ({
      contents: `export default require(${JSON.stringify(`../${ADDON_FILE}`)}).ivm;`,
    }));
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'builtin' }));
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({ contents: builtin(path) }));
    onLoad({ filter: /[\\/]isolates[\\/]library-text\.[jt]s$/ }, () => ({ contents: libraryTexts() }));
  },
};
