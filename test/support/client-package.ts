// Installs `toolcell/client` for tests, as the package has it: JavaScript and declarations, behind the package's own `exports`. Built from the sources of this
// checkout, once per process.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emitClientDeclarations } from '../../scripts/package/declarations.ts';
import { emitClient } from '../../scripts/package/javascript.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const build = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-client-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { name, version, type, exports } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, type, exports }));
  await emitClient(join(PROJECT, 'packages/client/src'), join(folder, 'dist/packages/client'));
  emitClientDeclarations(join(folder, 'dist/types/client'));
  return folder;
};
let built: Promise<string> | undefined;

/** Links the package, and others of this checkout by their names, into `node_modules` of a folder. */
export const installClient = async (folder: string, others: readonly string[] = []): Promise<void> => {
  built ??= build();
  const modules = join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  symlinkSync(await built, join(modules, 'toolcell'));
  for (const name of others) {
    mkdirSync(join(modules, name, '..'), { recursive: true });
    symlinkSync(join(PROJECT, 'node_modules', name), join(modules, name));
  }
};
