// Bundles the shipped plugins that have several files or use libraries: plugins/<name>/src/index.ts → plugins/<name>/index.js, one ES module
// without imports, and a file with the licences of its libraries. Runs on a developer's machine: node plugins/build.ts.

import { glob, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { LICENCES_FILE, type Library, librariesIn, licencesText } from '../src/cli/pack/licences.ts';

const PLUGINS_FOLDER = import.meta.dirname;

/** A built file: its path in the plugin's folder, and its text. */
export interface BuiltFile {
  readonly path: string;
  readonly text: string;
}

/** Names of the plugins that are built: those with a `src` folder. */
export async function builtPlugins(): Promise<string[]> {
  const sources = await Array.fromAsync(glob('*/src/index.ts', { cwd: PLUGINS_FOLDER }));
  return sources.map((source) => dirname(dirname(source))).sort();
}

/** Bundles one plugin in memory. Rejects if its source does not compile or imports a missing module. */
export async function buildPlugin(name: string): Promise<BuiltFile[]> {
  const folder = join(PLUGINS_FOLDER, name);
  const built = await build({
    absWorkingDir: PLUGINS_FOLDER,
    entryPoints: [join(folder, 'src/index.ts')],
    outfile: join(folder, 'index.js'),
    bundle: true,
    format: 'esm',
    // The isolate is neither Node nor a browser, so it gets neither's variant of a library.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2024',
    minify: true,
    charset: 'utf8',
    legalComments: 'inline',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const libraries = await librariesIn(built.metafile, PLUGINS_FOLDER);
  const [unlicensed] = libraries.filter(({ licenceText }) => licenceText === '');
  if (unlicensed) throw new Error(`${unlicensed.title} ships no licence text; it cannot be bundled.`);
  const code = built.outputFiles[0]?.text ?? '';
  return [
    { path: 'index.js', text: banner(libraries) + code },
    ...(libraries.length > 0 ? [{ path: LICENCES_FILE, text: licencesText(libraries) }] : []),
  ];
}

const banner = (libraries: readonly Library[]): string => {
  const titles = libraries.map(({ title }) => title).join(', ');
  const contents = titles === '' ? '' : ` With ${titles}; see ${LICENCES_FILE}.`;
  return `/*! Built from src/ by plugins/build.ts.${contents} */\n`;
};

if (import.meta.main) {
  for (const name of await builtPlugins()) {
    for (const { path, text } of await buildPlugin(name)) {
      await writeFile(join(PLUGINS_FOLDER, name, path), text);
      console.log(`${join(name, path)}: ${Buffer.byteLength(text)} bytes`);
    }
  }
}
