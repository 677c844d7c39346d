// Keeps the runner's image between starts, because building it takes longer than the rest of a start. Kept images were made by this host, in
// a folder that only its user can write to. Their key is a hash of everything that they are built from.

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
import type { RunnerImage } from './build.ts';
import { contentOf, flush, flushContent } from './content.ts';
import { keptName } from './kept.ts';
import { copyImage, letOthersRead } from './machine-files.ts';
import { addonPath } from './modules.ts';

const FOLDER_MODE = 0o700;
const OTHERS_MAY_WRITE = 0o022;
/** Images unused for longer belong to releases that are gone, and are removed. */
const UNUSED_MS = 30 * 24 * 3_600_000;

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** The file that tells which library versions the image contains. */
const LOCK = at('../../../../package-lock.json');
const SOURCES = ['cell', 'shared', 'control/launch'].map((name) => at(`../../../${name}`));

/** Hash of everything that an image is built from; undefined if it cannot be computed. */
const keyOf = (): string | undefined => {
  if (!existsSync(LOCK)) return undefined;
  const hash = createHash('sha256')
    .update(process.version)
    .update(readFileSync(LOCK))
    .update(readFileSync(addonPath()));
  for (const folder of SOURCES) {
    const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
    for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
      hash.update(path).update(readFileSync(path));
  }
  return hash.digest('hex');
};

/** True for a folder that is this user's alone. */
const isOwn = (folder: string): boolean => {
  const { uid, mode } = statSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & OTHERS_MAY_WRITE) === 0);
};

interface Kept {
  readonly image?: RunnerImage;
  /** The folder of an image that was damaged, and is removed. */
  readonly damaged?: string;
}

/** Copies a kept image, because a server may run for longer than an unused image is kept. The copy is checked, because runners read the copy. */
const find = (folder: string, key: string, parent: string | undefined): Kept => {
  const name = readdirSync(folder).find((entry) => entry.startsWith(`${key}.`));
  const path = join(folder, name ?? '');
  if (name === undefined || !isOwn(path)) return {};
  const [, digest = '', content] = name.split('.');
  const { path: own, remove } = copyImage(path, parent, letOthersRead);
  if (contentOf(own) === content) {
    const now = new Date();
    utimesSync(path, now, now);
    return { image: { folder: own, digest, content, remove } };
  }
  remove();
  rmSync(path, { recursive: true, force: true });
  return { damaged: path };
};

const keep = (folder: string, key: string, image: RunnerImage): void => {
  const draft = join(folder, `.${randomUUID()}`);
  try {
    cpSync(image.folder, draft, { recursive: true });
    flushContent(draft);
    renameSync(draft, join(folder, keptName(key, image.digest, contentOf(draft))));
    flush(folder);
  } finally {
    // Another start may have stored the same image first.
    rmSync(draft, { recursive: true, force: true });
  }
};

const removeUnused = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > UNUSED_MS) rmSync(path, { recursive: true, force: true });
  }
};

export interface KeptImageOptions {
  readonly build: () => Promise<RunnerImage>;
  /** Folder in which the image's folder is made; the temporary folder if absent. */
  readonly parent?: string | undefined;
  /** Called with the folder of a kept image that was damaged. Another one is built and kept. */
  readonly onDamaged?: ((path: string) => void) | undefined;
}

/** The image that an earlier start has kept in `folder`, or else a new one. */
export const keptRunnerImage = async (
  folder: string,
  { build, parent, onDamaged }: KeptImageOptions,
): Promise<RunnerImage> => {
  let key: string | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    key = isOwn(folder) ? keyOf() : undefined;
    const { image, damaged }: Kept = key === undefined ? {} : find(folder, key, parent);
    if (image) return image;
    if (damaged !== undefined) onDamaged?.(damaged);
  } catch {
    key = undefined;
  }
  const image = await build();
  try {
    if (key !== undefined) keep(folder, key, image);
    removeUnused(folder);
  } catch {
    // The next start builds it again.
  }
  return image;
};
