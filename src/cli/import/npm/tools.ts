// Makes tools of a plugin from those that a server lists. Everything in the list is a stranger's: members are taken by name, and texts and schemas are brought
// into the form that a manifest may have. Runs on the author's machine.

import type { ManifestSchema, ManifestTool } from '../../../../packages/plugin/src/manifest.ts';
import { guardSchema } from '../../../catalog/manifest/schema-guard.ts';
import { shown } from '../../../catalog/model/refusal.ts';
import type { JsonObject } from '../../../shared/protocol/json.ts';
import { ImportRefused } from '../kind.ts';
import type { ListedTool } from './describe-server.ts';

export interface Selection {
  /** Patterns of names, with commas: `search_*,get_issue`. Undefined: all. */
  readonly only: string | undefined;
  /** What the names begin with. */
  readonly prefix: string;
}

export interface MadeTools {
  readonly tools: readonly ManifestTool[];
  /** Name of a tool → its name on the server, if it differs. */
  readonly names: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/** Tools of one plugin. */
const MOST_TOOLS = 128;
/** Below the limit of a manifest, which counts the schemas of all tools. */
const MOST_BYTES = 240_000;
const DESCRIPTION_CHARACTERS = 8_192;
/** Faults of one schema that are mended before it is given up. */
const MOST_MENDED = 40;

/** Characters that no text of a manifest has: they could hide or turn what a person reads. */
const HIDDEN = /(?![\t\n\r])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown, most: number): string | undefined => {
  if (typeof value !== 'string') return undefined;
  const text = value.replace(HIDDEN, '').trim().slice(0, most);
  return text === '' ? undefined : text;
};

const titleOf = (value: unknown): string | undefined => textOf(value, 256)?.replace(/[\n\r\t\u2028\u2029]+/g, ' ');

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

const annotationsOf = (value: unknown): ManifestTool['annotations'] | undefined => {
  if (!isObject(value)) return undefined;
  const hints = HINTS.filter((name) => typeof value[name] === 'boolean').map((name) => [name, value[name]]);
  const title = titleOf(value.title);
  if (hints.length === 0 && title === undefined) return undefined;
  return { ...(title !== undefined && { title }), ...Object.fromEntries(hints) };
};

/** A copy without the member at a JSON pointer. */
const without = (value: unknown, [first = '', ...rest]: readonly string[]): unknown => {
  const key = first.replaceAll('~1', '/').replaceAll('~0', '~');
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, index) => String(index) !== key);
    return value.map((one, index) => (String(index) === key ? without(one, rest) : one));
  }
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  const entries = Object.entries(value);
  const left = rest.length === 0 ? entries.filter(([name]) => name !== key) : entries;
  return Object.fromEntries(left.map(([name, one]) => [name, name === key ? without(one, rest) : one]));
};

/** Words of a schema that only say what the schema itself is. */
const withoutOwnName = ({ $schema: _, $id: __, ...schema }: JsonObject): JsonObject => schema;

/** A schema that a manifest may have: keywords that it may not have are left out, so that it takes more. Undefined if too many are at fault. */
const mended = (given: JsonObject): { readonly schema: JsonObject; readonly isChanged: boolean } | undefined => {
  let schema = withoutOwnName(given);
  for (let round = 0; round < MOST_MENDED; round += 1) {
    const [problem] = guardSchema(schema);
    if (problem === undefined) return { schema, isChanged: round > 0 };
    if (problem.path === '') return undefined;
    const next = without(schema, problem.path.slice(1).split('/')) as JsonObject;
    if (JSON.stringify(next) === JSON.stringify(schema)) return undefined;
    schema = next;
  }
  return undefined;
};

const ANY_OBJECT: ManifestSchema = { type: 'object' };

