// Compares two JSON values, and writes the difference as a JSON Patch (RFC 6902). Takes linear time, and finds short patches, not always the shortest.

import type { Operation } from './patch.ts';
import { escapeToken } from './pointer.ts';
import { isEqual, isList, isObject, type Json, type JsonObject, member } from './value.ts';

/** The operations, in the order in which they must be applied. */
export function* diff(before: Json, after: Json, path = ''): Generator<Operation> {
  if (before === after) return;
  if (isObject(before) && isObject(after)) yield* diffObjects(before, after, path);
  else if (isList(before) && isList(after)) yield* diffLists(before, after, path);
  else yield { op: 'replace', path, value: after };
}

function* diffObjects(before: JsonObject, after: JsonObject, path: string): Generator<Operation> {
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) yield { op: 'remove', path: `${path}/${escapeToken(key)}` };
  }
  for (const [key, value] of Object.entries(after)) {
    const old = member(before, key);
    const keyPath = `${path}/${escapeToken(key)}`;
    if (old === undefined) yield { op: 'add', path: keyPath, value };
    else yield* diff(old, value, keyPath);
  }
}

/** Skips equal items at both ends, compares the pairs between them, and then removes or adds the rest. */
function* diffLists(before: readonly Json[], after: readonly Json[], path: string): Generator<Operation> {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isEqual(before[head] as Json, after[head] as Json)) head += 1;
  let tail = 0;
  while (tail < shorter - head && isEqual(before.at(-1 - tail) as Json, after.at(-1 - tail) as Json)) tail += 1;
  const pairsEnd = shorter - tail;
  for (let at = head; at < pairsEnd; at += 1) yield* diff(before[at] as Json, after[at] as Json, `${path}/${at}`);
  for (let at = before.length - tail - 1; at >= pairsEnd; at -= 1) yield { op: 'remove', path: `${path}/${at}` };
  for (let at = pairsEnd; at < after.length - tail; at += 1) {
    yield { op: 'add', path: `${path}/${at}`, value: after[at] as Json };
  }
}
