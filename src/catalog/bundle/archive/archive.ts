// A bundle packed as `.tgz`, from bytes to the same thing that a folder becomes. All in memory. Front process.

import { refused, shown } from '../../model/refusal.ts';
import { type Bundle, bundleOf } from '../bundle-contents.ts';
import { type BundleCaps, BundleTally, tooManyFiles } from '../bundle-tally.ts';
import { isSkipped } from '../bundle-walk.ts';
import type { SeenFile } from '../seen-file.ts';
import { type ArchiveEntry, readEntries } from './archive-entries.ts';
import { inflateArchive } from './archive-gzip.ts';

/** The folder that `npm pack` puts everything into. */
const TOP_FOLDER = 'package/';

/** How a path came to be known: as a file, as a folder, or because something lies in it. */
type Known = 'file' | 'folder' | 'implied';

/** Paths inside the bundle: without npm's folder, or without the `./` of `tar -C folder .`. */
const withoutTop = (entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] => {
  const top = [TOP_FOLDER, './'].find((folder) => entries.every(({ path }) => path.startsWith(folder)));
  if (top === undefined) return entries;
  return entries
    .map((entry) => ({ ...entry, path: entry.path.slice(top.length) }))
    .filter(({ path, isFolder }) => path !== '' || !isFolder);
};

const checkSegments = (path: string, segments: readonly string[]): void => {
  const isOutside =
    segments.some((segment) => segment === '' || segment === '.' || segment === '..') ||
    /^[A-Za-z]:/.test(segments[0] ?? '');
  if (!isOutside) return;
  throw refused(
    shown(path) || 'the bundle',
    'the path is absolute, or leads out of the bundle, or through it and back',
    'use paths inside the bundle: no leading /, no drive, no empty name, . or ..',
  );
};

const checkKnown = (path: string, before: Known, now: Known): void => {
  const isFine = (before !== 'file' && now === 'implied') || (before === 'implied' && now === 'folder');
  if (!isFine) throw refused(shown(path), 'is in the archive twice', 'keep one of them');
};

/** Counts and checks an entry, and every folder on the way to it that the archive leaves out. */
const enter = (entry: ArchiveEntry, tally: BundleTally, known: Map<string, Known>): readonly string[] => {
  const segments = entry.path.replace(/\/$/, '').split('/');
  checkSegments(entry.path, segments);
  let inside = '';
  for (const [index, name] of segments.entries()) {
    const path = `${inside}${name}`;
    const isLast = index === segments.length - 1;
    const now: Known = isLast ? (entry.isFolder ? 'folder' : 'file') : 'implied';
    const before = known.get(path);
    if (before === undefined) tally.enter(inside, name);
    else checkKnown(path, before, now);
    if (before === undefined || now === 'folder') known.set(path, now);
    inside = `${path}/`;
  }
  return segments;
};

const filesOf = (entries: readonly ArchiveEntry[], caps: BundleCaps): readonly SeenFile[] => {
  const tally = new BundleTally(caps);
  const known = new Map<string, Known>();
  const files: SeenFile[] = [];
  for (const entry of withoutTop(entries)) {
    const { path: name, bytes, isFolder } = entry;
    const segments = enter(entry, tally, known);
    tally.weigh(name, bytes.length);
    if (!isFolder && !segments.some(isSkipped)) files.push({ name, sizeBytes: bytes.length, read: () => bytes });
  }
  return files;
};

/**
 * Reads a bundle that is a tar archive inside gzip: everything below `package/`, as npm writes it, or plugin.json at the top.
 * Rejects with BundleRefused; isIncomplete tells an archive that may still be on its way.
 * Limits: `caps`, of which every entry counts, hidden ones and installed packages too; 8 folders deep; 200 times its size.
 */
export const readArchive = async (bytes: Uint8Array, caps: BundleCaps): Promise<Bundle> => {
  const tar = await inflateArchive(bytes, caps);
  // One more than the files of the bundle: the top folder may be an entry of its own.
  const entries = readEntries(tar, caps.files + 1, () => tooManyFiles('the bundle', caps));
  return bundleOf(filesOf(entries, caps));
};
