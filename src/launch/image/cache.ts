// Keeps the runner's image between starts: making it takes longer than all the rest of a start. What is kept was made by this host, in
// a folder that only its user can write to, and is found by everything that went into it.

import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownFolder } from '../../lifetime/belongings.ts';
import type { RunnerImage } from './build.ts';
import { letOthersRead } from './machine-files.ts';
import { addonPath } from './modules.ts';

const FOLDER_MODE = 0o700;
const OTHERS_MAY_WRITE = 0o022;
/** Images that no start has used for so long are of releases that are gone. */
const UNUSED_MS = 30 * 24 * 3_600_000;

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Says which versions of libraries are bundled in. */
const LOCK = at('../../../package-lock.json');
const SOURCES = ['runner', 'guest', 'platform', 'protocol', 'launch'].map((name) => at(`../../${name}`));

/** Hash of all that an image is made from; undefined where that cannot be told. */
const keyOf = (): string | undefined => {
  if (!existsSync(LOCK)) return undefined;
  const hash = createHash('sha256')
    .update(process.version)
    .update(readFileSync(LOCK))
    .update(readFileSync(addonPath()));
  for (const folder of SOURCES) {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }).sort(byPath)) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      hash.update(path).update(readFileSync(path));
    }
  }
  return hash.digest('hex');
};

const byPath = (left: { parentPath: string; name: string }, right: { parentPath: string; name: string }): number =>
  join(left.parentPath, left.name) < join(right.parentPath, right.name) ? -1 : 1;

/** True for a folder that is this user's alone. */
const isOwn = (folder: string): boolean => {
  const { uid, mode } = statSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & OTHERS_MAY_WRITE) === 0);
};

/**
 * A kept image lies in a folder named `<key>.<digest>`. What is used is a copy, in a temporary folder of this process's own: a server may run for
 * longer than what no start has used is kept.
 */
const find = (folder: string, key: string, parent: string | undefined): RunnerImage | undefined => {
  const name = readdirSync(folder).find((entry) => entry.startsWith(`${key}.`));
  if (name === undefined || !isOwn(join(folder, name))) return undefined;
  const now = new Date();
  utimesSync(join(folder, name), now, now);
  const { path: own, remove } = ownFolder('toolcell-runner-', parent);
  try {
    cpSync(join(folder, name), own, { recursive: true });
    letOthersRead(own);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder: own, digest: name.slice(key.length + 1), remove };
};

const keep = (folder: string, key: string, image: RunnerImage): void => {
  const draft = join(folder, `.${randomUUID()}`);
  cpSync(image.folder, draft, { recursive: true });
  try {
    renameSync(draft, join(folder, `${key}.${image.digest}`));
  } catch {
    // Another start was quicker.
    rmSync(draft, { recursive: true, force: true });
  }
};

const removeUnused = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > UNUSED_MS) rmSync(path, { recursive: true, force: true });
  }
};

/**
 * The image that `build` makes, or the same as an earlier start has kept it in `folder`. If nothing can be kept, it is built. The image that is used
 * lies in the temporary folder, or in `parent`.
 */
export const keptRunnerImage = async (
  folder: string,
  build: () => Promise<RunnerImage>,
  parent?: string,
): Promise<RunnerImage> => {
  let key: string | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    key = isOwn(folder) ? keyOf() : undefined;
    const kept = key && find(folder, key, parent);
    if (kept) return kept;
  } catch {
    key = undefined;
  }
  const image = await build();
  try {
    if (key !== undefined) keep(folder, key, image);
    removeUnused(folder);
  } catch {
    // It will be built again.
  }
  return image;
};
