// Finds the places of a script in a stack of the guest, untrusted, and shows the lines around one. Front process.

import { SourceMap } from 'node:module';
import type { CompiledScript } from './compile-thread.ts';
import { HEAD_COLUMNS, SCRIPT_FILE } from './frame.ts';
import { RETURN } from './parse.ts';

/** Both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Characters of a stack that are looked at, and of a line that is shown. */
const MOST_CHARACTERS = 4_000;
const SHOWN_CHARACTERS = 120;
const LINES_BEFORE = 2;
const ESBUILD_HEAD_COLUMNS = '(async () => {'.length;

type Compiled = Extract<CompiledScript, { ok: true }>;

/** The innermost place of the stack in the script's own text; undefined if it has none. */
export const placeIn = (stack: string, code: string, compiled: Compiled): Place | undefined => {
  const lines = code.split('\n');
  const places = new RegExp(`${SCRIPT_FILE.replace('.', '\\.')}:(\\d{1,7}):(\\d{1,7})`, 'g');
  for (const [, line, column] of stack.slice(0, MOST_CHARACTERS).matchAll(places)) {
    const place = ownPlace({ line: Number(line), column: Number(column) }, compiled);
    if (place && place.column > 0 && place.column <= (lines[place.line - 1]?.length ?? -1) + 1) return place;
  }
  return undefined;
};

/** The place in the author's text of a place in the frame; undefined for one outside the text. */
const ownPlace = ({ line, column }: Place, { map, moved }: Compiled): Place | undefined => {
  const inBody = line === 1 ? column - HEAD_COLUMNS : column;
  if (inBody < 1) return undefined;
  if (map !== undefined) return mapped({ line, column: line === 1 ? inBody + ESBUILD_HEAD_COLUMNS : inBody }, map);
  if (moved === undefined || line !== moved.line || inBody <= moved.column) return { line, column: inBody };
  return { line, column: Math.max(moved.column + 1, inBody - RETURN.length) };
};

/** The wrapper for esbuild has one line before the text. */
const mapped = ({ line, column }: Place, map: string): Place | undefined => {
  const entry = new SourceMap(JSON.parse(map)).findEntry(line - 1, column - 1);
  if (!('originalLine' in entry) || entry.originalLine < 1) return undefined;
  return { line: entry.originalLine, column: entry.originalColumn + 1 };
};

/** The lines around a place, with their numbers and a mark below it. */
export const frameAt = (code: string, { line, column }: Place): string => {
  const lines = code.split('\n');
  const width = String(line).length;
  const first = Math.max(1, line - LINES_BEFORE);
  const shown = lines.slice(first - 1, line).map((text, index) => {
    const number = first + index;
    const mark = number === line ? '>' : ' ';
    return `${mark} ${String(number).padStart(width)} | ${text.slice(0, SHOWN_CHARACTERS)}`.trimEnd();
  });
  const at = Math.min(column, SHOWN_CHARACTERS + 1);
  return [...shown, `  ${' '.repeat(width)} | ${' '.repeat(at - 1)}^`].join('\n');
};
