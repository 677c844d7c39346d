// Inflates the gzip around an archive: exactly one member, nothing after it, and no more bytes than a bundle may have. zlib's `gunzip` would
// read further members and ignore what follows. Front process; zlib runs in the thread pool.

import { crc32, inflateRaw, type ZlibOptions } from 'node:zlib';
import { type BundleRefused, incomplete, refused } from '../../model/refusal.ts';
import type { BundleCaps } from '../bundle-caps.ts';
import { REPACK } from './archive-headers.ts';

/** Honest text inflates less than this. Only an archive that inflates to more than a megabyte is measured. */
const MOST_RATIO = 200;
const RATIO_FREE_BYTES = 1_000_000;
/** The header, and the checksum and length at the end. */
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;

const FLAGS = { headerSum: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 };

/** Most bytes of an inflated archive: its files, and what tar adds to each. */
export const archiveBytes = ({ bytes, files }: BundleCaps): number => bytes + (files + 8) * 4 * 512;

/** {@link archiveBytes} in words: `5425984, which is what a bundle of 5000000 takes as an archive`. */
export const mostOfArchive = (caps: BundleCaps): string =>
  `${archiveBytes(caps)}, which is what a bundle of ${caps.bytes} takes as an archive`;

const cutOff = (): BundleRefused =>
  incomplete(
    'the bundle',
    'the archive is incomplete: its end is missing',
    'copy it again, or wait until it is copied',
  );

const notGzip = (): BundleRefused =>
  refused('the bundle', 'is not a gzip archive, or it is damaged', `a .tgz is a tar archive inside gzip: ${REPACK}`);

/** Index after the NUL that ends a text at `start`. */
const afterText = (bytes: Uint8Array, start: number): number => {
  const end = bytes.indexOf(0, start);
  if (end < 0) throw cutOff();
  return end + 1;
};

/** Index of the first deflated byte. */
const dataStart = (bytes: Uint8Array): number => {
  if (bytes.length < HEADER_BYTES + TRAILER_BYTES) throw bytes.length === 0 || bytes[0] === 0x1f ? cutOff() : notGzip();
  const flags = bytes[3] ?? 0;
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8 || (flags & FLAGS.reserved) !== 0) throw notGzip();
  let start = HEADER_BYTES;
  if (flags & FLAGS.extra) start += 2 + (bytes[start] ?? 0) + 256 * (bytes[start + 1] ?? 0);
  if (flags & FLAGS.name) start = afterText(bytes, start);
  if (flags & FLAGS.comment) start = afterText(bytes, start);
  if (flags & FLAGS.headerSum) start += 2;
  if (start > bytes.length) throw cutOff();
  return start;
};

const tooLarge = (caps: BundleCaps, maxOutputLength: number): BundleRefused => {
  if (maxOutputLength < archiveBytes(caps))
    return refused(
      'the bundle',
      `inflates to more than ${MOST_RATIO} times its size`,
      'remove what only makes it large',
    );
  const reason = `inflates to more than ${maxOutputLength} bytes, which is ${caps.bytes} and what an archive adds`;
  const hint = 'remove what the tools do not need, or raise plugins.bundleBytes';
  return refused('the bundle', reason, hint);
};

/** If the copying program has reserved the file's space, the missing end is zeros. */
const endsInZeros = (bytes: Uint8Array): boolean => bytes.subarray(-TRAILER_BYTES).every((byte) => byte === 0);

/** The tar archive, and how many of `bytes` it was inflated from. */
const inflate = (
  bytes: Uint8Array,
  caps: BundleCaps,
): Promise<{ readonly tar: Buffer; readonly usedBytes: number }> => {
  const maxOutputLength = Math.min(archiveBytes(caps), Math.max(RATIO_FREE_BYTES, MOST_RATIO * bytes.length));
  const options: ZlibOptions = { maxOutputLength, chunkSize: 64 * 1024, info: true };
  const start = dataStart(bytes);
  return new Promise((resolve, reject) => {
    inflateRaw(bytes.subarray(start), options, (error, result) => {
      if (!error) {
        // With `info` the result has both. Node's types know only the buffer.
        const { buffer, engine } = result as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
        return resolve({ tar: buffer, usedBytes: start + engine.bytesWritten });
      }
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE') return reject(tooLarge(caps, maxOutputLength));
      reject(code === 'Z_BUF_ERROR' || endsInZeros(bytes) ? cutOff() : notGzip());
    });
  });
};

/**
 * The tar archive in the bytes of a `.tgz`. Rejects with BundleRefused, {@link isIncomplete} if the end is missing.
 * Limits: the bytes of `caps` and what tar adds; 200 times the given bytes; one gzip member, and nothing after it.
 */
export const inflateArchive = async (bytes: Uint8Array, caps: BundleCaps): Promise<Buffer> => {
  if (bytes.length > archiveBytes(caps)) {
    const reason = `is ${bytes.length} bytes long; at most ${mostOfArchive(caps)}`;
    throw refused('the bundle', reason, 'remove what the tools do not need, or raise plugins.bundleBytes');
  }
  const { tar, usedBytes } = await inflate(bytes, caps);
  const moreBytes = bytes.length - usedBytes - TRAILER_BYTES;
  if (moreBytes < 0) throw cutOff();
  if (moreBytes > 0)
    throw refused('the bundle', `has ${moreBytes} bytes after its end, which some programs would read`, REPACK);
  const trailer = Buffer.from(bytes.buffer, bytes.byteOffset + usedBytes, TRAILER_BYTES);
  if (trailer.readUInt32LE(0) === crc32(tar) && trailer.readUInt32LE(4) === tar.length) return tar;
  throw endsInZeros(bytes) ? cutOff() : refused('the bundle', 'is damaged: its checksum is wrong', 'copy it again');
};
