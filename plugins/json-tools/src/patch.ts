// Applies a JSON Patch (RFC 6902). Our own code, because the libraries for it skip or refuse names such as __proto__ and constructor.

import { changeAt, parsePointer, valueAt, withChild, withNewChild, withoutChild } from './pointer.ts';
import { isEqual, isObject, type Json } from './value.ts';

export interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: Json;
}

/** The document after all operations. Throws an Error that names the first one that fails. */
export function applyPatch(document: Json, patch: readonly Operation[]): Json {
  if (!Array.isArray(patch))
    throw new Error('"patch" must be a list of operations such as {"op":"remove","path":"/a"}.');
  let result = document;
  for (const [index, operation] of (patch as readonly unknown[]).entries()) {
    try {
      result = applyOperation(result, operation);
    } catch (error) {
      throw new Error(
        `patch[${index}] ${nameOf(operation)} failed: ${error instanceof Error ? error.message : error}.`,
      );
    }
  }
  return result;
}

function applyOperation(document: Json, operation: unknown): Json {
  if (!isObject(operation)) throw new Error('it is not an object');
  const path = parsePointer(operation.path);
  switch (operation.op) {
    case 'add':
      return add(document, path, given(operation.value));
    case 'replace':
      return path.length === 0 ? given(operation.value) : replace(document, path, given(operation.value));
    case 'remove':
      return remove(document, path);
    case 'copy':
      return add(document, path, valueAt(document, parsePointer(operation.from)));
    case 'move':
      return move(document, parsePointer(operation.from), path);
    case 'test':
      if (isEqual(valueAt(document, path), given(operation.value))) return document;
      throw new Error('the value there is another one');
    default:
      throw new Error('"op" must be add, remove, replace, move, copy or test');
  }
}

const add = (document: Json, path: readonly string[], value: Json): Json =>
  path.length === 0 ? value : changeAt(document, path, (container, token) => withNewChild(container, token, value));

const replace = (document: Json, path: readonly string[], value: Json): Json =>
  changeAt(document, path, (container, token) => withChild(container, token, value));

function remove(document: Json, path: readonly string[]): Json {
  if (path.length === 0) throw new Error('the whole document cannot be removed; replace it by null instead');
  return changeAt(document, path, withoutChild);
}

function move(document: Json, from: readonly string[], path: readonly string[]): Json {
  const value = valueAt(document, from);
  const isInside = from.every((token, at) => path[at] === token);
  if (isInside && path.length === from.length) return document;
  if (isInside) throw new Error('a value cannot be moved into itself');
  return add(remove(document, from), path, value);
}

function given(value: Json | undefined): Json {
  if (value === undefined) throw new Error('"value" is missing');
  return value;
}

const nameOf = (operation: unknown): string =>
  isObject(operation) ? `(${String(operation.op)} ${JSON.stringify(operation.path)})`.slice(0, 200) : '';
