// Makes a plugin of the chosen operations of a document: its manifest, its table and its files.

import type { ImportedFrom, Manifest, ManifestSchema, ManifestTool } from '../../../../packages/plugin/src/manifest.ts';
import { guardSchema } from '../../../catalog/manifest/schema-guard.ts';
import { textTokens } from '../../../catalog/search/token-count.ts';
import type { JsonObject } from '../../../shared/protocol/json.ts';
import { ImportRefused } from '../kind.ts';
import { type Arguments, argumentsOf } from './arguments.ts';
import { exampleOf } from './examples.ts';
import { toolNames } from './names.ts';
import type { Operation } from './operations.ts';
import { followingText } from './paging.ts';
import { capabilitiesOf, type Reaching } from './reach.ts';
import { type Result, resultOf } from './results.ts';
import { loadRuntime, type Runtime } from './runtime.ts';
import { type Schema, SchemaTooLarge } from './schemas.ts';
import { type Credential, credentialsOf, type SecurityOptions } from './security.ts';
import { READING, tagsText } from './select.ts';
import { serverOf } from './servers.ts';
import type { Table, TableOperation, TableParameter } from './table.ts';
import { mapIn, memberOf, textIn, type Values } from './values.ts';
import { BUDGETS, description, plainText } from './words.ts';

export interface PluginOptions extends SecurityOptions {
  readonly prefix: string;
  readonly server: string | undefined;
  readonly base: URL;
  readonly importedFrom: ImportedFrom;
}

export interface MadePlugin {
  readonly manifest: Manifest;
  readonly table: Table;
  readonly notes: readonly string[];
}

/** Tools, and kinds of requests, of one plugin. */
const MOST_TOOLS = 128;
/** Tokens of an input schema. One with more is written with fewer levels. */
const MOST_SCHEMA_TOKENS = 1_800;
/** Some providers take no references, so they are written out if that is short and nothing is cut off. */
const MOST_WRITTEN_OUT_TOKENS = 600;
/** The ways to write a schema, the best one first. Without a number, references stay. */
const WAYS = [
  { levels: 10, mostTokens: MOST_WRITTEN_OUT_TOKENS, mayCut: false },
  { levels: undefined, mostTokens: MOST_SCHEMA_TOKENS, mayCut: false },
  ...[8, 5, 4, 3, 2].map((levels) => ({ levels, mostTokens: MOST_SCHEMA_TOKENS, mayCut: true })),
  { levels: 1, mostTokens: Number.POSITIVE_INFINITY, mayCut: true },
];
/** Below the limit of a manifest, which counts the schemas of all tools. */
const MOST_MANIFEST_BYTES = 250_000;
/** Bytes of the schema of one result, if all of them are too many. Small ones stay whole. */
const RESULT_BYTES = [3_000, 2_000, 1_200, 800, 500, 300, 150, 0];

interface Made {
  readonly tool: ManifestTool;
  readonly entry: TableOperation;
  readonly credentials: readonly Credential[];
  /** The schema of its result in at most so many bytes. */
  readonly resultWithin: (bytes: number) => Schema;
}

/** The plugin of these operations. Rejects with ImportRefused if nothing, or too much, would be in it. */
export const pluginOf = async (
  document: Values,
  operations: readonly Operation[],
  options: PluginOptions,
): Promise<MadePlugin> => {
  if (operations.length === 0) throw new ImportRefused('no operation is left', 'choose others with --only');
  if (operations.length > MOST_TOOLS)
    throw new ImportRefused(
      `${operations.length} operations are more than the ${MOST_TOOLS} tools that a plugin may have`,
      `choose some with --only, by tag, operation or path. Tags: ${tagsText(operations)}`,
    );
  const runtime = await loadRuntime();
  const names = toolNames(operations, options.prefix);
  const notes: string[] = [];
  const made: Made[] = [];
  const namesById = new Map(operations.map(({ own }, index) => [textIn(own, 'operationId'), names[index]]));
  const toolNamed = (operationId: string): string | undefined => namesById.get(operationId);
  const main = serverOf(operations[0] as Operation, options.server, options.base).origin;
  for (const [index, operation] of operations.entries()) {
    const one = await toolOf(document, operation, {
      ...options,
      name: names[index] as string,
      main,
      runtime,
      notes,
      toolNamed,
    });
    if (one) made.push(one);
  }
  if (made.length === 0)
    throw new ImportRefused(`none of the operations can be a tool: ${notes[0] ?? ''}`, 'choose others with --only');
  const manifest = manifestOf(document, made, options);
  return { manifest: fitting(manifest, made, notes, operations), table: tableOf(made), notes };
};

