// Parses the text of a configuration file to a tree of nodes with their places, and lists its syntax errors. It is JSON with comments and
// trailing commas. Nesting is bounded before any recursive code reads the text. Front process and command line.

import { findNodeAtOffset, type Node, type ParseError, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import type { Problem } from '../problem.ts';

/** A parsed file. If `root` is undefined, there is nothing to check. */
export interface ConfigText {
  readonly text: string;
  readonly root: Node | undefined;
  /** Problems with their offsets in `text`. */
  readonly problems: readonly PlacedProblem[];
  /** True if a brace is missing, so that settings may be in a section that they were not meant for. */
  readonly isMisread: boolean;
  /** The place of an offset as `sandbox.config.json:12:18`, line and column from 1. */
  placeOf(offset: number): string;
}

export interface PlacedProblem extends Problem {
  readonly offset: number;
}

const MAX_DEPTH = 32;

const SYNTAX: Readonly<Record<string, readonly [wrong: string, fix: string]>> = {
  PropertyNameExpected: ['a setting name is missing here', 'write a name in double quotes'],
  ValueExpected: ['a value is missing here', 'write a value, or remove what is before it'],
  ColonExpected: ['a colon is missing', 'put ":" between name and value'],
  CommaExpected: ['a comma is missing', 'put "," between this and what is before it'],
  CloseBraceExpected: ['a "}" is missing', 'close what "{" has opened'],
  CloseBracketExpected: ['a "]" is missing', 'close what "[" has opened'],
  EndOfFileExpected: ['something follows the end of the configuration', 'remove it, or an extra "}" before it'],
  UnexpectedEndOfComment: ['a comment does not end', 'close it with "*/"'],
  UnexpectedEndOfString: ['a text does not end on its line', 'close it with a double quote'],
  UnexpectedEndOfNumber: ['a number is cut short', 'write it out'],
  InvalidEscapeCharacter: ['a text has a backslash before a character that takes none', 'write "\\\\" for a backslash'],
  InvalidUnicode: ['a text has a broken \\u escape', 'write four hexadecimal digits after \\u'],
  InvalidCharacter: ['a text has a raw control character', 'write it as an escape such as "\\n"'],
};
const OTHER_SYNTAX = [
  'this is not JSON',
  'put names and texts in double quotes; without: numbers, true and false',
] as const;

/** Parses the text of the file shown as `name`. Never throws. */
export function parseConfigText(source: string, name: string): ConfigText {
  // Editors do not count a byte order mark as a column.
  const text = source.replace(/^\uFEFF/, '');
  const placeOf = placesIn(text, name);
  const fail = (offset: number, wrong: string, fix: string): PlacedProblem => {
    return { offset, where: placeOf(offset), wrong, fix };
  };
  const unread = (problem: PlacedProblem): ConfigText => ({
    text,
    root: undefined,
    problems: [problem],
    isMisread: false,
    placeOf,
  });

  if (text.trim() === '')
    return unread(fail(0, 'the file is empty', 'write {} if every default is right, or remove the file'));
  const deepAt = tooDeepAt(text);
  if (deepAt !== undefined)
    return unread(fail(deepAt, `more than ${MAX_DEPTH} levels of { and [`, 'remove what is nested here'));
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const unopened = root && firstUnopened(root, errors, text);
  if (unopened !== undefined) {
    const missing = fail(unopened.offset, 'a "{" is missing before this', 'open the section that this setting is in');
    return { text, root, problems: [missing], isMisread: true, placeOf };
  }
  const isUnclosed = errors.some(isMissingBrace);
  const misplaced = isUnclosed && root !== undefined ? firstMisplaced(root, text) : undefined;
  const told = firstPerLine(errors, placeOf)
    .filter((error) => misplaced === undefined || !isMissingBrace(error))
    .map(({ error, offset }) => fail(offset, ...(SYNTAX[printParseErrorCode(error)] ?? OTHER_SYNTAX)));
  if (misplaced === undefined) return { text, root, problems: told, isMisread: isUnclosed, placeOf };
  const { container, member } = misplaced;
  const opened = placeOf(container.offset).replace(/:\d+$/, '').replace(/^.*:/, '');
  const missing = fail(member.offset, 'a "}" is missing before this', `close the "{" of line ${opened}`);
  return { text, root, problems: [missing, ...told], isMisread: true, placeOf };
}

const isMissingBrace = ({ error }: ParseError): boolean => printParseErrorCode(error) === 'CloseBraceExpected';

/** The first value that is followed by a colon: it is the name of a setting, and the brace before it is missing. All further errors come of it. */
const firstUnopened = (root: Node, errors: readonly ParseError[], text: string): Node | undefined => {
  const colon = errors.find(({ offset }) => text[offset] === ':');
  if (colon === undefined || printParseErrorCode(colon.error) !== 'CommaExpected') return undefined;
  return findNodeAtOffset(root, text.slice(0, colon.offset).trimEnd().length - 1);
};

/**
 * The first member whose line is not indented more than the line on which its object begins. The parser finds a missing brace only where the
 * text ends; people see it here.
 */
function firstMisplaced(
  container: Node,
  text: string,
): { readonly container: Node; readonly member: Node } | undefined {
  const isObject = container.type === 'object';
  const least = indentOf(text, container.offset);
  for (const member of container.children ?? []) {
    const begin = lineStart(text, member.offset);
    const indent = indentOf(text, member.offset);
    const beginsLine = begin + indent === member.offset && begin > container.offset;
    if (isObject && beginsLine && indent <= least) return { container, member };
    const inside = firstMisplaced(member, text);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

const indentOf = (text: string, offset: number): number =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0].length ?? 0;

/** Offset of the first bracket that nests too deep. The visit ends there, so its recursion stays shallow. */
function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  let found: number | undefined;
  const enter = (offset: number): void => {
    depth++;
    if (depth <= MAX_DEPTH) return;
    found = offset;
    throw new RangeError('nested too deep');
  };
  const leave = (): void => {
    depth--;
  };
  try {
    visit(text, { onObjectBegin: enter, onArrayBegin: enter, onObjectEnd: leave, onArrayEnd: leave });
  } catch (error) {
    if (found === undefined) throw error;
  }
  return found;
}

/** One slip causes several errors, so only the first error of each line is kept. */
function firstPerLine(errors: readonly ParseError[], placeOf: (offset: number) => string): readonly ParseError[] {
  const seen = new Set<string>();
  return errors.filter(({ offset }) => {
    const line = placeOf(offset).replace(/:\d+$/, '');
    return seen.size < seen.add(line).size;
  });
}

function placesIn(text: string, name: string): (offset: number) => string {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\r|\n/g)) starts.push(end.index + end[0].length);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return `${name}:${low + 1}:${offset - (starts[low] ?? 0) + 1}`;
  };
}
