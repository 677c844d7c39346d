// Emits the published package's JavaScript: each module of src/ separately, without its types, which Node does not strip below node_modules.
// Decision 0021.

import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { init, parse } from 'es-module-lexer';
import { transform } from 'esbuild';

/** Files that are not in the package: the sources of the runner's image, and the modules that build it. */
const LEFT_OUT = ['cell/**', 'control/launch/image/{build,cache,guest-scripts,web-scripts}.ts'];
/**
 * Files that the package reads when it runs: templates of `toolcell new`, a script for Redis, data of the search and of settings, modules that the bundler puts into plugins,
 * and the plugins around an attack.
 */
const COPIED_FILES = [
  'cli/templates/**/*.*',
  '**/*.lua',
  '{catalog,settings}/*/*.json',
  'cli/import/npm/guest/*.ts',
  'cli/pack/own-{function,global}.ts',
  'cli/pack/node/shims/*.ts',
  // What modules of Node in a plugin share with the sandbox.
  'cell/guest/web/crypto-{rsa,curves}.ts',
  'cell/guest/web/{crypto,standard}/*.ts',
  'cli/attack/plugins/*.js',
];

/** Matches modules and threads that a file names as `new URL('./x.ts', import.meta.url)`. */
const FILE_NAMED = /new URL\((["'])(\.[^"']*)\.ts\1, import\.meta\.url\)/g;

/** Matches names of files in the packages beside `src/`, which the published package has in `dist/packages/`. */
const BESIDE_SOURCES = /(["'])((?:\.\.\/)*)\.\.\/packages\/(client|plugin)\/src\//g;

/** Replaces names of sources by those of the emitted files. Lines stay what they are, so that a source map stays valid. */
export const emittedNames = (code: string): string => {
  const beside = code.replaceAll(
    BESIDE_SOURCES,
    (_, quote: string, up: string, name: string) => `${quote}${up === '' ? './' : up}packages/${name}/`,
  );
  let text = beside.replaceAll(FILE_NAMED, 'new URL($1$2.js$1, import.meta.url)');
  for (const { type, specifier, end } of parse(text)[0]) {
    if (!specifier?.startsWith('.') || !specifier.endsWith('.ts')) continue;
    // The end of a dynamic import's name includes its quotation mark.
    const at = type === 'dynamic' ? end - 1 : end;
    text = `${text.slice(0, at - 3)}.js${text.slice(at)}`;
  }
  return text;
};

/** A source map with lines and without columns. It has a fifth of the size, and lines are enough for a stack trace. */
const linesOf = (map: string): string => {
  const full = JSON.parse(map) as { readonly mappings: string };
  const lines = decode(full.mappings).map((segments) => segments.slice(0, 1));
  return JSON.stringify({ ...full, mappings: encode(lines) });
};

const emit = async (from: string, to: string, file: string): Promise<void> => {
  const source = readFileSync(join(from, file), 'utf8');
  const target = join(to, file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  if (file.endsWith('.js')) return writeFileSync(target, emittedNames(source));
  const { code, map } = await transform(source, {
    loader: 'ts',
    format: 'esm',
    target: 'esnext',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    sourcefile: basename(file),
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
  });
  // A module with types only: no module imports it when the package runs.
  if (code.trim() === '') return;
  writeFileSync(target, `${emittedNames(code)}//# sourceMappingURL=${basename(target)}.map\n`);
  writeFileSync(`${target}.map`, linesOf(map));
};

/** Emits the modules of `packages/plugin` that contain more than types. */
export const emitSdk = async (from: string, to: string): Promise<void> => {
  await init;
  await Promise.all(
    ['plugin.ts', 'content-blocks.ts', 'define-content-tool.ts', 'define-tool.ts'].map((file) => emit(from, to, file)),
  );
};

/** Emits the modules of the client, which no other module imports. */
export const emitClient = async (from: string, to: string): Promise<void> => {
  await init;
  await Promise.all(globSync('**/*.ts', { cwd: from }).map((file) => emit(from, to, file)));
};

/** Emits the packages that stand beside `src/`: the client, and the SDK with its sources, which `toolcell pack` reads. */
export const emitPackages = async (from: string, to: string): Promise<void> => {
  await emitClient(join(from, 'client/src'), join(to, 'client'));
  const sdk = join(from, 'plugin/src');
  await emitSdk(sdk, join(to, 'plugin'));
  for (const file of globSync('*.{ts,json}', { cwd: sdk })) copyFileSync(join(sdk, file), join(to, 'plugin', file));
  // The bundler drops unused modules of a package without side effects, and must do so here as in a checkout: the same plugin has the same bytes.
  const { type, sideEffects } = JSON.parse(readFileSync(join(from, 'plugin/package.json'), 'utf8'));
  writeFileSync(join(to, 'plugin/package.json'), `${JSON.stringify({ type, sideEffects })}\n`);
};

/** Emits the modules below `from` to the same paths below `to`, with source maps and the files that they read. */
export const emitJavaScript = async (from: string, to: string): Promise<void> => {
  await init;
  const modules = globSync('**/*.{ts,js}', {
    cwd: from,
    exclude: [
      ...LEFT_OUT,
      'cli/templates/**',
      'cli/attack/plugins/**',
      'cli/pack/node/shims/**',
      'cli/import/npm/guest/**',
      '**/*.d.ts',
    ],
  });
  await Promise.all(modules.map((file) => emit(from, to, file)));
  for (const file of globSync(COPIED_FILES, { cwd: from })) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    copyFileSync(join(from, file), join(to, file));
  }
};
