// Changes single members of a configuration's text. Comments, order and layout of everything else stay as they are, which jsonc-parser's own
// `modify` does not promise: it lays out the neighbours of what it inserts anew.

import { createScanner, type Node, parseTree } from 'jsonc-parser';

/** A member to set, or to take out if `value` is undefined. A list that is there is added to: items that are new go behind the others. */
export interface TextChange {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The text with the changes made. It must be a configuration that can be read; an empty text counts as `{}`. */
export const editText = (text: string, changes: readonly TextChange[]): string =>
  changes.reduce(
    (edited, { path, value }) => (value === undefined ? without(edited, path) : withValue(edited, path, value)),
    text.trim() === '' ? '{\n}\n' : text,
  );

interface Found {
  readonly node: Node;
  /** The property that `node` is the value of; absent for the root. */
  readonly property?: Node;
  /** The rest of the path, which is not there. */
  readonly missing: readonly string[];
}

const propertyOf = (node: Node, key: string): Node | undefined =>
  (node.children ?? []).find(({ children }) => children?.[0]?.value === key);

/** The innermost node on the path. */
const find = (text: string, path: readonly string[]): Found => {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (!root) throw new Error('the configuration cannot be read');
  let found: Found = { node: root, missing: path };
  for (;;) {
    const [key, ...missing] = found.missing;
    const property = key === undefined ? undefined : propertyOf(found.node, key);
    const node = property?.children?.[1];
    if (!property || !node) return found;
    found = { node, property, missing };
  }
};

const withValue = (text: string, path: readonly string[], value: unknown): string => {
  const { node, missing } = find(text, path);
  const [key, ...below] = missing;
  if (key !== undefined)
    return inserted(text, node, (indent) => `${JSON.stringify(key)}: ${nested(below, value, text, indent)}`);
  if (node.type !== 'array' || !Array.isArray(value)) return replaced(text, node.offset, node.length, compact(value));
  const known = (node.children ?? []).map((item) => item.value);
  return value
    .filter((item) => !known.includes(item))
    .reduce<string>((edited, item) => inserted(edited, find(edited, path).node, () => compact(item)), text);
};

/** On one line, as a person writes it. */
const compact = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(compact).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${compact(each)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
};

/** The value below keys that are not there yet: each but the last on lines of its own. */
const nested = (path: readonly string[], value: unknown, text: string, indent: string): string => {
  const [key, ...below] = path;
  if (key === undefined) return compact(value);
  if (below.length === 0 && !isEntry(value)) return `{ ${JSON.stringify(key)}: ${compact(value)} }`;
  const [end, inner] = [lineEndOf(text), indent + unitOf(text)];
  return `{${end}${inner}${JSON.stringify(key)}: ${nested(below, value, text, inner)}${end}${indent}}`;
};

/** A whole entry of a section gets a line of its own; a member of one does not. */
const isEntry = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const lineEndOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** One level of indentation, as the file has it. */
const unitOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';

const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';

const replaced = (text: string, offset: number, length: number, by: string): string =>
  text.slice(0, offset) + by + text.slice(offset + length);

/** Puts an item behind all others of an object or list, and behind their comments. */
const inserted = (text: string, container: Node, itemOf: (indent: string) => string): string => {
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const isOnLines = text.slice(container.offset, close).includes('\n');
  const outer = indentAt(text, container.offset);
  const [first] = container.children ?? [];
  const inner = isOnLines && first ? indentAt(text, first.offset) : outer + unitOf(text);
  const item = itemOf(isOnLines ? inner : outer);
  const lastEnd = last ? last.offset + last.length : container.offset + 1;
  const comma = last ? commaBehind(text, lastEnd) : undefined;
  const needsComma = last !== undefined && comma === undefined;
  // Where the content ends, comments included.
  const contentEnd = container.offset + text.slice(container.offset, close).trimEnd().length;
  const tail = comma === undefined ? '' : ',';
  const isEmptyLine = !isOnLines && last === undefined;
  const space = container.type === 'array' ? '' : ' ';
  const added = isOnLines ? `${lineEndOf(text)}${inner}${item}${tail}` : `${last ? ' ' : space}${item}${tail}`;
  const closing = isEmptyLine ? space : text.slice(contentEnd, close);
  const behind = isOnLines && !closing.includes('\n') ? `${lineEndOf(text)}${outer}` : closing;
  const before = needsComma
    ? `${text.slice(0, lastEnd)},${text.slice(lastEnd, contentEnd)}`
    : text.slice(0, contentEnd);
  return before + added + behind + text.slice(close);
};

/** Offset of the comma behind a node, comments in between skipped. */
const commaBehind = (text: string, offset: number): number | undefined => {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined;
};

/** Takes a member out, with its comma, and with its lines if nothing else stands there. */
const without = (text: string, path: readonly string[]): string => {
  const { property, missing } = find(text, path);
  if (!property || missing.length > 0) return text;
  const comma = commaBehind(text, property.offset + property.length);
  const end = comma === undefined ? property.offset + property.length : comma + 1;
  const lineStart = text.lastIndexOf('\n', property.offset - 1) + 1;
  const newline = text.indexOf('\n', end);
  const lineEnd = newline < 0 ? text.length : newline + 1;
  const isAlone = text.slice(lineStart, property.offset).trim() === '' && text.slice(end, lineEnd).trim() === '';
  const [from, to] = isAlone ? [lineStart, lineEnd] : [property.offset, end];
  const rest = text.slice(to);
  // The last one has no comma behind it: the one before it loses its own.
  const siblings = property.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  const lost = comma === undefined && previous ? commaBehind(text, previous.offset + previous.length) : undefined;
  const head = lost === undefined ? text.slice(0, from) : text.slice(0, lost) + text.slice(lost + 1, from);
  return head + (isAlone ? rest : rest.replace(/^[ \t]+(?=[^\s/])/, ''));
};
