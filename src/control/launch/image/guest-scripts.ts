// Builds the guest's own scripts while the runner's image is built: one file each, without types, whose value is a function.

import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type OutputFile } from 'esbuild';

const source = (name: string): string => fileURLToPath(new URL(`../../../cell/guest/${name}.ts`, import.meta.url));
/** Scripts that are one file and import nothing. */
const PLAIN = ['check', 'renewal', 'temporal'].map((name) => source(`scripts/${name}`));

const OPTIONS: BuildOptions = {
  write: false,
  outdir: fileURLToPath(new URL('../../../cell/guest/built', import.meta.url)),
  target: 'esnext',
  legalComments: 'none',
  logLevel: 'silent',
};

/** Puts modules into one script, whose value is the export `name`. Their state belongs to the isolate that runs it, and no global leads to it. */
const bundled = (name: string, path: string): BuildOptions => ({
  ...OPTIONS,
  bundle: true,
  // Inlines the values of the wire's constants.
  minifySyntax: true,
  format: 'iife',
  globalName: 'guest',
  platform: 'neutral',
  banner: { js: '(() => {' },
  footer: { js: `return guest.${name};\n})()` },
  entryPoints: [source(path)],
});

/** The scripts, named after their files. */
export const buildGuestScripts = async (): Promise<readonly OutputFile[]> => {
  const built = await Promise.all([
    build(bundled('bootstrap', 'bootstrap/bootstrap')),
    build(bundled('lockdown', 'scripts/lockdown')),
    build(bundled('pristine', 'scripts/patterns/pristine')),
    build({ ...OPTIONS, entryPoints: PLAIN }),
  ]);
  return built.flatMap(({ outputFiles }) => outputFiles ?? []);
};
