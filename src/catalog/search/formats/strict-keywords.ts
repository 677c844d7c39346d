// The keywords of one schema in strict mode: which are kept, which say nothing there, and which an API cannot hold a model to. Any thread; pure.

import {
  isBound,
  isPlainPattern,
  type Keyword,
  keptFormat,
  NOT_EMPTY,
  narrowedRange,
  type Schema,
  type Writing,
  type Written,
} from './strict-values.ts';
import { shown, Unfit } from './telling.ts';

/** Constraint → the type whose values it applies to. */
const CONSTRAINTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: ['minLength', 'maxLength', 'pattern'],
    number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    array: [
      ...['minItems', 'maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains', 'prefixItems'],
      'unevaluatedItems',
    ],
    object: [
      ...['minProperties', 'maxProperties', 'patternProperties', 'propertyNames', 'dependentRequired'],
      ...['dependentSchemas', 'dependencies'],
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
  if (keyword === 'pattern' && !isPlainPattern(String(value))) {
    const reason = `${title} may not read the regular expression ${shown(value)}`;
    throw new Unfit(path, reason, 'write it without look-around, back references, \\b, \\p and large repetitions');
  }
  return [keyword, value];
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
