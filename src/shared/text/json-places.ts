// Finds the places of values in JSON text, and what JSON.parse does not tell: depth and repeated keys. The text must have passed JSON.parse.

import { type JSONPath, visit } from 'jsonc-parser';

/** Keys and indices from the root to a value. */
export type JsonPath = readonly (string | number)[];

/** Called with every key of an object and every element of an array, in the order of the text. */
export type PlaceVisitor = (path: JsonPath, offset: number, isRepeated: boolean) => void;

/** Index just behind the string that begins at `start`. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
};

/** Levels of arrays and objects in valid JSON text, counted up to `maxDepth` + 1. It does not recurse, so any depth is safe. */
export const depthOf = (text: string, maxDepth: number): number => {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length && deepest <= maxDepth; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth--;
  }
  return deepest;
};

/** Visits every place of valid JSON text. Check its depth with {@link depthOf} first: jsonc-parser recurses for each level. */
export const walkJson = (text: string, visitPlace: PlaceVisitor): void => {
  /** Keys seen so far of each object that is open. */
  const open: Set<string>[] = [];
  const visitElement = (offset: number, path: JSONPath): void => {
    if (typeof path.at(-1) === 'number') visitPlace(path, offset, false);
  };
  visit(text, {
    onObjectBegin: (offset, _length, _line, _column, pathOf) => {
      visitElement(offset, pathOf());
      open.push(new Set());
    },
    onObjectProperty: (key, offset, _length, _line, _column, pathOf) => {
      const keys = open.at(-1);
      visitPlace([...pathOf(), key], offset, keys?.has(key) ?? false);
      keys?.add(key);
    },
    onObjectEnd: () => {
      open.pop();
    },
    onArrayBegin: (offset, _length, _line, _column, pathOf) => visitElement(offset, pathOf()),
    onLiteralValue: (_value, offset, _length, _line, _column, pathOf) => visitElement(offset, pathOf()),
  });
};

/** Line and column of an offset, both from 1, as `12:5`. */
export const lineColumn = (text: string, offset: number): string => {
  const before = text.slice(0, offset);
  return `${before.split('\n').length}:${offset - before.lastIndexOf('\n')}`;
};

/** A path as a JSON pointer (RFC 6901), `""` for the whole text. */
export const pointerOf = (path: JsonPath): string =>
  path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Offset of the deepest place on the path `pointer` that the text has; 0 if it has none. */
export const offsetOf = (text: string, pointer: string): number => {
  const escaped = pointer.split('/').slice(1);
  const segments = escaped.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  let found = 0;
  let foundLevels = 0;
  walkJson(text, (path, offset) => {
    if (path.length <= foundLevels || path.length > segments.length) return;
    if (path.every((segment, index) => String(segment) === segments[index])) {
      found = offset;
      foundLevels = path.length;
    }
  });
  return found;
};
