// Names sources in a bundle's map and in messages alike on every machine. Runs on the author's machine.

import { basename, relative, resolve, sep } from 'node:path';
import { NODE_SOURCE } from './node/node-plugin.ts';
import { isOwnSource } from './own-sources.ts';
import { asWritten } from './readable-files.ts';
import { workspaceOf } from './workspace.ts';

/**
 * `src/index.ts`, `node_modules/marked/lib/marked.esm.js` from any place of installation, `toolcell/define-tool.ts`, or from the root of the workspace
 * `packages/shared/index.ts`.
 */
export const plainName = (path: string, folder: string): string => {
  if (isOwnSource(path)) return `toolcell/${basename(path)}`;
  const [, ofNode] = NODE_SOURCE.exec(path) ?? [];
  if (ofNode !== undefined) return `toolcell/node:${ofNode}`;
  const inPackage = path.lastIndexOf(`${sep}node_modules${sep}`);
  const name = inPackage >= 0 ? path.slice(inPackage + 1) : nameFrom(folder, path);
  return name.replaceAll(sep, '/');
};

const nameFrom = (folder: string, path: string): string => {
  const name = relative(folder, path);
  const { root = folder } = name.startsWith('..') ? (workspaceOf(folder) ?? {}) : {};
  return relative(root, path);
};

const isAuthors = (name: string): boolean => !/^(node_modules|toolcell)\//.test(name);

/**
 * The map for a bundle, as JSON text. It has the texts of those `inputs` that are the author's. Libraries are kept by name only: their text would be most
 * of the bundle, and their licences say where it is. Any other source that a library's map names could be any file of the machine.
 */
export const plainMap = (text: string, folder: string, inputs: object): string => {
  const { mappings, names, sources, sourcesContent } = JSON.parse(text) as {
    readonly mappings: string;
    readonly names: readonly string[];
    readonly sources: readonly string[];
    readonly sourcesContent: readonly (string | null)[];
  };
  const plain = sources.map((source) => plainName(resolve(folder, source), folder));
  const read = new Set(Object.keys(inputs).map((path) => resolve(folder, path)));
  const isOwn = (index: number): boolean =>
    isAuthors(plain[index] ?? '') && read.has(resolve(folder, sources[index] ?? ''));
  const contents = sourcesContent.map((content, index) =>
    content !== null && isOwn(index) ? asWritten(content) : null,
  );
  return JSON.stringify({ version: 3, file: 'index.js', sources: plain, sourcesContent: contents, mappings, names });
};
