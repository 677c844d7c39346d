// Changes single members of a configuration's text and keeps comments, order and layout of all else. jsonc-parser's own `modify` does not:
// it formats the neighbours of an inserted member. Command line.

import { createScanner, findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

/** A member to set, or to remove if `value` is undefined. If it is a list already, new items are added behind the others. */
export interface TextChange {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The text with the changes. An empty text counts as `{}`. Throws if the text cannot be parsed. */
export const editText = (text: string, changes: readonly TextChange[]): string =>
  changes.reduce(
    (edited, { path, value }) => (value === undefined ? without(edited, path) : withValue(edited, path, value)),
    text.trim() === '' ? '{\n}\n' : text,
  );

/** The innermost node on the path, and the rest of the path, which does not exist. */
const find = (text: string, path: readonly string[]): { node: Node; missing: readonly string[] } => {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (!root) throw new Error('the configuration cannot be read');
  const known = path.findLastIndex((_, index) => findNodeAtLocation(root, path.slice(0, index + 1))) + 1;
  return { node: findNodeAtLocation(root, path.slice(0, known)) ?? root, missing: path.slice(known) };
};

const withValue = (text: string, path: readonly string[], value: unknown): string => {
  const { node, missing } = find(text, path);
  const [key, ...below] = missing;
  if (key !== undefined)
    return inserted(text, node, (indent) => `${JSON.stringify(key)}: ${nested(below, value, text, indent)}`);
  if (node.type !== 'array' || !Array.isArray(value))
    return text.slice(0, node.offset) + compact(value) + text.slice(node.offset + node.length);
  const known = (node.children ?? []).map((item) => item.value);
  return value
    .filter((item) => !known.includes(item))
    .reduce<string>((edited, item) => inserted(edited, find(edited, path).node, () => compact(item)), text);
};

/** The value on one line, as a person writes it. */
const compact = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(compact).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${compact(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
};

/** The value below keys that do not exist yet. Each key but the last begins a new line. */
const nested = (path: readonly string[], value: unknown, text: string, indent: string): string => {
  const [key, ...below] = path;
  if (key === undefined) return compact(value);
  if (below.length === 0 && !isEntry(value)) return `{ ${JSON.stringify(key)}: ${compact(value)} }`;
  const [end, inner] = [lineEndOf(text), indent + unitOf(text)];
  return `{${end}${inner}${JSON.stringify(key)}: ${nested(below, value, text, inner)}${end}${indent}}`;
};

/** True for an entry of a section, which gets a line of its own, unlike its members. */
const isEntry = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const lineEndOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** One level of the file's indentation. */
const unitOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';

const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';

/** Inserts an item behind all others of an object or list, and behind their comments. */
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

/** Offset of the comma behind a node, also behind comments. */
const commaBehind = (text: string, offset: number): number | undefined => {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined;
};

/** Removes a member with its comma, and with its lines if they hold nothing else. */
const without = (text: string, path: readonly string[]): string => {
  const { node, missing } = find(text, path);
  const property = node.parent;
  if (!property || missing.length > 0) return text;
  const comma = commaBehind(text, property.offset + property.length);
  const end = comma === undefined ? property.offset + property.length : comma + 1;
  const lineStart = text.lastIndexOf('\n', property.offset - 1) + 1;
  const newline = text.indexOf('\n', end);
  const lineEnd = newline < 0 ? text.length : newline + 1;
  const isAlone = text.slice(lineStart, property.offset).trim() === '' && text.slice(end, lineEnd).trim() === '';
  const [from, to] = isAlone ? [lineStart, lineEnd] : [property.offset, end];
  const rest = text.slice(to);
  // The last member has no comma behind it, so the member before it loses its own.
  const siblings = property.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  const lost = comma === undefined && previous ? commaBehind(text, previous.offset + previous.length) : undefined;
  const head = lost === undefined ? text.slice(0, from) : text.slice(0, lost) + text.slice(lost + 1, from);
  return head + (isAlone ? rest : rest.replace(/^[ \t]+(?=[^\s/])/, ''));
};
