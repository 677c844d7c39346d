// Walks JSON text that JSON.parse has accepted, to see what JSON.parse hides: keys written twice, depth, and where in
// the text a value stands. One pass and no recursion, so no nesting can exhaust the stack. Front process.

export type JsonPath = readonly (string | number)[];

/** Told of every key of an object and every element of an array, in the order of the text; `path` is live, not a copy. */
export type PlaceVisitor = (path: JsonPath, offset: number, isRepeated: boolean) => void;

const SPACE = new Set([' ', '\n', '\r', '\t']);
const PUNCTUATION = new Set([',', ':', '{', '}', '[', ']']);

/** Index just behind the string that begins at `start`. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
};

/** Index just behind the number, literal or string that begins at `start`. */
const endOfScalar = (text: string, start: number): number => {
  if (text[start] === '"') return endOfString(text, start);
  let at = start;
  while (at < text.length && !PUNCTUATION.has(text[at] as string) && !SPACE.has(text[at] as string)) at++;
  return at;
};

/** True where the string that ends at `end` is a key: only a colon can tell, and a value is never followed by one. */
const isKey = (text: string, end: number): boolean => {
  let at = end;
  while (SPACE.has(text[at] as string)) at++;
  return text[at] === ':';
};

/** Levels of arrays and objects in valid JSON text, counted no further than one over `maxDepth`. */
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

/** Visits every place of valid JSON text. Cap its depth with {@link depthOf} first. */
export const walkJson = (text: string, visit: PlaceVisitor): void => {
  const levels: { readonly keys: Set<string> | undefined; index: number }[] = [];
  const path: (string | number)[] = [];
  const enter = (segment: string | number, offset: number, isRepeated: boolean): void => {
    path.length = levels.length - 1;
    path.push(segment);
    visit(path, offset, isRepeated);
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    const level = levels.at(-1);
    if (SPACE.has(character) || character === ',' || character === ':') continue;
    if (character === '}' || character === ']') {
      levels.pop();
      continue;
    }
    const end = character === '{' || character === '[' ? at + 1 : endOfScalar(text, at);
    if (level?.keys && isKey(text, end)) {
      const key = JSON.parse(text.slice(at, end)) as string;
      enter(key, at, level.keys.has(key));
      level.keys.add(key);
    } else if (level && !level.keys) enter(level.index++, at, false);
    if (character === '{') levels.push({ keys: new Set(), index: 0 });
    else if (character === '[') levels.push({ keys: undefined, index: 0 });
    at = end - 1;
  }
};

/** Line and column of an offset, both from 1, as `12:5`. */
export const lineColumn = (text: string, offset: number): string => {
  const before = text.slice(0, offset);
  return `${before.split('\n').length}:${offset - before.lastIndexOf('\n')}`;
};

/** A path as a JSON pointer (RFC 6901), `""` for the whole. */
export const pointerOf = (path: JsonPath): string =>
  path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Offset of the deepest place on the way to `pointer` that the text has; 0 where it has none. */
export const offsetOf = (text: string, pointer: string): number => {
  const wanted = pointer.split('/').slice(1);
  const segments = wanted.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
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
