// Makes a bundle of each of an author's test files. They run in the sandbox too, so they have what tools have and cannot get around it. Here only esbuild
// reads them, and it runs none of their code.

import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Message, stop } from 'esbuild';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import type { Bundle } from '../../catalog/bundle/bundle.ts';
import { BundleRefused, shown } from '../../catalog/model/refusal.ts';
import type { Refusal } from '../../shared/protocol/program.ts';
import { SDK_ALIASES } from '../pack/own-sources.ts';
import { explainUnreadable, readableFiles } from '../pack/readable-files.ts';
import { ownBundle, ownTool } from '../plugin/own-bundle.ts';

const HARNESS = fileURLToPath(new URL('./harness.js', import.meta.url));
const OWN_NAME = 'toolcell/harness.js';
const MOST_CASES = 10_000;
const TEST_FILE = /\.test\.m?[jt]s$/;

/** The test files of a plugin: `*.test.js` or `*.test.ts` in its folder, then in `test/`, each sorted by name. */
export const findTestFiles = (folder: string): readonly string[] =>
  ['.', 'test'].flatMap((inside) => {
    try {
      const names = readdirSync(join(folder, inside), { withFileTypes: true });
      const files = names.filter((entry) => entry.isFile() && TEST_FILE.test(entry.name));
      return files.map(({ name }) => join(folder, inside, name)).sort();
    } catch {
      return [];
    }
  });

/** The harness's tools. A test file can change the harness's surroundings, so results are checked against these schemas outside the isolate. */
const TOOLS: Manifest['tools'] = [
  ownTool('list', {
    type: 'array',
    maxItems: MOST_CASES,
    items: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        tool: { type: 'string' },
        expects: { type: 'array', items: { enum: ['result', 'error', 'check'] }, maxItems: 3 },
      },
      required: ['name', 'tool', 'expects'],
    },
  }),
  ownTool('read', { type: 'object', properties: { arguments: { type: 'object' } }, required: ['arguments'] }),
  ownTool('check', { type: 'null' }),
];

/** Bundles a test file of a plugin's folder with its libraries and the harness. Throws BundleRefused with the place of each import that cannot be bundled. */
export const testBundle = async (path: string, folder: string): Promise<Bundle> => {
  const name = basename(path);
  const built = await build({
    entryPoints: [HARNESS],
    alias: { 'toolcell:test-file': path, ...SDK_ALIASES },
    absWorkingDir: dirname(path),
    outdir: dirname(path),
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2024',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    sourcemap: 'external',
    tsconfigRaw: {},
    plugins: [readableFiles(realpathSync(folder), [HARNESS])],
  })
    .catch((error: { readonly errors?: readonly Message[] }) => {
      if (!error.errors || error.errors.length === 0) throw error;
      throw new BundleRefused(error.errors.map((message) => refusalOf(message, name)));
    })
    .finally(stop);
  const textOf = (ending: string): string => built.outputFiles.find((file) => file.path.endsWith(ending))?.text ?? '';
  return ownBundle(
    { name: 'tests', tools: TOOLS },
    { entryName: name, entrySource: textOf('.js'), sourceMap: plainMap(textOf('.map')) },
  );
};

/** Renames the harness in the source map to a name below `toolcell/`, so that stacks leave out its lines. */
const plainMap = (text: string): string => {
  const map = JSON.parse(text) as { readonly sources: readonly string[] };
  const sources = map.sources.map((source) => (source.endsWith('cli/testing/harness.js') ? OWN_NAME : source));
  return JSON.stringify({ ...map, sources });
};

const refusalOf = (message: Message, name: string): Refusal => {
  const { text, location } = message;
  const { reason, hint } = explainUnreadable(message) ?? { reason: shown(text, 300), hint: HINT };
  return { where: location ? `${location.file}:${location.line}:${location.column + 1}` : name, reason, hint };
};

const HINT =
  'a test file is bundled with what it imports, and runs where the tools run: without Node and without network';