const isMatch = (pattern: string, name: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[^\w-]/g, '\\$&'))
      .join('[^]*')}$`,
    'i',
  ).test(name);

/** The tools that `--only` names. Throws ImportRefused for a pattern that names none. */
export const chosen = (listed: readonly ListedTool[], only: string | undefined): readonly ListedTool[] => {
  if (only === undefined) return listed;
  const patterns = only
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const unknown = patterns.find((pattern) => !listed.some(({ name }) => isMatch(pattern, name)));
  if (unknown !== undefined) {
    const names = listed.map(({ name }) => shown(name)).join(', ');
    throw new ImportRefused(
      `--only: no tool is named ${JSON.stringify(unknown)}`,
      `its tools are ${names.slice(0, 2_000)}`,
    );
  }
  return listed.filter(({ name }) => patterns.some((pattern) => isMatch(pattern, name)));
};

/** A name that a plugin's tool may have, and that none of the others has. */
const nameFor = (wanted: string, taken: ReadonlyMap<string, unknown>): string => {
  const plain = wanted.replace(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 60) || 'tool';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? plain : `${plain}_${number}`;
    if (!taken.has(name) && name !== '__proto__') return name;
  }
};

const toolOf = (name: string, listed: ListedTool, notes: string[]): ManifestTool => {
  const input = isObject(listed.inputSchema) ? mended(listed.inputSchema) : undefined;
  const output = isObject(listed.outputSchema) ? mended(listed.outputSchema) : undefined;
  if (input === undefined) notes.push(`${name}: its input schema cannot be checked here, so every object is passed on`);
  if (input?.isChanged) notes.push(`${name}: parts of its input schema that cannot be checked here are left out`);
  if (isObject(listed.outputSchema) && (output === undefined || output.isChanged))
    notes.push(`${name}: its output schema, or a part of it, cannot be checked here and is left out`);
  const title = titleOf(listed.title);
  const annotations = annotationsOf(listed.annotations);
  return {
    name,
    ...(title !== undefined && { title }),
    description: textOf(listed.description, DESCRIPTION_CHARACTERS) ?? title ?? name,
    inputSchema: (input?.schema ?? ANY_OBJECT) as ManifestSchema,
    ...(output?.schema.type === 'object' && { outputSchema: output.schema as ManifestSchema }),
    contentBlocks: true,
    ...(annotations && { annotations }),
    export: 'callTool',
  };
};

/** Without output schemas, from the last tool on, if the manifest would be too long with them. */
const fitting = (tools: readonly ManifestTool[], notes: string[]): readonly ManifestTool[] => {
  const left = [...tools];
  for (let index = left.length - 1; index >= 0 && JSON.stringify(left, undefined, 2).length > MOST_BYTES; index -= 1) {
    const { outputSchema, ...tool } = left[index] as ManifestTool;
    if (outputSchema !== undefined)
      notes.push(`${tool.name}: its output schema is left out, because the manifest would be too long`);
    left[index] = tool as ManifestTool;
  }
  if (JSON.stringify(left, undefined, 2).length <= MOST_BYTES) return left;
  throw new ImportRefused(
    'the descriptions and schemas of its tools are too long for one plugin',
    'choose some with --only',
  );
};

/** The tools of a plugin. Throws ImportRefused if there are none, or too many. */
export const toolsFrom = (listed: readonly ListedTool[], { only, prefix }: Selection): MadeTools => {
  const wanted = chosen(listed, only);
  if (wanted.length === 0)
    throw new ImportRefused('the server lists no tools', 'set what it needs with --set and --secret');
  if (wanted.length > MOST_TOOLS)
    throw new ImportRefused(
      `${wanted.length} tools are more than the ${MOST_TOOLS} that a plugin may have`,
      'choose some with --only',
    );
  const notes: string[] = [];
  const made = new Map<string, ManifestTool>();
  const names: [string, string][] = [];
  for (const one of wanted) {
    const name = nameFor(`${prefix}${one.name}`, made);
    made.set(name, toolOf(name, one, notes));
    if (name !== one.name) names.push([name, one.name]);
  }
  return { tools: fitting([...made.values()], notes), names: Object.fromEntries(names), notes };
};
