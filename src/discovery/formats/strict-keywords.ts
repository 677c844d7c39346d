// The keywords of one schema in strict mode: which are kept, which say nothing there, and which an API cannot hold a model to. Any thread; pure.

import type { StrictRules } from './api.ts';
import { shown, Unfit } from './telling.ts';

/** Constraint → the type whose values it applies to. */
const CONSTRAINTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: ['minLength', 'maxLength', 'pattern'],
    number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    array: [
      'minItems',
      'maxItems',
      'uniqueItems',
      'contains',
      'minContains',
      'maxContains',
      'prefixItems',
      'unevaluatedItems',
    ],
    object: [
      'minProperties',
      'maxProperties',
      'patternProperties',
      'propertyNames',
      'dependentRequired',
      'dependentSchemas',
      'dependencies',
    ],
  }).flatMap(([type, keywords]) => keywords.map((keyword) => [keyword, type] as const)),
);
/** Keywords that apply to values of any type, and that no API takes. */
const REFUSED = ['allOf', 'not', 'if', 'then', 'else'];
/** Keywords that the writer of a schema sees to itself. */
const WRITTEN = [
  ...['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'properties', 'required', 'additionalProperties'],
  ...['unevaluatedProperties', 'items'],
];
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
const NOT_EMPTY = '^(.|\\s)+$';

type Schema = { readonly [keyword: string]: unknown };
export type Written = Record<string, unknown>;
export type Tell = (path: string, change: string) => void;

/** What the keywords of a schema are written by. */
export interface Writing {
  readonly title: string;
  readonly rules: StrictRules;
  readonly tell: Tell;
}

/** The annotations and constraints of a schema for values of these types. Throws {@link Unfit} for what the API cannot hold a model to. */
export const keywordsOf = (schema: Schema, types: readonly string[], path: string, writing: Writing): Written => {
  const narrowed = narrowedRange(schema, types, path, writing);
  const written: Written = { ...narrowed };
  for (const [keyword, value] of Object.entries(schema)) {
    if (WRITTEN.includes(keyword) || (narrowed && isBound(keyword)) || (keyword === '$defs' && path === '')) continue;
    const kept = keptValue({ keyword, value, types, path: `${path}/${keyword}`, schema }, writing);
    if (kept !== undefined) written[kept[0]] = kept[1];
  }
  return written;
};

interface Keyword {
  readonly keyword: string;
  readonly value: unknown;
  readonly types: readonly string[];
  readonly path: string;
  readonly schema: Schema;
}

/** The keyword and value to write; undefined to leave the keyword out. */
const keptValue = (one: Keyword, writing: Writing): readonly [string, unknown] | undefined => {
  const { keyword, value, path } = one;
  const { title, rules, tell } = writing;
  if (keyword === 'description' || keyword === 'title') return [keyword, value];
  if (keyword === 'default' && rules.takesDefault) return [keyword, value];
  if (REFUSED.includes(keyword)) throw cannot(path, keyword, title);
  if (keyword === 'format') return keptFormat(one, writing);
  const type = CONSTRAINTS.get(keyword);
  if (type === undefined) {
    tell(path, `is left out: ${title} does not take "${keyword}". It refuses nothing`);
    return undefined;
  }
  if (!one.types.some((each) => each === type || (each === 'integer' && type === 'number')) || saysNothing(one)) {
    tell(path, 'is left out: it refuses nothing here');
    return undefined;
  }
  return keptConstraint(one, writing);
};

const keptConstraint = ({ keyword, value, path, schema }: Keyword, writing: Writing): readonly [string, unknown] => {
  const { title, rules, tell } = writing;
  if (keyword === 'minItems' && value === 1) return [keyword, value];
  if (keyword === 'minLength' && value === 1 && !Object.hasOwn(schema, 'pattern')) {
    tell(path, `is written as the pattern ${NOT_EMPTY}, which says the same`);
    return ['pattern', NOT_EMPTY];
  }
  if (!rules.keywords.includes(keyword)) throw cannot(path, keyword, title);
  if (keyword === 'pattern' && (!PLAIN_PATTERN.test(String(value)) || LARGE_REPETITION.test(String(value)))) {
    const reason = `${title} may not read the regular expression ${shown(value)}`;
    throw new Unfit(path, reason, 'write it without look-around, back references, \\b, \\p and large repetitions');
  }
  return [keyword, value];
};

const keptFormat = (
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
  if (rules.formats.includes(format)) return ['format', value];
  throw new Unfit(path, `${title} does not know the format ${shown(format)}`, `use one of ${rules.formats.join(', ')}`);
};

const saysNothing = ({ keyword, value, schema }: Keyword): boolean => {
  if (keyword === 'minLength' || keyword === 'minItems' || keyword === 'minProperties') return value === 0;
  if (keyword === 'minContains' || keyword === 'maxContains') return !Object.hasOwn(schema, 'contains');
  return (keyword === 'uniqueItems' && value === false) || (keyword === 'unevaluatedItems' && value === true);
};

const cannot = (path: string, keyword: string, title: string): Unfit =>
  new Unfit(
    path,
    `${title} cannot hold a model to "${keyword}"`,
    `say it in the description and check it in the tool, or do without "${keyword}"`,
  );

const isBound = (keyword: string): boolean => keyword === 'minimum' || keyword === 'maximum';

/** A short range of whole numbers as a list of them, for an API that takes no bounds. */
const narrowedRange = (
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
