// Finds the files that `"files"` of plugin.json names, for `fs` in the packed module. Runs on the author's machine, on the author's own files.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_FILE } from '../../catalog/manifest/manifest-problems.ts';
import { refused, shown } from '../../catalog/model/refusal.ts';

/** Path from the plugin's folder → text, or bytes in base64. */
export type BundleFiles = Readonly<Record<string, string | { readonly base64: string }>>;

const MOST_FILES = 100;
const MOST_BYTES = 2_000_000;
/** Levels of folders that are searched. */
const MOST_LEVELS = 8;

const WHERE = `${MANIFEST_FILE} /files`;

/** A pattern as an expression for whole paths: `*` stands for any characters but `/`, `**` for any folders. */
const expressionOf = (pattern: string): RegExp => {
  const parts = pattern.split('/').map((part) => {
    if (part === '**') return '(?:[^/]+/)*';
    return `${RegExp.escape(part).replaceAll('\\*', '[^/]*')}/`;
  });
  return new RegExp(`^${parts.join('').replace(/\/$/, '')}$`);
};

/** The files below a folder, by path. Neither hidden ones nor those of packages. Links are listed, and not followed. */
const pathsBelow = (
  root: string,
  inside = '',
  level = 0,
): readonly { readonly path: string; readonly isLink: boolean }[] => {
  if (level > MOST_LEVELS) return [];
  return readdirSync(join(root, inside), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    const path = `${inside}${entry.name}`;
    if (entry.isDirectory()) return pathsBelow(root, `${path}/`, level + 1);
    return entry.isFile() || entry.isSymbolicLink() ? [{ path, isLink: entry.isSymbolicLink() }] : [];
  });
};

const contentOf = (bytes: Buffer): BundleFiles[string] => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { base64: bytes.toString('base64') };
  }
};

/**
 * Reads the files that the patterns name, in the order of their paths. `root` is a real path. Throws BundleRefused for a pattern without a file, a link, or
 * more files or bytes than a bundle may have.
 */
export const bundleFiles = (root: string, patterns: readonly string[] = []): BundleFiles => {
  if (patterns.length === 0) return {};
  const all = pathsBelow(root);
  const matched = patterns.flatMap((pattern, index) => {
    const expression = expressionOf(pattern);
    const found = all.filter(({ path }) => expression.test(path));
    if (found.length > 0) return found;
    throw refused(
      `${WHERE}/${index}`,
      `no file fits "${shown(pattern)}"`,
      'correct the pattern; upper and lower case count',
    );
  });
  const link = matched.find(({ isLink }) => isLink);
  if (link) throw refused(shown(link.path), 'is a link, and "files" takes none', 'copy the file into the folder');
  const paths = [...new Set(matched.map(({ path }) => path))].sort();
  if (paths.length > MOST_FILES)
    throw refused(
      WHERE,
      `names ${paths.length} files; at most ${MOST_FILES} are allowed`,
      'name fewer, or put them into one file',
    );
  const bytes = paths.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
  if (bytes > MOST_BYTES)
    throw refused(
      WHERE,
      `names ${bytes} bytes of files; at most ${MOST_BYTES} are allowed`,
      'leave out what the tools do not read',
    );
  return Object.fromEntries(paths.map((path) => [path, contentOf(readFileSync(join(root, path)))]));
};
