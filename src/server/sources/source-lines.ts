// Finds the author's line for a place in the code that runs, in two steps: from the compiled script to the bundle's entry, by a map from compiling
// it again, then to the author's files, by the map that packing put next to the entry. Command line, and for a server the thread of `map-thread.ts`.

import { SourceMap } from 'node:module';
import type { Bundle } from '../../catalog/bundle/bundle.ts';
import { EXPORTS, factoryOf, loaderOf } from '../../catalog/compile/entry-module.ts';
import { COMMON_ARGUMENTS, runEsbuild } from '../../catalog/compile/esbuild.ts';
import { type FunctionNames, functionNamesOf } from './function-names.ts';

/** A place in a file; line and column from 1. */
export interface Place {
  /** The author's name of the file. It is untrusted text, and never a path to open. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The whole text of that file, if it is known. */
  readonly text?: string;
  /** The author's name of the function, if one was asked for and it is known. */
  readonly where?: string;
}

/**
 * Finds the author's place for a line and column of the code that runs; undefined if the author did not write it. `where`: the name of the function that a
 * stack has there.
 */
export type SourceLines = (line: number, column: number, where?: string) => Place | undefined;

const COMPILE_MS = 10_000;
/** Characters of an entry whose functions are looked for. The tree of a longer one takes much memory. */
const MOST_NAMED = 1_000_000;
const MAP_COMMENT = /\n?\/\/# sourceMappingURL=data:application\/json;base64,([\w+/=]+)\s*$/;

type MapPayload = ConstructorParameters<typeof SourceMap>[0] & { readonly sourcesContent?: readonly (string | null)[] };

/**
 * The mapped lines of a bundle. Never rejects: without maps they are the entry's own lines, or none. The compiler may take `compileMs` milliseconds.
 * Both maps are untrusted, and are read without a limit. Names of functions are found at their first use.
 */
export const sourceLinesOf = async (bundle: Bundle, compileMs = COMPILE_MS): Promise<SourceLines> => {
  const toEntry = await entryLines(bundle, compileMs).catch(() => undefined);
  const toAuthor = authorLines(bundle);
  return (line, column, where) => {
    const place = toEntry?.(line, column);
    const authors = place && toAuthor?.(place.line, place.column, where);
    return authors ?? (place && { ...place, ...(where !== undefined && { where }) });
  };
};

/** Compiles the entry as the catalog does, with a map. */
const entryLines = async (bundle: Bundle, timeoutMs: number): Promise<SourceLines | undefined> => {
  const { entryName, entrySource } = bundle;
  const options = [`--loader=${loaderOf(bundle)}`, '--format=iife', `--global-name=${EXPORTS}`];
  const args = [...options, `--sourcefile=${entryName}`, '--sourcemap=inline', ...COMMON_ARGUMENTS];
  const ran = await runEsbuild({ args, input: entrySource, timeoutMs });
  if (!ran.ok) return undefined;
  const [comment = '', encoded = ''] = MAP_COMMENT.exec(ran.output) ?? [];
  const script = ran.output.slice(0, ran.output.length - comment.length);
  const map = parsed(Buffer.from(encoded, 'base64').toString());
  if (map === undefined) return undefined;
  const factory = factoryOf(`${script}\n`).split('\n');
  const scriptLine = scriptLinesOf(script, factory);
  return (line, column) => {
    // For a place beyond its end a map gives its last place, and guests make places up.
    if (column > (factory[line - 1]?.length ?? -1) + 1) return undefined;
    const found = originOf(map, scriptLine(line), column);
    return found && { ...found, file: entryName, text: entrySource };
  };
};

/**
 * Finds the line of the script for a line of the factory. The factory has one more line at its start, and one less at the start of the list of
 * exports if that lists functions.
 */
const scriptLinesOf = (script: string, after: readonly string[]): ((line: number) => number) => {
  const before = script.split('\n');
  const changed = before.findIndex((text, index) => after[index + 1] !== text);
  return (line) => {
    const isShifted = changed === -1 || line - 1 <= changed || before[line - 1] !== after[line - 1];
    return isShifted ? line - 1 : line;
  };
};

const authorLines = ({ entrySource, sourceMap }: Bundle): SourceLines | undefined => {
  const map = sourceMap === undefined ? undefined : parsed(sourceMap);
  if (map === undefined) return undefined;
  let names: FunctionNames | undefined;
  // The names of an entry that is not parsed stay as they are.
  let isRead = entrySource.length > MOST_NAMED;
  return (line, column, where) => {
    const origin = originOf(map, line, column);
    if (origin === undefined || where === undefined) return origin;
    if (!isRead) names = functionNamesOf(entrySource, (atLine, atColumn) => nameIn(map, atLine, atColumn));
    isRead = true;
    const name = names === undefined ? where : names(where, line, column);
    return { ...origin, ...(name !== undefined && { where: name }) };
  };
};

/** The author's name of the identifier that begins at a place; undefined if the map has none. */
const nameIn = ({ map }: { readonly map: SourceMap }, line: number, column: number): string | undefined => {
  // Node's types do not have the name.
  const { name, generatedLine, generatedColumn } = map.findEntry(line - 1, column - 1) as {
    readonly name?: unknown;
    readonly generatedLine?: number;
    readonly generatedColumn?: number;
  };
  const isHere = generatedLine === line - 1 && generatedColumn === column - 1;
  return isHere && typeof name === 'string' ? name : undefined;
};

/** The mapped lines of code that has one map to the author's files, as JSON text. Names of functions stay as they are. */
export const mappedLines = (mapText: string): SourceLines => {
  const map = parsed(mapText);
  return (line, column, where) => {
    const place = map && originOf(map, line, column);
    return place && { ...place, ...(where !== undefined && { where }) };
  };
};

const parsed = (text: string): { readonly map: SourceMap; readonly payload: MapPayload } | undefined => {
  try {
    const payload = JSON.parse(text) as MapPayload;
    return { map: new SourceMap(payload), payload };
  } catch {
    return undefined;
  }
};

const originOf = (
  { map, payload }: { readonly map: SourceMap; readonly payload: MapPayload },
  line: number,
  column: number,
): Place | undefined => {
  const entry = map.findEntry(line - 1, column - 1);
  if (!('originalSource' in entry) || typeof entry.originalSource !== 'string') return undefined;
  const file = entry.originalSource;
  const text = payload.sourcesContent?.[payload.sources.indexOf(file)];
  return {
    file,
    line: entry.originalLine + 1,
    column: entry.originalColumn + 1,
    ...(typeof text === 'string' && { text }),
  };
};
