// Bundles the shipped plugins that use libraries: plugins/<name>/src/index.ts → plugins/<name>/index.js, one ES module
// without imports, beside the licences of what went in. Runs on a developer's machine: node plugins/build.ts.

import { glob, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Metafile } from 'esbuild';

const PLUGINS_FOLDER = import.meta.dirname;
const LICENCES_FILE = 'THIRD-PARTY-LICENSES.txt';
const LICENCE_NAME = /^(licen[cs]e|notice)/i;

/** A file as it should stand: its path from the plugin's folder, and its text. */
export interface BuiltFile {
  readonly path: string;
  readonly text: string;
}

interface Library {
  readonly title: string;
  readonly address: string;
  readonly licenceText: string;
}

/** Names of the plugins that have a `src` folder, hence are built. */
export async function builtPlugins(): Promise<string[]> {
  const sources = await Array.fromAsync(glob('*/src/index.ts', { cwd: PLUGINS_FOLDER }));
  return sources.map((source) => dirname(dirname(source))).sort();
}

/** Bundles one plugin in memory. Rejects where its source does not compile or uses a module that is not there. */
export async function buildPlugin(name: string): Promise<BuiltFile[]> {
  const folder = join(PLUGINS_FOLDER, name);
  const built = await build({
    absWorkingDir: PLUGINS_FOLDER,
    entryPoints: [join(folder, 'src/index.ts')],
    outfile: join(folder, 'index.js'),
    bundle: true,
    format: 'esm',
    // Neutral: neither Node's nor a browser's variant of a library, since the isolate is neither.
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
  const libraries = await librariesIn(built.metafile);
  const code = built.outputFiles[0]?.text ?? '';
  return [
    { path: 'index.js', text: banner(libraries) + code },
    { path: LICENCES_FILE, text: libraries.map(licenceSection).join('\n') },
  ];
}

/** The packages whose code reached the bundle, by name. */
async function librariesIn(metafile: Metafile): Promise<Library[]> {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
    .filter((folder) => folder !== undefined);
  return Promise.all([...new Set(folders)].sort().map(readLibrary));
}

async function readLibrary(path: string): Promise<Library> {
  const folder = join(PLUGINS_FOLDER, path);
  const { name, version, license, repository } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((file) => LICENCE_NAME.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  if (texts.length === 0) throw new Error(`${name} ships no licence text; it cannot be bundled.`);
  return {
    title: `${name} ${version} (${license})`,
    address: addressOf(repository),
    licenceText: texts.join('\n'),
  };
}

/** A package's repository as an address that a browser opens. */
function addressOf(repository: string | { readonly url: string }): string {
  if (typeof repository === 'string') return `https://github.com/${repository}`;
  return repository.url.replace(/^git(\+https)?:/, 'https:').replace(/\.git$/, '');
}

const banner = (libraries: readonly Library[]): string =>
  `/*! Built from src/ by plugins/build.ts. With ${libraries.map(({ title }) => title).join(', ')}; see ${LICENCES_FILE}. */\n`;

const licenceSection = ({ title, address, licenceText }: Library): string =>
  `${title}\nSource: ${address}\n\n${licenceText.replaceAll('\r\n', '\n').trim()}\n`;

if (import.meta.main) {
  for (const name of await builtPlugins()) {
    for (const { path, text } of await buildPlugin(name)) {
      await writeFile(join(PLUGINS_FOLDER, name, path), text);
      console.log(`${join(name, path)}: ${Buffer.byteLength(text)} bytes`);
    }
  }
}
