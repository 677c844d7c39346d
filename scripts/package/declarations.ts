// Emits the types of what others import, the SDK and the client, as `.d.ts`, because TypeScript would check `.ts` files of a package with the author's own settings.

import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMPILER = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
const SDK = fileURLToPath(new URL('../../packages/plugin/src', import.meta.url));
const settingsOf = (name: string): string => fileURLToPath(new URL(`./${name}.tsconfig.json`, import.meta.url));
/** Matches imports of other modules, which are `.js` in the package. */
const MODULE_NAMED = /(from ['"]\.[^'"]*)\.ts(?=['"])/g;

/** Files that are copied: the types of a tool's globals, and the preset of compiler settings that names them. */
const COPIED_FILES = ['globals.d.ts', 'tsconfig.json'];

/**
 * Writes the declarations of `packages/plugin/src/plugin.ts` and its imports to the folder `to`, apart from the sources: TypeScript would prefer sources
 * in the same folder. Throws an Error with the compiler's output if it fails.
 */
export const emitDeclarations = (to: string): void => {
  emit('sdk', to);
  for (const file of COPIED_FILES) copyFileSync(join(SDK, file), join(to, file));
};

/** Writes the declarations of `packages/client/src/client.ts` and its imports to the folder `to`. Throws as `emitDeclarations` does. */
export const emitClientDeclarations = (to: string): void => emit('client', to);

const emit = (name: string, to: string): void => {
  const { status, stdout, error } = spawnSync(process.execPath, [COMPILER, '-p', settingsOf(name), '--outDir', to], {
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`tsc ended with ${status}:\n${stdout}`);
  for (const file of globSync('**/*.d.ts', { cwd: to })) {
    const path = join(to, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(MODULE_NAMED, '$1.js'));
  }
};
