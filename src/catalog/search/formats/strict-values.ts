// Formats, regular expressions and ranges in strict mode. Any thread; pure.

import type { SchemaNode } from '../../../shared/protocol/schema-walk.ts';
import type { StrictRules } from './api.ts';
import { shown, Unfit } from './telling.ts';

export type Schema = SchemaNode['schema'];
export type Written = Record<string, unknown>;
export type Tell = (path: string, change: string) => void;

/** Formats that the server accepts any value of the type for. */
const FORMATS_WITHOUT_CHECK = ['password', 'binary', 'float', 'double'];
const NUMBER_FORMATS = ['int32', 'int64', 'float', 'double'];
/** What both APIs read in a regular expression: no look-around, back reference, word boundary or class of Unicode. */
const PLAIN_PATTERN = /^(?:[^\\()]|\\[dwsDWS.\-/\\^$*+?()[\]{}|nrt]|\((?!\?)|\((?=\?:)|\))*$/;
/** Repetitions that make a grammar large. */
const LARGE_REPETITION = /\{\d{3,}|,\s*\d{3,}\}/;
/** Values of a range that are listed instead. */
const MOST_LISTED = 20;
/** Any text that is not empty, in the smallest language of regular expressions. */
export const NOT_EMPTY = '^(.|\\s)+$';

/** What the keywords of a schema are written by. */
export interface Writing {
  readonly title: string;
  readonly rules: StrictRules;
  readonly tell: Tell;
}

/** A keyword of a schema for values of these types. */
export interface Keyword {
  readonly keyword: string;
  readonly value: unknown;
  readonly types: readonly string[];
  readonly path: string;
  readonly schema: Schema;
}

/** True for a regular expression that both APIs read. */
export const isPlainPattern = (pattern: string): boolean =>
  PLAIN_PATTERN.test(pattern) && !LARGE_REPETITION.test(pattern);

/** The format to write; undefined to leave it out. Throws {@link Unfit}. */
export const keptFormat = (
  { value, types, path }: Keyword,
  { title, rules, tell }: Writing,
): readonly [string, unknown] | undefined => {
  const format = String(value);
  const isOfNumbers = NUMBER_FORMATS.includes(format);
  const applies = types.some((type) =>
    type === 'string' ? !isOfNumbers : isOfNumbers && /^(?:integer|number)$/.test(type),
  );
  if (!applies || FORMATS_WITHOUT_CHECK.includes(format)) {
    tell(path, 'is left out: it refuses nothing here');
    return undefined;
  }
  if (rules.formatsNeedOneType && types.length !== 1)
    throw new Unfit(path, `${title} knows a format of strings alone`, 'give the value one type, "string"');
  if (rules.formats.includes(format)) return ['format', value];
  throw new Unfit(path, `${title} does not know the format ${shown(format)}`, `use one of ${rules.formats.join(', ')}`);
};

export const isBound = (keyword: string): boolean => keyword === 'minimum' || keyword === 'maximum';

/** A short range of whole numbers as a list of them, for an API that takes no bounds. */
export const narrowedRange = (
  schema: Schema,
  types: readonly string[],
  path: string,
  { rules, tell }: Writing,
): Written | undefined => {
  const { minimum, maximum } = schema;
  if (rules.keywords.includes('minimum') || Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const'))
    return undefined;
  if (types.length !== 1 || types[0] !== 'integer' || typeof minimum !== 'number' || typeof maximum !== 'number')
    return undefined;
  const first = Math.ceil(minimum);
  const count = Math.floor(maximum) - first + 1;
  if (!(count >= 1 && count <= MOST_LISTED && Number.isSafeInteger(first))) return undefined;
  tell(path, 'lists the numbers from "minimum" to "maximum", which says the same');
  return { enum: Array.from({ length: count }, (_, at) => first + at) };
};
