// Keeps the names of the author's functions and classes in a minified bundle, for a plugin that logs: the minifier shortens them, and removes those that
// nothing reads. Libraries do without, because each kept name costs time in every call. Runs on the author's machine.

import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { type Loader, type OnLoadResult, transform } from 'esbuild';

const LOADERS: Readonly<Record<string, Loader>> = { '.jsx': 'jsx', '.tsx': 'tsx' };
const TYPED = /\.(?:[cm]?ts|tsx)$/;

/** True if one of the author's sources, which the map has in full, can write to the console. */
export const logs = (sourceMap: string): boolean => {
  const { sourcesContent } = JSON.parse(sourceMap) as { readonly sourcesContent: readonly (string | null)[] };
  return sourcesContent.some((source) => source?.includes('console') === true);
};

/** An author's script in which each function and class is given its name. Messages of the bundler would name its lines, so it is for a build that succeeds. */
export const withNames = async (path: string, tsconfigRaw: string): Promise<OnLoadResult> => {
  const isTyped = TYPED.test(path);
  const { code } = await transform(readFileSync(path, 'utf8'), {
    loader: LOADERS[extname(path)] ?? (isTyped ? 'ts' : 'js'),
    keepNames: true,
    target: 'es2024',
    charset: 'utf8',
    tsconfigRaw,
    sourcemap: 'inline',
    sourcefile: path,
    logLevel: 'silent',
  });
  // Still TypeScript: imports of types are left out only there.
  return { contents: code, loader: isTyped ? 'ts' : 'js' };
};
