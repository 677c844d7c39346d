// An untrusted entry's source becomes a script that evaluates to `(require) => exports`. Front process: the source is
// parsed by esbuild in a process of its own, read by a lexer here, and never evaluated.

import { init } from 'es-module-lexer';
import { BundleRefused, refused, shown } from '../model/refusal.ts';
import { asModule, checkModule, type Entry, EXPORTS, factoryOf, isPlainModule, loaderOf } from './entry-module.ts';
import { type SourceError, type TransformOptions, transform } from './esbuild.ts';

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
  const transformed = await transform(source, { ...options, loader: loaderOf(entry), fileName: entryName });
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

/**
 * Compiles one entry. Throws BundleRefused with position, reason and hint for what is no self-contained ES module.
 * Limits: `loadMs` for both passes together (made a script; types off, to be looked at), and those of `transform`.
 */
export const compileEntry = async (entry: Entry, loadMs: number): Promise<string> => {
  await init;
  const { entryName, entrySource } = entry;
  const startedMs = performance.now();
  const script = await run(entry, entrySource, { format: 'iife', globalName: EXPORTS, timeoutMs: loadMs });
  if (isPlainModule(entry)) return factoryOf(script);
  const leftMs = Math.max(1, Math.ceil(loadMs - (performance.now() - startedMs)));
  const esm = await run(entry, asModule(entry), { format: 'esm', timeoutMs: leftMs });
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
  return factoryOf(script);
};
