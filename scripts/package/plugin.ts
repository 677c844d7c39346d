// Builds `@toolcell/plugin` from the SDK's sources: JavaScript with source maps, and declarations.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emitDeclarations } from './declarations.ts';
import { emitSdk } from './javascript.ts';

const SDK = fileURLToPath(new URL('../../packages/plugin/src', import.meta.url));

/** Builds the package's `dist` in the folder `to`. Replaces the folder if it exists. */
export const buildPlugin = async (to: string): Promise<void> => {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  await emitSdk(SDK, to);
  emitDeclarations(join(to, 'types'));
};
