// Files in memory to the bytes of a `.tgz`, as npm lays it out below `package/`. Runs on the author's machine.
//
// The same files give the same bytes anywhere: no times, no owners, one order, and a compressor in plain JavaScript, since
// what zlib makes of the same input depends on the processor and on the version that Node was built with.

import { gzipSync } from 'fflate';
import { Header } from 'tar';

/** A file of the archive: its path below `package/`, and its content. */
export interface PackedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const BLOCK_BYTES = 512;
const TOP_FOLDER = 'package/';
/** Nobody's file, that everybody may read. */
const MODE = 0o644;

const headerOf = ({ path, bytes }: PackedFile): Uint8Array => {
  const block = Buffer.alloc(BLOCK_BYTES);
  const header = new Header({
    path: `${TOP_FOLDER}${path}`,
    mode: MODE,
    size: bytes.length,
    type: 'File',
    mtime: new Date(0),
  });
  // Names that need more than one block are none that a bundle has: they stand in fixed places and are short.
  if (header.encode(block)) throw new RangeError(`The name ${path} is too long for an archive.`);
  return block;
};

const padded = (bytes: Uint8Array): Uint8Array => {
  const blocks = new Uint8Array(Math.ceil(bytes.length / BLOCK_BYTES) * BLOCK_BYTES);
  blocks.set(bytes);
  return blocks;
};

/** The archive of these files, in the order given. Throws RangeError for a name of more than about 100 characters. */
export const tgzOf = (files: readonly PackedFile[]): Uint8Array => {
  const end = new Uint8Array(2 * BLOCK_BYTES);
  const tar = Buffer.concat([...files.flatMap((file) => [headerOf(file), padded(file.bytes)]), end]);
  return gzipSync(tar, { level: 9, mtime: 0 });
};
