// From a description of an API to the files of a plugin. Reads the document and its neighbours, and nothing else; writes nothing.

import { createHash } from 'node:crypto';
import type { Manifest } from '../../../../packages/plugin/src/manifest.ts';
import { textTokens } from '../../../catalog/search/token-count.ts';
import { ImportRefused } from '../kind.ts';
import { pluginNameFrom } from './names.ts';
import { hasNeighbours, withNeighbours } from './neighbours.ts';
import { operationsIn } from './operations.ts';
import { parseText } from './parse.ts';
import { pluginOf } from './plugin.ts';
import { readmeText } from './readme.ts';
import { runtimeText } from './runtime.ts';
import { type Selection, selected } from './select.ts';
import type { Source } from './source.ts';
import { tableText } from './table.ts';
import { formOf, upgraded } from './upgrade.ts';
import { isMap, mapIn, textIn } from './values.ts';

export interface OpenApiOptions extends Selection {
  /** The plugin's name; from the document's title if absent. */
  readonly pluginName: string | undefined;
  readonly prefix: string | undefined;
  readonly server: string | undefined;
  readonly auth: string | undefined;
  readonly user: string | undefined;
}

export interface ImportedApi {
  /** As in `OpenAPI 3.1.0`. */
  readonly form: string;
  readonly manifest: Manifest;
  /** Name → text. */
  readonly files: Readonly<Record<string, string>>;
  /** Operations of the document, and tokens of its text. */
  readonly operations: number;
  readonly documentTokens: number;
  readonly notes: readonly string[];
}

/** Imports a document. Rejects with ImportRefused for what is wrong with it. */
export const importOpenApi = async (source: Source, options: OpenApiOptions): Promise<ImportedApi> => {
  const text = await source.read(source.url);
  const parsed = parseText(text, source.name);
  const form = formOf(parsed);
  if (!isMap(parsed)) throw new ImportRefused(`${source.name} is no description of an API`, 'name another document');
  const whole = hasNeighbours(parsed) ? await withNeighbours(parsed, source) : parsed;
  const document = upgraded(whole);
  const operations = operationsIn(document);
  const info = mapIn(document, 'info');
  const pluginName = options.pluginName ?? pluginNameFrom(textIn(info, 'title') ?? '');
  const version = textIn(info, 'version')
    ?.replaceAll(/[^ -~]/g, '')
    .trim()
    .slice(0, 128);
  const made = await pluginOf(document, selected(operations, options), {
    pluginName,
    prefix: options.prefix ?? '',
    server: options.server,
    base: source.url,
    auth: options.auth,
    user: options.user,
    importedFrom: {
      kind: 'openapi',
      source: source.name,
      ...(version && { version }),
      integrity: `sha256-${createHash('sha256').update(text).digest('hex')}`,
    },
  });
  const { manifest, table, notes } = made;
  const documentTokens = textTokens(text);
  return {
    form,
    manifest,
    operations: operations.length,
    documentTokens,
    notes,
    files: {
      'plugin.json': `${JSON.stringify(manifest, null, 2)}\n`,
      'index.js': `${tableText(table)}\n${runtimeText()}\n`,
      'README.md': readmeText(manifest, { form, documentTokens }),
    },
  };
};
