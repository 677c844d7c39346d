// An untrusted entry's source becomes a script that evaluates to `(require) => exports`. Front process: the source is
// parsed by esbuild in a process of its own, read by a lexer here, and never evaluated.

import { init, parse } from 'es-module-lexer';
import { type SourceError, type TransformOptions, transform } from './esbuild.ts';
import { lineColumn } from './json-text.ts';
import { BundleRefused, refused, shown } from './refusal.ts';

export interface Entry {
  readonly entryName: string;
  readonly entrySource: string;
}

/** The name of the factory's only variable; the plugin's own names live in a function of their own. */
const EXPORTS = '__toolcell';

const SELF_CONTAINED =
  'bundle the library into the entry, or copy what you use: a tool has no modules, no Node and no network';

const hintFor = ({ message }: SourceError): string => {
  if (message.startsWith('Top-level await')) return 'move the await into the tool, which may be async';
  if (message.includes('JSX')) return 'write the markup as text, or compile it first';
  return 'correct the syntax; the entry is one JavaScript or TypeScript ES module';
};

const run = async (
  entry: Entry,
  source: string,
  options: Pick<TransformOptions, 'format' | 'globalName' | 'timeoutMs'>,
) => {
  const { entryName } = entry;
  const loader = /\.m?ts$/.test(entryName) ? 'ts' : 'js';
  const transformed = await transform(source, { ...options, loader, fileName: entryName });
  if (transformed.ok) return transformed.code;
  switch (transformed.why) {
    case 'timeout':
      throw refused(
        entryName,
        'took too long to compile, and was stopped',
        'simplify the source, or raise plugins.loadMs',
      );
    case 'memory':
      throw refused(
        entryName,
        'took too much memory to compile',
        'simplify the source: nesting this deep is not written by hand',
      );
    case 'output':
      throw refused(entryName, 'compiles to too much code or too many errors', 'simplify the source');
    case 'errors':
      throw new BundleRefused(refusalsOf(entryName, transformed.errors));
  }
};

const refusalsOf = (entryName: string, errors: readonly SourceError[]) => {
  if (errors.length === 0) {
    return [
      {
        where: entryName,
        reason: 'the compiler stopped on it',
        hint: 'simplify the source: it may be nested too deeply',
      },
    ];
  }
  return errors.map((error) => ({
    where: error.place ? `${entryName}:${error.place}` : entryName,
    reason: shown(error.message, 300),
    hint: hintFor(error),
  }));
};

/** Where the source, as its author wrote it, imports `specifier`: `:3:1`, or nothing where the lexer cannot say. */
const placeOfImport = (source: string, specifier: string): string => {
  try {
    const [imports] = parse(source);
    const found = imports.find((statement) => statement.specifier === specifier);
    return found ? `:${lineColumn(source, found.importStart)}` : '';
  } catch {
    return '';
  }
};

/** Refuses what a tool cannot be: a module that needs others, or one that exports nothing. `esm` is free of types. */
const checkModule = ({ entryName, entrySource }: Entry, esm: string): void => {
  const [imports, exported] = parse(esm);
  const needed = imports.filter(({ type }) => type === 'static' || type === 'reexport-star');
  if (needed.length > 0) {
    const specifiers = [...new Set(needed.map(({ specifier }) => String(specifier)))].slice(0, 20);
    throw new BundleRefused(
      specifiers.map((specifier) => ({
        where: `${entryName}${placeOfImport(entrySource, specifier)}`,
        reason: `imports "${shown(specifier)}"`,
        hint: SELF_CONTAINED,
      })),
    );
  }
  if (exported.length > 0) return;
  const isCommonJs = /\b(?:module\.exports|exports\.[\w$]+\s*=)/.test(entrySource);
  const reason = isCommonJs ? 'is a CommonJS module: it exports nothing an ES module would' : 'exports nothing';
  throw refused(
    entryName,
    reason,
    'export each tool by its name: export function summarizeText({ input }, context) {…}',
  );
};

/**
 * Compiles one entry. Throws BundleRefused with position, reason and hint for what is no self-contained ES module.
 * Limits: `loadMs` for both passes together (made a script; types off, to be looked at), and those of `transform`.
 */
export const compileEntry = async (entry: Entry, loadMs: number): Promise<string> => {
  await init;
  const { entryName, entrySource } = entry;
  const startedMs = performance.now();
  const script = await run(entry, entrySource, { format: 'iife', globalName: EXPORTS, timeoutMs: loadMs });
  const leftMs = Math.max(1, Math.ceil(loadMs - (performance.now() - startedMs)));
  // The empty export makes every source a module, so that CommonJS is seen for what it is and not wrapped.
  const esm = await run(entry, `${entrySource}\nexport {};`, { format: 'esm', timeoutMs: leftMs });
  try {
    checkModule(entry, esm);
  } catch (error) {
    if (error instanceof BundleRefused) throw error;
    throw refused(
      entryName,
      'its imports and exports cannot be told',
      'simplify the source: it may be nested too deeply',
    );
  }
  // A hashbang is kept by esbuild, and only the first line of a text may be one.
  const body = script.startsWith('#!') ? script.slice(script.indexOf('\n')) : script;
  return `(require) => {"use strict";\n${body}\nreturn ${EXPORTS};\n}`;
};
