// Builds the guest's own scripts: one file each, without types, whose value is a function. Runs once, while the runner's image
// is built.

import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type OutputFile } from 'esbuild';

const source = (name: string): string => fileURLToPath(new URL(`../../guest/${name}.ts`, import.meta.url));
/** Each a single file that imports nothing. */
const PLAIN = ['check', 'lockdown', 'renewal', 'temporal'];

const OPTIONS: BuildOptions = {
  write: false,
  outdir: fileURLToPath(new URL('../../guest/built', import.meta.url)),
  target: 'esnext',
  legalComments: 'none',
  logLevel: 'silent',
};

/** The bootstrap's modules in one function: what they hold is the isolate's that runs it, and no global names it. */
const BUNDLED: BuildOptions = {
  ...OPTIONS,
  bundle: true,
  format: 'iife',
  globalName: 'guest',
  platform: 'neutral',
  banner: { js: '(() => {' },
  footer: { js: 'return guest.bootstrap;\n})()' },
};

/** The scripts, named after their files. */
export const buildGuestScripts = async (): Promise<readonly OutputFile[]> => {
  const [bootstrap, plain] = await Promise.all([
    build({ ...BUNDLED, entryPoints: [source('bootstrap')] }),
    build({ ...OPTIONS, entryPoints: PLAIN.map(source) }),
  ]);
  return [...(bootstrap.outputFiles ?? []), ...(plain.outputFiles ?? [])];
};
