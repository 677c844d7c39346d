// The thread that reads source maps for a server. Maps are untrusted and may be large. One that takes too much time or memory ends only this thread.

import { readBundleAt } from '../../catalog/bundle/bundle.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { type SourceLines, sourceLinesOf } from './source-lines.ts';

/** A place in the code that runs, as a stack names it. Line and column from 1. */
export interface RunPlace {
  /** The name of the function there, as the stack has it. */
  readonly where?: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Asks for the author's places of places in the code of a bundle on disk. */
export interface MapTask {
  /** Folder or archive inside the plugins folder. */
  readonly path: string;
  /** The version that ran. If another one is at `path` by now, nothing is mapped. */
  readonly digest: string;
  /** The catalog's limits of a bundle. */
  readonly caps: { readonly bytes: number; readonly files: number };
  readonly compileMs: number;
  readonly places: readonly RunPlace[];
}

/** For each place the author's as a stack has it, `name (file:line:column)` or `file:line:column`, on one line and printable; null if the author did not write it. */
export type MapAnswer = readonly (string | null)[];

/** Characters of entries and their maps that are kept compiled, of all bundles together. The bundle used last is always kept. */
const MOST_KEPT = 12_000_000;
const FILE_CHARACTERS = 200;
const NAME_CHARACTERS = 100;

/** The mapped lines of a bundle's entry, and their size. */
interface Kept {
  readonly entryName: string;
  readonly lines: SourceLines;
  readonly characters: number;
}

const kept = new Map<string, Kept>();

/** The lines that the task needs. Undefined if the bundle has changed, or no place of the task is in its entry. */
const linesOf = async ({ path, digest, caps, compileMs, places }: MapTask): Promise<Kept | undefined> => {
  const known = kept.get(digest);
  if (known) {
    kept.delete(digest);
    kept.set(digest, known);
    return known;
  }
  const bundle = await readBundleAt(path, caps);
  const { entryName, entrySource, sourceMap = '' } = bundle;
  if (bundle.digest !== digest || !places.some(({ file }) => file === entryName)) return undefined;
  const lines = await sourceLinesOf(bundle, compileMs);
  const found = { entryName, lines, characters: entrySource.length + sourceMap.length };
  kept.set(digest, found);
  makeRoom();
  return found;
};

const makeRoom = (): void => {
  let characters = 0;
  for (const [digest, each] of [...kept].reverse()) {
    characters += each.characters;
    if (characters > MOST_KEPT && characters > each.characters) kept.delete(digest);
  }
};

/** Answers one task. Rejects if the bundle cannot be read. */
export default async (task: MapTask): Promise<MapAnswer> => {
  const found = await linesOf(task);
  return task.places.map(({ file, line, column, where: asRun }) => {
    const place = file === found?.entryName ? found.lines(line, column, asRun) : undefined;
    if (place === undefined) return null;
    const position = `${shown(place.file, FILE_CHARACTERS)}:${place.line}:${place.column}`;
    return place.where === undefined ? position : `${shown(place.where, NAME_CHARACTERS)} (${position})`;
  });
};
