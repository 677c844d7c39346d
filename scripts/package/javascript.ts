// The published package's JavaScript: each module of src/ by itself, its types removed. Node does not strip types below node_modules.

import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { init, parse } from 'es-module-lexer';
import { transform } from 'esbuild';

/** Not in the package: what the runner's image is made of, what makes it, and what writes the documents of the repository. */
const LEFT_OUT = [
  'guest/**',
  'platform/**',
  'runner/**',
  'launch/image/{build,cache,guest-scripts,platform-scripts}.ts',
  'config/{write-docs,document,generated,schema}.ts',
];
/**
 * Read as files when the package runs: texts of a plugin that `toolcell new` writes, a script of Redis, what the bundler puts into plugins,
 * and the plugins around an attack.
 */
const AS_THEY_ARE = [
  'cli/templates/**/*.*',
  '**/*.lua',
  'sdk/*.{ts,json}',
  'pack/own-{global,immediate}.ts',
  'attack/plugins/*.js',
];

/** Modules and threads that a file names as `new URL('./x.ts', import.meta.url)`. */
const FILE_NAMED = /new URL\((["'])(\.[^"']*)\.ts\1, import\.meta\.url\)/g;

/** The same text with the names of the emitted files in it. Each name keeps its length, so a source map stays true. */
export const emittedNames = (code: string): string => {
  let text = code.replaceAll(FILE_NAMED, 'new URL($1$2.js$1, import.meta.url)');
  for (const { type, specifier, end } of parse(text)[0]) {
    if (!specifier?.startsWith('.') || !specifier.endsWith('.ts')) continue;
    // The end of a dynamic import's name is behind its quotation mark.
    const at = type === 'dynamic' ? end - 1 : end;
    text = `${text.slice(0, at - 3)}.js${text.slice(at)}`;
  }
  return text;
};

/** A source map that tells the line and no column: a fifth of the size, and what a stack trace is read for. */
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
  // Types alone: nothing imports it when it runs.
  if (code.trim() === '') return;
  writeFileSync(target, `${emittedNames(code)}//# sourceMappingURL=${basename(target)}.map\n`);
  writeFileSync(`${target}.map`, linesOf(map));
};

/** Emits the SDK's own modules that hold more than types. */
export const emitSdk = async (from: string, to: string): Promise<void> => {
  await init;
  await Promise.all(['plugin.ts', 'define-tool.ts'].map((file) => emit(from, to, file)));
};

/** Emits the modules below `from` to the same places below `to`, with their source maps and the files that they read. */
export const emitJavaScript = async (from: string, to: string): Promise<void> => {
  await init;
  const modules = globSync('**/*.{ts,js}', {
    cwd: from,
    exclude: [...LEFT_OUT, 'cli/templates/**', 'attack/plugins/**', '**/*.d.ts'],
  });
  await Promise.all(modules.map((file) => emit(from, to, file)));
  for (const file of globSync(AS_THEY_ARE, { cwd: from })) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    copyFileSync(join(from, file), join(to, file));
  }
};
