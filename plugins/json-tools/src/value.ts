// JSON values, which these tools never change: they make new ones.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** True for a JSON object. A list is not one. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for a JSON list. */
export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** An object's own member, or undefined. `constructor` is undefined unless the data has it. */
export const member = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** The object without one member. */
export function without(object: JsonObject, key: string): JsonObject {
  const { [key]: _, ...rest } = object;
  return rest;
}

/** True if two values are the same JSON. The order of members does not matter. */
export function isEqual(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (isList(one)) {
    return isList(other) && one.length === other.length && one.every((item, at) => isEqual(item, other[at] as Json));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isEqualMember(one, other, key));
}

function isEqualMember(one: JsonObject, other: JsonObject, key: string): boolean {
  const theirs = member(other, key);
  return theirs !== undefined && isEqual(one[key] as Json, theirs);
}
