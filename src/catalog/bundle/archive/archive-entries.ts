// The files of a tar archive in memory, as tar's own parser reads them: after its headers were looked at, and only where the
// parser finds what they promise. Front process: nothing is written to disk.

import { Parser } from 'tar';
import { refused, shown } from '../../model/refusal.ts';
import { checkHeaders, type PromisedEntry } from './archive-headers.ts';
import { REPACK } from './archive-names.ts';

/** A file or folder of an archive, under the name it has there. */
export interface ArchiveEntry {
  readonly path: string;
  readonly isFolder: boolean;
  /** A view of the archive's own bytes. */
  readonly bytes: Uint8Array;
}

const NO_BYTES = new Uint8Array(0);

const parse = (tar: Buffer): readonly ArchiveEntry[] => {
  const entries: ArchiveEntry[] = [];
  let failed: unknown;
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      const index = entries.length;
      const { path } = entry;
      entries.push({ path, isFolder: entry.type === 'Directory', bytes: NO_BYTES });
      entry.on('data', (chunk: Buffer) => {
        // The archive is given in one piece, so each file comes in one piece.
        entries[index] = { path, isFolder: false, bytes: chunk };
      });
    },
  });
  parser.on('error', (error: unknown) => {
    failed ??= error;
  });
  parser.end(tar);
  if (failed) {
    const message = failed instanceof Error ? failed.message : String(failed);
    throw refused('the bundle', `cannot be read as a tar archive: ${shown(message, 200)}`, REPACK);
  }
  return entries;
};

const isPromised = (entry: ArchiveEntry, promised: PromisedEntry | undefined): boolean =>
  promised !== undefined && promised.isFolder === entry.isFolder && promised.sizeBytes === entry.bytes.length;

/** Every file and folder of a tar archive, at most `most`. Throws BundleRefused for anything that is not plainly one of them. */
export const readEntries = (tar: Buffer, most: number, tooMany: () => Error): readonly ArchiveEntry[] => {
  const promised = checkHeaders(tar, most, tooMany);
  if (promised.length === 0)
    throw refused('the bundle', 'the archive is empty', 'pack the folder with plugin.json and the entry');
  const entries = parse(tar);
  if (entries.length !== promised.length || !entries.every((entry, index) => isPromised(entry, promised[index]))) {
    throw refused('the bundle', 'two programs could read different files in it', REPACK);
  }
  return entries;
};
