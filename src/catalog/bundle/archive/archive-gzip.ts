// The gzip around an archive: exactly one member and nothing behind it, inflated no further than a bundle may be long.
// Front process; zlib works on a thread of its own and writes to memory only.

import { crc32, inflateRaw, type ZlibOptions } from 'node:zlib';
import { type BundleRefused, incomplete, refused } from '../../model/refusal.ts';
import type { BundleCaps } from '../bundle-tally.ts';
import { REPACK } from './archive-names.ts';

/** What gzip makes of text at most; what inflates further was made to. Counted only above a megabyte. */
const MOST_RATIO = 200;
const RATIO_FREE_BYTES = 1_000_000;
/** The header, and the check sum and length at the end. */
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;

const FLAGS = { headerSum: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 };

/** Bytes of an archive, inflated: its files, and what tar writes around each. */
export const archiveBytes = ({ bytes, files }: BundleCaps): number => bytes + (files + 8) * 4 * 512;

const cutOff = (): BundleRefused =>
  incomplete(
    'the bundle',
    'the archive is incomplete: it ends before its end',
    'copy it again, or wait until it is copied',
  );

const notGzip = (): BundleRefused =>
  refused('the bundle', 'is not a gzip archive, or it is damaged', `a .tgz is a tar archive inside gzip: ${REPACK}`);

/** Index behind the NUL that ends a text at `start`. */
const behindText = (bytes: Uint8Array, start: number): number => {
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
  if (flags & FLAGS.name) start = behindText(bytes, start);
  if (flags & FLAGS.comment) start = behindText(bytes, start);
  if (flags & FLAGS.headerSum) start += 2;
  if (start > bytes.length) throw cutOff();
  return start;
};

interface Inflated {
  readonly tar: Buffer;
  /** Deflated bytes that made it. */
  readonly usedBytes: number;
}

const tooLarge = (caps: BundleCaps, maxOutputLength: number): BundleRefused =>
  maxOutputLength < archiveBytes(caps)
    ? refused(
        'the bundle',
        `inflates to more than ${MOST_RATIO} times its size`,
        'leave out what is only there to be large',
      )
    : refused(
        'the bundle',
        `inflates to more than ${maxOutputLength} bytes, which is ${caps.bytes} and what an archive adds`,
        'leave out what the tools do not need, or raise plugins.bundleBytes or plugins.bundleFiles',
      );

/** A file whose space was taken before it was written has only zeros where its end will be. */
const endsInZeros = (bytes: Uint8Array): boolean => bytes.subarray(-TRAILER_BYTES).every((byte) => byte === 0);

const inflate = (bytes: Uint8Array, caps: BundleCaps): Promise<Inflated> => {
  const maxOutputLength = Math.min(archiveBytes(caps), Math.max(RATIO_FREE_BYTES, MOST_RATIO * bytes.length));
  const options: ZlibOptions = { maxOutputLength, chunkSize: 64 * 1024, info: true };
  const data = bytes.subarray(dataStart(bytes));
  return new Promise((resolve, reject) => {
    inflateRaw(data, options, (error, result) => {
      if (!error) {
        // With `info` the result is both; the types of Node know the buffer alone.
        const { buffer, engine } = result as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
        return resolve({ tar: buffer, usedBytes: bytes.length - data.length + engine.bytesWritten });
      }
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE') return reject(tooLarge(caps, maxOutputLength));
      reject(code === 'Z_BUF_ERROR' || endsInZeros(bytes) ? cutOff() : notGzip());
    });
  });
};

/** The cap on an archive beside the one that an operator sets: `5425984, which is what a bundle of 5000000 takes as an archive`. */
export const mostOfArchive = (caps: BundleCaps): string =>
  `${archiveBytes(caps)}, which is what a bundle of ${caps.bytes} takes as an archive`;

/**
 * The tar archive in the bytes of a `.tgz`. Rejects with BundleRefused, {@link isIncomplete} where the end is missing.
 * Limits: the bytes of `caps` and what tar adds, 200 times the bytes given; one gzip member, nothing behind it.
 */
export const inflateArchive = async (bytes: Uint8Array, caps: BundleCaps): Promise<Buffer> => {
  if (bytes.length > archiveBytes(caps)) {
    const reason = `is ${bytes.length} bytes long; at most ${mostOfArchive(caps)}`;
    throw refused('the bundle', reason, 'leave out what the tools do not need, or raise plugins.bundleBytes');
  }
  const { tar, usedBytes } = await inflate(bytes, caps);
  const left = bytes.length - usedBytes;
  if (left < TRAILER_BYTES) throw cutOff();
  if (left > TRAILER_BYTES) {
    throw refused(
      'the bundle',
      `has ${left - TRAILER_BYTES} bytes behind its end, which some programs would read`,
      REPACK,
    );
  }
  const trailer = Buffer.from(bytes.buffer, bytes.byteOffset + usedBytes, TRAILER_BYTES);
  if (trailer.readUInt32LE(0) !== crc32(tar) || trailer.readUInt32LE(4) !== tar.length) {
    throw endsInZeros(bytes) ? cutOff() : refused('the bundle', 'is damaged: its check sum is wrong', 'copy it again');
  }
  return tar;
};
