// Applies a JSON Merge Patch (RFC 7396).

import { isObject, type Json, member } from './value.ts';

/** The target after the patch. A patch that is not an object replaces the target. */
export function mergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const base = isObject(target) ? target : {};
  // A map keeps the order of members and takes any name. Object.fromEntries defines members and never assigns them.
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(member(base, key) ?? null, value));
  }
  return Object.fromEntries(merged);
}
