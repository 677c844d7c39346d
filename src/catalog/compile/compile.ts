// Compiles an untrusted entry to a script that evaluates to `(require) => exports`. Front process: esbuild parses the source in a process
// of its own, a lexer reads it here, and nothing evaluates it. Decision 0002.

import { init } from 'es-module-lexer';
import { LOAD_MS } from '../../shared/protocol/program.ts';
import { BundleRefused, refused, shown } from '../model/refusal.ts';
import { asModule, checkModule, type Entry, EXPORTS, factoryOf, isPlainModule, loaderOf } from './entry-module.ts';
import { type SourceError, type Transformed, type TransformOptions, transform } from './esbuild.ts';

const TOO_DEEP = 'simplify the source: it may be nested too deeply';

/** Reason and hint for a source that esbuild was stopped on. */
const STOPPED: Readonly<Record<Exclude<Extract<Transformed, { ok: false }>['why'], 'errors'>, [string, string]>> = {
  timeout: ['took too long to compile and was stopped', 'simplify the source, or pack it'],
  memory: ['took too much memory to compile', 'simplify the source: code by hand is never nested this deeply'],
  output: ['compiles to too much code or too many errors', 'simplify the source'],
};

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
  if (transformed.why !== 'errors') throw refused(entryName, ...STOPPED[transformed.why]);
  const { errors } = transformed;
  if (errors.length === 0) throw refused(entryName, 'makes the compiler fail', TOO_DEEP);
  throw new BundleRefused(
    errors.map((error) => ({
      where: error.place ? `${entryName}:${error.place}` : entryName,
      reason: shown(error.message, 300),
      hint: hintFor(error),
    })),
  );
};

/**
 * Compiles one entry. Throws BundleRefused with position, reason and hint if it is not a self-contained ES module.
 * Limits: those of `transform`, and `loadMs` for each pass. The second pass removes the types, so that the exports can be read.
 */
export const compileEntry = async (entry: Entry, loadMs = LOAD_MS): Promise<string> => {
  await init;
  const script = await run(entry, entry.entrySource, { format: 'iife', globalName: EXPORTS, timeoutMs: loadMs });
  if (isPlainModule(entry)) return factoryOf(script);
  const esm = await run(entry, asModule(entry), { format: 'esm', timeoutMs: loadMs });
  try {
    checkModule(entry, esm);
  } catch (error) {
    if (error instanceof BundleRefused) throw error;
    throw refused(entry.entryName, 'its imports and exports cannot be read', TOO_DEEP);
  }
  return factoryOf(script);
};
