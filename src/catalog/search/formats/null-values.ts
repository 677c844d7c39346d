// Tells whether a schema accepts null, so that null can stand for an argument that is left out. Any thread; pure.

import { isObject } from '../../../shared/protocol/schema-walk.ts';
import type { Targets } from './references.ts';

/** Keywords that may refuse null in ways that are not looked at. */
const UNCLEAR = ['not', 'if', 'oneOf', '$dynamicRef'];

/** A function that is sure of it if it says true. It looks at each schema of the document once. */
export const nullAcceptor = (targets: Targets): ((schema: unknown) => boolean) => {
  const known = new Map<object, boolean>();
  const accepts = (schema: unknown): boolean => {
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema)) return false;
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, false);
    const verdict = judged(schema, accepts, targets);
    known.set(schema, verdict);
    return verdict;
  };
  return accepts;
};

const judged = (
  schema: { readonly [keyword: string]: unknown },
  accepts: (schema: unknown) => boolean,
  targets: Targets,
): boolean => {
  const has = (keyword: string): boolean => Object.hasOwn(schema, keyword);
  if (UNCLEAR.some(has)) return false;
  if (has('type') && ![schema.type].flat().includes('null')) return false;
  if (has('enum') && !(Array.isArray(schema.enum) && schema.enum.includes(null))) return false;
  if (has('const') && schema.const !== null) return false;
  if (has('allOf') && !(Array.isArray(schema.allOf) && schema.allOf.every(accepts))) return false;
  if (has('anyOf') && !(Array.isArray(schema.anyOf) && schema.anyOf.some(accepts))) return false;
  return !has('$ref') || accepts(targets(String(schema.$ref))?.schema);
};