interface ToolOptions extends PluginOptions {
  readonly name: string;
  /** The origin that most operations have; secrets of other origins have longer names. */
  readonly main: string;
  readonly runtime: Runtime;
  readonly notes: string[];
  readonly toolNamed: (operationId: string) => string | undefined;
}

const toolOf = async (document: Values, operation: Operation, options: ToolOptions): Promise<Made | undefined> => {
  const { method, path } = operation;
  const leaveOut = (why: string): undefined => void options.notes.push(`${method} ${path} is left out: ${why}`);
  const fault = pathFault(path);
  if (fault !== undefined) return leaveOut(fault);
  const server = serverOf(operation, options.server, options.base);
  const base = `${server.origin}${server.path}`;
  const suffix = server.origin === options.main ? '' : `_${new URL(server.origin).hostname}`;
  const secured = credentialsOf(document, operation, `${base}/`, { ...options, suffix });
  if (!secured.ok) return leaveOut(`it needs ${secured.needs}, which is no kind of credentials that a plugin can have`);
  const { credentials } = secured;
  const result = resultOf(document, operation);
  const args = fittingArguments(document, operation, { credentials, result });
  if (args === undefined) return leaveOut('its arguments are too large or too odd for a schema');
  options.notes.push(...args.notes);
  const { inputSchema, parameters, body } = args;
  const entry: TableOperation = {
    method,
    server: base,
    path,
    parameters: result.isPaged ? withNumbers(parameters, inputSchema) : parameters,
    ...(body && { body }),
    ...(credentials.length > 0 && { credentials: credentials.map(({ name }) => name) }),
    ...(result.isPaged && { isPaged: true }),
  };
  const example = await exampleOf(
    { document, operation, table: entry, inputSchema, result, credentials },
    options.runtime,
  );
  const following = followingText({
    ...{ document, result, toolNamed: options.toolNamed, operationId: textIn(operation.own, 'operationId') },
    tool: { name: options.name, inputSchema },
  });
  const title = plainText(textIn(operation.own, 'summary') ?? '').slice(0, 120);
  const tool: ManifestTool = {
    name: options.name,
    ...(title !== '' && { title }),
    description: wordsFor(operation, following),
    inputSchema: inputSchema as ManifestSchema,
    outputSchema: result.outputSchema as ManifestSchema,
    annotations: annotationsOf(method),
    export: 'call',
    ...(example && { examples: [example] }),
  };
  const resultWithin = (bytes: number): Schema => resultOf(document, operation, bytes).outputSchema;
  return { tool, entry, credentials, resultWithin };
};

/** Marks numbers, since the address of the next page has texts alone. */
const withNumbers = (parameters: readonly TableParameter[], inputSchema: Schema): readonly TableParameter[] =>
  parameters.map((one) => {
    const type = textIn(memberOf(inputSchema.properties, one.argument), 'type');
    return one.in === 'query' && (type === 'integer' || type === 'number') ? { ...one, isNumber: true as const } : one;
  });

