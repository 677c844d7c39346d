// The parts of a tool that a search reads, as words. Front process; pure.

import { type Word, wordsOf } from './words.ts';

/** What a search reads of a tool; the manifest's fields of the same names. */
export interface DiscoverableTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly examples?: readonly { readonly description?: string }[];
}

/** A plugin with its tools, as a manifest has them. Nothing writes to it. */
export interface DiscoverablePlugin {
  readonly name: string;
  readonly description?: string;
  readonly tools: readonly DiscoverableTool[];
}

/** The fields in the order in which a reason names them. */
export const FIELDS = ['name', 'title', 'description', 'arguments', 'examples', 'plugin'] as const;
export type Field = (typeof FIELDS)[number];

/** Levels of a schema below its top that are read, and values of it in all. */
const MOST_LEVELS = 6;
const MOST_NODES = 500;
const MOST_ENUM_VALUES = 50;
const MOST_EXAMPLES = 10;
/** UTF-16 units of one field that are read, and words. */
const MOST_FIELD_UNITS = 20_000;
const MOST_WORDS = 1_000;

/** The texts of every field of a tool. Those of arguments are as many as the schema has, up to a limit. */
export const fieldTexts = (
  tool: DiscoverableTool,
  plugin: DiscoverablePlugin,
): Readonly<Record<Field, readonly string[]>> => ({
  name: [tool.name],
  title: textsIn([tool.title]),
  description: textsIn([tool.description]),
  arguments: argumentTexts(tool.inputSchema),
  examples: textsIn((tool.examples ?? []).slice(0, MOST_EXAMPLES).map(({ description }) => description)),
  plugin: textsIn([plugin.name, plugin.description]),
});

const textsIn = (values: readonly unknown[]): readonly string[] => values.filter((value) => typeof value === 'string');

export const fieldWords = (
  tool: DiscoverableTool,
  plugin: DiscoverablePlugin,
): Readonly<Record<Field, readonly Word[]>> => {
  const texts = fieldTexts(tool, plugin);
  return {
    name: wordsIn(texts.name),
    title: wordsIn(texts.title),
    description: wordsIn(texts.description),
    arguments: wordsIn(texts.arguments),
    examples: wordsIn(texts.examples),
    plugin: wordsIn(texts.plugin),
  };
};

/** Reads texts until the field is full. */
const wordsIn = (texts: readonly string[]): readonly Word[] => {
  const words: Word[] = [];
  let units = MOST_FIELD_UNITS;
  for (const text of texts) {
    if (units <= 0 || words.length >= MOST_WORDS) break;
    for (const word of wordsOf(text.slice(0, units))) words.push(word);
    units -= text.length;
  }
  return words.slice(0, MOST_WORDS);
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const own = (value: object, key: string): unknown =>
  Object.hasOwn(value, key) ? (value as Readonly<Record<string, unknown>>)[key] : undefined;

/** Keywords whose values are schemas by name. The names of `properties` are arguments, those of `$defs` are not. */
const NAMED = ['properties', '$defs'] as const;
/** Keywords whose value is a schema or a list of them. */
const NESTED = ['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'] as const;

/** Names, titles, descriptions and enumerated values of a schema's arguments, the outer ones first. */
const argumentTexts = (schema: object): readonly string[] => {
  const texts: string[] = [];
  let nodes: readonly object[] = [schema];
  let left = MOST_NODES;
  for (let level = 0; level <= MOST_LEVELS && nodes.length > 0 && left > 0; level += 1) {
    const read = nodes.slice(0, left);
    left -= read.length;
    for (const node of read) texts.push(...textsOf(node));
    nodes = read.flatMap(nodesBelow);
  }
  return texts;
};

const textsOf = (node: object): readonly string[] => {
  const properties = own(node, 'properties');
  const values = own(node, 'enum');
  return [
    ...(isObject(properties) ? Object.keys(properties).slice(0, MOST_NODES) : []),
    own(node, 'title'),
    own(node, 'description'),
    own(node, 'const'),
    ...(Array.isArray(values) ? values.slice(0, MOST_ENUM_VALUES) : []),
  ].filter((text) => typeof text === 'string');
};

const nodesBelow = (node: object): readonly object[] =>
  [
    ...NAMED.flatMap((keyword) => {
      const named = own(node, keyword);
      return isObject(named) ? Object.values(named).slice(0, MOST_NODES) : [];
    }),
    ...NESTED.flatMap((keyword) => {
      const nested = own(node, keyword);
      return Array.isArray(nested) ? nested.slice(0, MOST_NODES) : [nested];
    }),
  ].filter(isObject);
