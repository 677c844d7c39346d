// plugin.json as it stands in a packed bundle: every field in one order, so that the same plugin is the same text.
// Runs on the author's machine.

import type { AuthorManifest } from './author-folder.ts';

type Fields = { readonly [field: string]: unknown };

const MANIFEST_FIELDS = [
  'name',
  'version',
  'description',
  'author',
  'license',
  'homepage',
  'entry',
  'limits',
  'freshState',
  'capabilities',
  'tools',
];
const TOOL_FIELDS = [
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  'export',
  'limits',
  'examples',
];

/** Known fields first, in their order; others behind them, for whoever checks the manifest to find. */
const inOrder = (fields: Fields, order: readonly string[]): Fields => {
  const names = [
    ...order.filter((name) => Object.hasOwn(fields, name)),
    ...Object.keys(fields).filter((name) => !order.includes(name)),
  ];
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
};

/**
 * The text of a packed plugin.json. Schemas and examples keep the order in which they were written: a language model reads them.
 * `entry` is where the packed module is, and `$schema`, which is for the author's editor, is left out.
 */
export const canonicalManifest = (manifest: AuthorManifest, tools: readonly object[], entry: string): string => {
  const { $schema: _, version = '0.0.0', ...rest } = manifest;
  const ordered = tools.map((tool) => inOrder({ ...tool }, TOOL_FIELDS));
  return `${JSON.stringify(inOrder({ ...rest, version, entry, tools: ordered }, MANIFEST_FIELDS), undefined, 2)}\n`;
};
