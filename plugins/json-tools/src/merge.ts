// JSON Merge Patch (RFC 7396).

import { isObject, type Json, member } from './value.ts';

/** The target with the patch merged in; a patch that is no object replaces it. */
export function mergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const base = isObject(target) ? target : {};
  // A map keeps the order of members and takes any name; fromEntries defines its members and assigns none.
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(member(base, key) ?? null, value));
  }
  return Object.fromEntries(merged);
}
