// Writes the runner's image for the published package: the image that a start would build, without the files that differ between machines.

import { cpSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { LICENCES_FILE, librariesIn, licencesText } from '../../src/cli/pack/licences.ts';
import { buildRunnerImage } from '../../src/control/launch/image/build.ts';
import { MACHINE_FILES } from '../../src/control/launch/image/machine-files.ts';
import { writeShippedDigest } from '../../src/control/launch/image/shipped.ts';
import { WEB_PLUGINS } from '../../src/control/launch/image/web-scripts.ts';
import { MODULES_NEEDED, VALIDATOR_MODULES } from '../../src/shared/protocol/library-modules.ts';

/** Writes the image to `<to>/image`, and its digest and content to `<to>/image.sha256`. */
export const writeImage = async (to: string): Promise<void> => {
  const image = await buildRunnerImage();
  try {
    cpSync(image.folder, join(to, 'image'), { recursive: true });
    for (const name of MACHINE_FILES) rmSync(join(to, 'image', name), { force: true });
    writeShippedDigest({ folder: join(to, 'image'), digestFile: join(to, 'image.sha256') }, image.digest);
  } finally {
    image.remove();
  }
};

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const OPTIONS = {
  absWorkingDir: PROJECT,
  bundle: true,
  write: false,
  metafile: true,
  outdir: join(PROJECT, 'dist'),
  format: 'esm',
  external: ['*.node'],
  logLevel: 'silent',
} satisfies BuildOptions;

/** Modules whose text the image contains although no import names them. */
const TEXTS = [...VALIDATOR_MODULES, ...Object.values(MODULES_NEEDED).flat()];

/** Writes the licences of all libraries in the image to a file in the folder `to`. */
export const writeImageLicences = async (to: string): Promise<void> => {
  const contents = ["import './src/cell/runner/process-entry.ts';", ...TEXTS.map((name) => `import '${name}';`)].join(
    '\n',
  );
  const groups = globSync('src/cell/guest/web/*.ts', { cwd: PROJECT, exclude: ['**/*.d.ts'] });
  const builds = await Promise.all([
    build({ ...OPTIONS, platform: 'node', stdin: { contents, resolveDir: PROJECT, loader: 'ts' } }),
    build({
      ...OPTIONS,
      platform: 'neutral',
      mainFields: ['main'],
      entryPoints: groups,
      plugins: [...WEB_PLUGINS],
    }),
  ]);
  const found = await Promise.all(builds.map(({ metafile }) => librariesIn(metafile, PROJECT)));
  const libraries = new Map(found.flat().map((library) => [library.title, library]));
  const inOrder = [...libraries.keys()].sort().flatMap((title) => libraries.get(title) ?? []);
  writeFileSync(join(to, LICENCES_FILE), licencesText(inOrder));
};
