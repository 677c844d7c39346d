// The thread that reads source maps for a server. They are untrusted and may be large: what they cost in time or memory ends
// this thread, and nothing else.

import { readBundleAt } from '../catalog/bundle.ts';
import { shown } from '../catalog/refusal.ts';
import type { MapAnswer, MapTask } from './map-task.ts';
import { type SourceLines, sourceLinesOf } from './source-lines.ts';

/** Bundles whose maps are kept at a time. */
const MOST_KEPT = 2;
const FILE_CHARACTERS = 200;

/** The bundle's entry, and its lines by digest; the one used last comes last. */
interface Kept {
  readonly entryName: string;
  readonly lines: SourceLines;
}

const kept = new Map<string, Kept>();

const linesOf = async ({ path, digest, caps, compileMs }: MapTask): Promise<Kept | undefined> => {
  const known = kept.get(digest);
  kept.delete(digest);
  const found = known ?? (await readLines(path, digest, caps, compileMs));
  if (found === undefined) return undefined;
  kept.set(digest, found);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return found;
};

const readLines = async (
  path: string,
  digest: string,
  caps: MapTask['caps'],
  compileMs: number,
): Promise<Kept | undefined> => {
  const bundle = await readBundleAt(path, caps);
  if (bundle.digest !== digest) return undefined;
  return { entryName: bundle.entryName, lines: await sourceLinesOf(bundle, compileMs) };
};

/** Answers one task. Rejects where the bundle cannot be read. */
export default async (task: MapTask): Promise<MapAnswer> => {
  const found = await linesOf(task);
  return task.places.map(({ file, line, column }) => {
    const place = file === found?.entryName ? found.lines(line, column) : undefined;
    return place ? `${shown(place.file, FILE_CHARACTERS)}:${place.line}:${place.column}` : null;
  });
};
