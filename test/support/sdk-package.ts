// Installs `@toolcell/plugin` for tests. Builds it from the sources of this checkout, once per process.

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPlugin } from '../../scripts/package/plugin.ts';

const MANIFEST = fileURLToPath(new URL('../../packages/plugin/package.json', import.meta.url));

const build = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-sdk-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(MANIFEST, join(folder, 'package.json'));
  await buildPlugin(join(folder, 'dist'));
  return folder;
};
let built: Promise<string> | undefined;

/** Links the package into `node_modules` of a folder. */
export const installSdk = async (folder: string): Promise<void> => {
  built ??= build();
  mkdirSync(join(folder, 'node_modules/@toolcell'), { recursive: true });
  symlinkSync(await built, join(folder, 'node_modules/@toolcell/plugin'));
};
