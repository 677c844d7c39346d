// The SDK's types for authors, as `.d.ts`: TypeScript would check `.ts` files of a package under the author's own settings.

import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMPILER = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
const SDK = fileURLToPath(new URL('../../src/sdk', import.meta.url));
const SETTINGS = fileURLToPath(new URL('./sdk.tsconfig.json', import.meta.url));
/** Imports of other modules, which are `.js` in the package. */
const MODULE_NAMED = /(from ['"]\.[^'"]*)\.ts(?=['"])/g;

/** What the compiler does not emit: the types of a tool's globals, and the preset of compiler settings that names them. */
const AS_THEY_ARE = ['globals.d.ts', 'tsconfig.json'];

/**
 * Writes the declarations of the SDK, `src/sdk/plugin.ts` and what it imports, to `to`: a folder of their own, since TypeScript prefers sources
 * that lie beside them. Throws with the compiler's words if it has complaints.
 */
export const emitDeclarations = (to: string): void => {
  const { status, stdout, error } = spawnSync(process.execPath, [COMPILER, '-p', SETTINGS, '--outDir', to], {
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`tsc ended with ${status}:\n${stdout}`);
  for (const file of AS_THEY_ARE) copyFileSync(join(SDK, file), join(to, file));
  for (const file of globSync('*.d.ts', { cwd: to })) {
    const path = join(to, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(MODULE_NAMED, '$1.js'));
  }
};