/** Why the path cannot be that of a request with exactly these segments; undefined if it can. */
const pathFault = (path: string): string | undefined => {
  if (/[?#]/.test(path)) return 'its path has a query or a fragment';
  if (/[*\\\s]/.test(path.replaceAll(/\{[^{}]*\}/g, ''))) return 'its path has "*", "\\" or a blank';
  if (/\/\.{1,2}(\/|$)/.test(path)) return 'its path has a segment "." or ".."';
  if (/[{}]/.test(path.replaceAll(/\{[^{}/]+\}/g, ''))) return 'its path has a brace that belongs to no parameter';
  return undefined;
};

const wordsFor = ({ own, method, path }: Operation, following: string): string => {
  const texts = [textIn(own, 'summary'), textIn(own, 'description')];
  const text = description([...(own.deprecated === true ? ['Deprecated'] : []), ...texts], BUDGETS.tool);
  return [text || `${method} ${path}`, ...(following === '' ? [] : [following])].join(' ');
};

/** What the verb promises (RFC 9110). */
const annotationsOf = (method: string): NonNullable<ManifestTool['annotations']> => ({
  readOnlyHint: READING.includes(method),
  ...(!READING.includes(method) && { destructiveHint: method === 'DELETE' || method === 'PUT' || method === 'PATCH' }),
  idempotentHint: method !== 'POST' && method !== 'PATCH',
  openWorldHint: true,
});

/** The arguments with as many levels as fit into the budget and the server's rules for schemas. */
const fittingArguments = (
  document: Values,
  operation: Operation,
  { credentials, result }: { readonly credentials: readonly Credential[]; readonly result: Result },
): Arguments | undefined => {
  const places = new Set(credentials.flatMap((one) => one.places));
  for (const { levels, mostTokens, mayCut } of WAYS) {
    try {
      const options = { credentials: places, hasFields: result.hasFields, ...(levels !== undefined && { levels }) };
      const args = argumentsOf(document, operation, options);
      if (args.isCut && !mayCut) continue;
      const isShort = textTokens(JSON.stringify(args.inputSchema)) <= mostTokens;
      if (isShort && guardSchema(args.inputSchema as JsonObject).length === 0) return args;
    } catch (error) {
      if (!(error instanceof SchemaTooLarge)) throw error;
    }
  }
  return undefined;
};

const SEMANTIC = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$/;

/** `1.2` → `1.2.0`; anything else → `1.0.0`. */
const versionOf = (text: string | undefined): string => {
  const [, major, minor = '0', patch = '0'] = /^v?(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?$/.exec(text ?? '') ?? [];
  if (text !== undefined && SEMANTIC.test(text)) return text;
  return major === undefined ? '1.0.0' : [major, minor, patch].map(Number).join('.');
};

const manifestOf = (document: Values, made: readonly Made[], { pluginName, importedFrom }: PluginOptions): Manifest => {
  const info = mapIn(document, 'info');
  const reaching = made.map(({ entry, credentials }): Reaching => ({ operation: entry, credentials }));
  const hasTokens = made.some(({ credentials }) => credentials.some(({ entry }) => entry.kind === 'client'));
  return {
    name: pluginName,
    version: versionOf(textIn(info, 'version')),
    description:
      description([textIn(info, 'title'), textIn(info, 'description')], BUDGETS.tool) || `The API ${pluginName}.`,
    importedFrom,
    limits: { fetchCalls: hasTokens ? 6 : 5 },
    capabilities: capabilitiesOf(reaching),
    tools: made.map(({ tool }) => tool),
  };
};

/** Manifests whose results are described ever more shortly, with what that means. */
const shortened = function* (manifest: Manifest, made: readonly Made[]): Generator<readonly [Manifest, string]> {
  for (const bytes of RESULT_BYTES) {
    const tools = manifest.tools.map((tool, index) => ({
      ...tool,
      outputSchema: made[index]?.resultWithin(bytes) as ManifestSchema,
    }));
    const cut = tools.filter(
      ({ outputSchema }, index) => JSON.stringify(outputSchema) !== JSON.stringify(manifest.tools[index]?.outputSchema),
    );
    const names = cut.map(({ name }) => name);
    yield [
      { ...manifest, tools },
      `the results of ${names.length} of ${tools.length} tools are described with fewer levels, since the manifest would be too large with all of them: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''} → import fewer operations with --only to have them whole`,
    ];
  }
};

/** The manifest within its limit of bytes: without examples first. Throws ImportRefused if it is too large nevertheless. */
const fitting = (
  manifest: Manifest,
  made: readonly Made[],
  notes: string[],
  operations: readonly Operation[],
): Manifest => {
  if (bytesOf(manifest) <= MOST_MANIFEST_BYTES) return manifest;
  const bare = { ...manifest, tools: manifest.tools.map(({ examples: _, ...tool }) => tool) };
  notes.push('the examples are left out, since the manifest would be too large with them');
  if (bytesOf(bare) <= MOST_MANIFEST_BYTES) return bare;
  let least = bytesOf(bare);
  for (const [short, note] of shortened(bare, made)) {
    least = bytesOf(short);
    if (least > MOST_MANIFEST_BYTES) continue;
    notes.push(note);
    return short;
  }
  throw new ImportRefused(
    `the manifest of ${operations.length} operations has ${least} bytes; at most ${MOST_MANIFEST_BYTES} are allowed`,
    `choose some with --only, by tag, operation or path. Tags: ${tagsText(operations)}`,
  );
};

const bytesOf = (manifest: Manifest): number => Buffer.byteLength(JSON.stringify(manifest, null, 2));

const tableOf = (made: readonly Made[]): Table => ({
  operations: Object.fromEntries(made.map(({ tool, entry }) => [tool.name, entry])),
  credentials: Object.fromEntries(
    made.flatMap(({ credentials }) => credentials.map(({ name, entry }) => [name, entry] as const)),
  ),
});
