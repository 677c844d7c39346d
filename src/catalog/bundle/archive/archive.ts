// Reads a bundle that is packed as `.tgz` into the same list of files that a folder becomes. Front process; writes nothing to disk.

import { Parser } from 'tar';
import { refused, shown } from '../../model/refusal.ts';
import { type BundleCaps, BundleCounter, tooManyFiles } from '../bundle-caps.ts';
import { type Bundle, bundleOf } from '../bundle-contents.ts';
import { type BundleFile, isSkipped } from '../bundle-walk.ts';
import { inflateArchive } from './archive-gzip.ts';
import { checkHeaders, type PromisedEntry, REPACK } from './archive-headers.ts';

/** A file or folder of an archive. `bytes` is a view of the archive's own bytes. */
interface ArchiveEntry {
  readonly path: string;
  readonly isFolder: boolean;
  readonly bytes: Uint8Array;
}

/** The folder that `npm pack` puts everything into. */
const TOP_FOLDER = 'package/';

/** How a path appeared in the archive: as a file, as a folder, or only because another entry lies in it. */
type Known = 'file' | 'folder' | 'implied';

const parse = (tar: Buffer): readonly ArchiveEntry[] => {
  const entries: ArchiveEntry[] = [];
  let failed: unknown;
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      const { path, type } = entry;
      const index = entries.push({ path, isFolder: type === 'Directory', bytes: new Uint8Array(0) }) - 1;
      entry.on('data', (bytes: Buffer) => {
        // The parser gets the archive in one chunk, so each file comes in one chunk.
        entries[index] = { path, isFolder: false, bytes };
      });
    },
  });
  parser.on('error', (error: unknown) => {
    failed ??= error;
  });
  parser.end(tar);
  if (!failed) return entries;
  const message = failed instanceof Error ? failed.message : String(failed);
  throw refused('the bundle', `cannot be read as a tar archive: ${shown(message, 200)}`, REPACK);
};

const isPromised = (entry: ArchiveEntry, promised: PromisedEntry | undefined): boolean =>
  promised?.isFolder === entry.isFolder && promised.sizeBytes === entry.bytes.length;

/** Every file and folder of a tar archive. Throws BundleRefused unless the parser finds exactly what the headers promise. */
const readEntries = (tar: Buffer, caps: BundleCaps): readonly ArchiveEntry[] => {
  // One more than the files of the bundle, because the top folder may have an entry too.
  const promised = checkHeaders(tar, caps.files + 1, () => tooManyFiles('the bundle', caps));
  if (promised.length === 0)
    throw refused('the bundle', 'the archive is empty', 'pack the folder with plugin.json and the entry');
  const entries = parse(tar);
  if (entries.length === promised.length && entries.every((entry, index) => isPromised(entry, promised[index])))
    return entries;
  throw refused('the bundle', 'two programs could read different files in it', REPACK);
};

/** The entries with their paths inside the bundle, without npm's folder and without the `./` of `tar -C folder .`. */
const withoutTop = (entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] => {
  const top = [TOP_FOLDER, './'].find((folder) => entries.every(({ path }) => path.startsWith(folder)));
  if (top === undefined) return entries;
  return entries
    .map((entry) => ({ ...entry, path: entry.path.slice(top.length) }))
    .filter(({ path, isFolder }) => path !== '' || !isFolder);
};

const checkSegments = (path: string, segments: readonly string[]): void => {
  if (!segments.some((segment) => ['', '.', '..'].includes(segment)) && !/^[A-Za-z]:/.test(path)) return;
  const hint = 'use paths inside the bundle: no leading /, no drive, no empty name, . or ..';
  throw refused(shown(path) || 'the bundle', 'the path is absolute, leads out of the bundle, or has detours', hint);
};

const checkKnown = (path: string, before: Known, now: Known): void => {
  const isFine = (before !== 'file' && now === 'implied') || (before === 'implied' && now === 'folder');
  if (!isFine) throw refused(shown(path), 'is in the archive twice', 'keep one of them');
};

/** Counts and checks an entry, and every folder above it that has no entry. */
const enter = (entry: ArchiveEntry, counter: BundleCounter, known: Map<string, Known>): readonly string[] => {
  const segments = entry.path.replace(/\/$/, '').split('/');
  checkSegments(entry.path, segments);
  let inside = '';
  for (const [index, name] of segments.entries()) {
    const path = `${inside}${name}`;
    const isLast = index === segments.length - 1;
    const now: Known = isLast ? (entry.isFolder ? 'folder' : 'file') : 'implied';
    const before = known.get(path);
    if (before === undefined) counter.enter(inside, name);
    else checkKnown(path, before, now);
    if (before === undefined || now === 'folder') known.set(path, now);
    inside = `${path}/`;
  }
  return segments;
};

const filesOf = (entries: readonly ArchiveEntry[], caps: BundleCaps): readonly BundleFile[] => {
  const counter = new BundleCounter(caps);
  const known = new Map<string, Known>();
  return withoutTop(entries).flatMap((entry) => {
    const { path: name, bytes, isFolder } = entry;
    const segments = enter(entry, counter, known);
    counter.weigh(name, bytes.length);
    return isFolder || segments.some(isSkipped) ? [] : [{ name, sizeBytes: bytes.length, read: () => bytes }];
  });
};

/**
 * Reads a bundle from a tar archive inside gzip, with everything below `package/`, as npm writes it, or with plugin.json at the top.
 * Rejects with BundleRefused; isIncomplete tells an archive that may still be being copied.
 * Limits: `caps`, which count every entry, hidden ones and installed packages too; 8 folders deep; 200 times its size.
 */
export const readArchive = async (bytes: Uint8Array, caps: BundleCaps): Promise<Bundle> =>
  bundleOf(filesOf(readEntries(await inflateArchive(bytes, caps), caps), caps));
