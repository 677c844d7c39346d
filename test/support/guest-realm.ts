// A runner's realms, in the process of a test: its modules and the guest's scripts, built as a runner's image has them.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildGuestScripts } from '../../src/broker/guest-scripts.ts';

const RUNNER = fileURLToPath(new URL('../../src/runner', import.meta.url));
const ISOLATED_VM = createRequire(import.meta.url).resolve('isolated-vm');

type RealmModules = Pick<typeof import('../../src/runner/guest-realm.ts'), 'GuestRealm' | 'ModuleCode'> &
  Pick<typeof import('../../src/runner/compiled-code.ts'), 'compileWhole'>;

/** Loads what makes realms. The state of its modules is this load's own. */
export const loadGuestRealm = async (): Promise<RealmModules> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-realm-'));
  try {
    const contents = `export * from './guest-realm.ts'; export { compileWhole } from './compiled-code.ts';`;
    await build({
      stdin: { contents, resolveDir: RUNNER, loader: 'ts' },
      outfile: join(folder, 'runner', 'realm.js'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'esnext',
      alias: { 'isolated-vm': ISOLATED_VM },
      external: [ISOLATED_VM],
    });
    mkdirSync(join(folder, 'guest'));
    for (const { path, contents } of await buildGuestScripts())
      writeFileSync(join(folder, 'guest', basename(path)), contents);
    return (await import(pathToFileURL(join(folder, 'runner', 'realm.js')).href)) as RealmModules;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
