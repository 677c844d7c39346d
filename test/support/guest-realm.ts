// A runner's realms, in the process of a test: its modules and the guest's scripts, built as a runner's image has them.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type OutputFile } from 'esbuild';
import { buildGuestScripts } from '../../src/launch/image/guest-scripts.ts';

const RUNNER = fileURLToPath(new URL('../../src/runner', import.meta.url));
const ISOLATED_VM = createRequire(import.meta.url).resolve('isolated-vm');

type RealmModules = Pick<typeof import('../../src/runner/isolates/guest-realm.ts'), 'GuestRealm' | 'ModuleCode'> &
  Pick<typeof import('../../src/runner/isolates/compiled-code.ts'), 'compileWhole'>;
/** Loads what makes realms. The state of its modules is this load's own. */
export const loadGuestRealm = (): Promise<RealmModules> =>
  loadRunner(`export * from './isolates/guest-realm.ts'; export { compileWhole } from './isolates/compiled-code.ts';`);

/** More than realms want. */
interface LoadOptions<Modules> {
  /** Scripts of the platform; they are read when a plugin first names them, so `onLoaded` has to: the folder is gone then. */
  readonly platform?: readonly OutputFile[];
  /** JavaScript that stands in for isolated-vm, given the path of the real one. */
  readonly isolatedVm?: (path: string) => string;
  readonly onLoaded?: (modules: Modules) => void;
}

/** isolated-vm, with a list of the isolates that were made: `isolates`. */
export const tracked = (path: string): string => `import ivm from ${JSON.stringify(path)};
export const isolates = new Set();
const track = (target, parts) => {
  const isolate = new target(...parts);
  isolates.add(isolate);
  return isolate;
};
export default Object.create(ivm, { Isolate: { value: new Proxy(ivm.Isolate, { construct: track }) } });`;

/** Loads modules of the runner; `contents` exports what is wanted of them, by paths from their folder. */
export const loadRunner = async <Modules>(
  contents: string,
  { platform = [], isolatedVm, onLoaded = () => {} }: LoadOptions<Modules> = {},
): Promise<Modules> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-realm-'));
  try {
    const stand = join(folder, 'isolated-vm.mjs');
    if (isolatedVm) writeFileSync(stand, isolatedVm(ISOLATED_VM));
    await build({
      stdin: { contents, resolveDir: RUNNER, loader: 'ts' },
      outfile: join(folder, 'runner', 'realm.js'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'esnext',
      alias: { 'isolated-vm': isolatedVm ? stand : ISOLATED_VM },
      external: [ISOLATED_VM],
    });
    write(join(folder, 'guest'), await buildGuestScripts());
    write(join(folder, 'platform'), platform);
    const modules = (await import(pathToFileURL(join(folder, 'runner', 'realm.js')).href)) as Modules;
    onLoaded(modules);
    return modules;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const write = (
  folder: string,
  files: readonly { readonly path: string; readonly contents: string | Uint8Array }[],
): void => {
  mkdirSync(folder);
  for (const { path, contents } of files) writeFileSync(join(folder, basename(path)), contents);
};
