// The thread that reads source maps for a server. They are untrusted and may be large: what they cost in time or memory ends
// this thread, and nothing else.

import { readBundleAt } from '../catalog/bundle/bundle.ts';
import { shown } from '../catalog/model/refusal.ts';
import type { MapAnswer, MapTask } from './map-task.ts';
import { type SourceLines, sourceLinesOf } from './source-lines.ts';

/** Characters of entries and their maps that are kept compiled, of all bundles together; the one used last is kept in any case. */
const MOST_KEPT = 12_000_000;
const FILE_CHARACTERS = 200;

/** A bundle's entry, its lines, and what they take. */
interface Kept {
  readonly entryName: string;
  readonly lines: SourceLines;
  readonly characters: number;
}

/** By digest; the one used last comes last. */
const kept = new Map<string, Kept>();

/** The lines that the task asks for; undefined where the bundle has changed, or none of its places is in the entry. */
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

/** Answers one task. Rejects where the bundle cannot be read. */
export default async (task: MapTask): Promise<MapAnswer> => {
  const found = await linesOf(task);
  return task.places.map(({ file, line, column }) => {
    const place = file === found?.entryName ? found.lines(line, column) : undefined;
    return place ? `${shown(place.file, FILE_CHARACTERS)}:${place.line}:${place.column}` : null;
  });
};
