// Imports one document with the real command: in as many plugins as it needs, and with one tool more, by which a plugin's code does what it should not.

import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Manifest, ManifestTool } from '../../../../../packages/plugin/src/manifest.ts';
import { runHere } from '../../../run-command.ts';
import type { OthersApi } from './list.ts';
import type { Requested } from './neighbours.ts';

/** Tools of one plugin, which has one more for the neighbours. */
const MOST_TOOLS = 100;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

export interface Imported {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly report: {
    readonly form: string;
    readonly documentTokens: number;
    readonly notes: readonly string[];
    readonly tokens: { readonly total: number };
  };
}

export interface Described extends Requested {
  /** False if the document names only errors, as old ones do: then a mock answers with one of these. */
  readonly hasSuccess: boolean;
}

type Item = Readonly<Record<string, { readonly responses?: object }>>;

/** The operations, as the text of the document has them. */
export const operationsOf = (text: string): readonly Described[] =>
  Object.entries((parse(text) as { paths: Readonly<Record<string, Item>> }).paths).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => ({
      ...{ method: method.toUpperCase(), path },
      hasSuccess: Object.keys(item[method]?.responses ?? {}).some((status) => /^(2|default$)/i.test(status)),
    })),
  );

const chunks = <One>(all: readonly One[], size: number): readonly (readonly One[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** Imports operations with the real command, in as many plugins as they need. */
export const importAll = async (
  api: OthersApi,
  operations: readonly Requested[],
  {
    file,
    folder,
    server,
    isWhole = true,
  }: { readonly file: string; readonly folder: string; readonly server: string; readonly isWhole?: boolean },
): Promise<readonly Imported[]> => {
  const as = join(mkdtempSync(join(folder, 'plugins-')), api.name);
  const only = operations.map(({ method, path }) => `${method} ${path}`).join(',');
  const words = ['import', 'openapi', file, '--server', server, '--as', as, '--json'];
  const halves = () =>
    chunks(operations, Math.min(MOST_TOOLS, Math.ceil(operations.length / 2))).map((part) =>
      importAll(api, part, { file, folder, server, isWhole: false }),
    );
  if (operations.length > MOST_TOOLS) return (await Promise.all(halves())).flat();
  const { code, stdout, stderr } = await runHere([...words, ...(isWhole ? [] : ['--only', only])], { cwd: folder });
  if (code === 1 && stderr.includes('bytes') && operations.length > 1) return (await Promise.all(halves())).flat();
  if (code !== 0) throw new Error(`${api.name}: ${stderr}`);
  const manifest = JSON.parse(readFileSync(join(as, 'plugin.json'), 'utf8')) as Manifest;
  return [{ folder: as, manifest, report: JSON.parse(stdout) }];
};

/** Adds a tool by which the plugin's code does what its author never wrote. */
export const addReach = ({ folder, manifest }: Imported): void => {
  const reach: ManifestTool = {
    name: 'reach',
    description: 'Sends a request.',
    inputSchema: { type: 'object', properties: { url: { type: 'string' }, method: { type: 'string' } } },
    outputSchema: { type: 'string' },
    export: 'reach',
  };
  writeFileSync(join(folder, 'plugin.json'), JSON.stringify({ ...manifest, tools: [...manifest.tools, reach] }));
  appendFileSync(
    join(folder, 'index.js'),
    `export async function reach({ url, method }) {
  try { return 'answered ' + (await fetch(url, { method })).status; } catch (error) { return error.name; }
}\n`,
  );
};
