// Loads modules of the runner, which make realms, in the process of a test. Builds them and the guest's scripts as for a runner's image.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type OutputFile } from 'esbuild';
import { buildGuestScripts } from '../../src/control/launch/image/guest-scripts.ts';

const RUNNER = fileURLToPath(new URL('../../src/cell/runner', import.meta.url));
const ISOLATED_VM = createRequire(import.meta.url).resolve('isolated-vm');

type RealmModules = Pick<typeof import('../../src/cell/runner/isolates/guest-isolate.ts'), 'GuestIsolate'> &
  Pick<typeof import('../../src/cell/runner/isolates/module-code.ts'), 'ModuleCode'> &
  Pick<typeof import('../../src/cell/runner/isolates/compiled-code.ts'), 'compileWhole'>;
/** Loads the modules that make realms. Every load has modules with state of their own. */
export const loadGuestRealm = (options: Pick<LoadOptions<RealmModules>, 'changed'> = {}): Promise<RealmModules> =>
  loadRunner(
    `export * from './isolates/guest-isolate.ts'; export * from './isolates/module-code.ts';
    export { compileWhole } from './isolates/compiled-code.ts';`,
    options,
  );

/** Options for modules that need more than realms do. */
interface LoadOptions<Modules> {
  /** Scripts of web APIs. The runner reads them when a plugin first names them, and their folder is removed after the load. So `onLoaded` must read them. */
  readonly web?: readonly OutputFile[];
  /** Text of a JavaScript module that replaces isolated-vm. Takes the path of the real one. */
  readonly isolatedVm?: (path: string) => string;
  readonly onLoaded?: (modules: Modules) => void;
  /** The text to use for one of the guest's scripts, by the name of its file and the text as built. */
  readonly changed?: (name: string, text: string) => string;
}

/** A module that wraps isolated-vm and exports `isolates`, the set of all isolates that were made. */
export const tracked = (path: string): string => `import ivm from ${JSON.stringify(path)};
export const isolates = new Set();
const track = (target, parts) => {
  const isolate = new target(...parts);
  isolates.add(isolate);
  return isolate;
};
export default Object.create(ivm, { Isolate: { value: new Proxy(ivm.Isolate, { construct: track }) } });`;

/** Loads modules of the runner. `contents` is a module that exports the wanted parts, with paths relative to the runner's folder. */
export const loadRunner = async <Modules>(
  contents: string,
  { web = [], isolatedVm, onLoaded = () => {}, changed = (_, text) => text }: LoadOptions<Modules> = {},
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
    const scripts = (await buildGuestScripts()).map(({ path, text }) => ({
      path,
      contents: changed(basename(path), text),
    }));
    write(join(folder, 'guest'), scripts);
    write(join(folder, 'web'), web);
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
