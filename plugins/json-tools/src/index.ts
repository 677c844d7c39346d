// Tools for JSON values. Bundled with the JMESPath library into ../index.js, which runs inside the isolate.
// Names such as __proto__ are data like any other: objects are built by spreading, which defines members and never assigns them.

import { diff } from './diff.ts';
import { mergePatch } from './merge.ts';
import { applyPatch, type Operation } from './patch.ts';
import { query } from './query.ts';
import type { Json } from './value.ts';

/** The result of a JMESPath expression on a JSON value; null if it finds nothing. */
export function queryJson({ data, expression }: { readonly data: Json; readonly expression: string }): Json {
  mustBeGiven('data', data);
  return query(data, expression);
}

/** The value after a JSON Patch (RFC 6902). Throws if an operation fails. */
export function patchJson({ data, patch }: { readonly data: Json; readonly patch: readonly Operation[] }): Json {
  mustBeGiven('data', data);
  return applyPatch(data, patch);
}

/** A JSON Patch (RFC 6902) from one value to another; empty if they are equal. */
export function diffJson({ before, after }: { readonly before: Json; readonly after: Json }): Operation[] {
  mustBeGiven('before', before);
  mustBeGiven('after', after);
  return [...diff(before, after)];
}

/** The value after a JSON Merge Patch (RFC 7396): null removes a member, and a list replaces the whole list. */
export function mergeJson({ target, patch }: { readonly target: Json; readonly patch: Json }): Json {
  mustBeGiven('target', target);
  mustBeGiven('patch', patch);
  return mergePatch(target, patch);
}

function mustBeGiven(name: string, value: Json | undefined): void {
  if (value === undefined) throw new Error(`"${name}" is missing; null is a value, absence is not.`);
}
