// Turns files in memory into the bytes of a `.tgz`, below `package/` as npm does. Runs on the author's machine.
//
// The same files give the same bytes anywhere: no times, no owners, one order, and a compressor in plain JavaScript, because
// zlib's output depends on the processor and on the version that Node was built with.

import { gzipSync } from 'fflate';
import { Header } from 'tar';

export interface PackedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const BLOCK_BYTES = 512;
const TOP_FOLDER = 'package/';
/** Mode of each file: anybody may read it. */
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
  // A bundle has no name that needs more than one block, because its paths are fixed and short.
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
