// Looks at every header of a tar archive before a parser reads it, and lets pass only what every parser reads the same way:
// plain files and folders, and the two kinds of long names. Front process: looks at bytes, keeps none.

import { isUnprintable, refused, shown } from '../../model/refusal.ts';
import { checkLongName, checkRecords, NAME_BYTES, REPACK } from './archive-names.ts';

const BLOCK_BYTES = 512;
/** Bytes of one entry that only tells of the next: a long name, or times in fractions of a second. */
const META_BYTES = 16 * 1024;
/** What a header's type says, where it is not allowed. */
const KINDS: Readonly<Record<string, string>> = {
  '1': 'a hard link',
  '2': 'a symbolic link',
  '3': 'a device',
  '4': 'a device',
  '6': 'a named pipe',
  S: 'a file with holes',
  K: 'a link with a long name',
  M: 'the continuation of another archive',
  g: 'a header for all files',
};

interface Header {
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
}

const isFolder = ({ name, type }: Header): boolean => type === '5' || name.endsWith('/');

/** What the headers promise a parser: the files and folders in their order. */
export interface PromisedEntry {
  readonly isFolder: boolean;
  readonly sizeBytes: number;
}

const text = (block: Uint8Array, start: number, length: number): string => {
  const field = Buffer.from(block.subarray(start, start + length));
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
};

const octal = (block: Uint8Array, start: number, length: number): number | undefined => {
  const digits = /^ *([0-7]+)[ \0]*$/.exec(Buffer.from(block.subarray(start, start + length)).toString('latin1'))?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 8);
};

const sumOf = (block: Uint8Array): number => {
  // The sum's own eight bytes count as spaces.
  let sum = 8 * 0x20;
  for (const [index, byte] of block.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum;
};

const notTar = () =>
  refused('the bundle', 'is not a tar archive inside, or it is damaged', `a .tgz is a tar archive in gzip: ${REPACK}`);

const readHeader = (block: Uint8Array): Header => {
  const magic = Buffer.from(block.subarray(257, 265)).toString('latin1');
  if (octal(block, 148, 8) !== sumOf(block) || (magic !== 'ustar\u000000' && magic !== 'ustar  \0')) {
    throw notTar();
  }
  const prefix = magic === 'ustar  \0' ? '' : text(block, 345, 155);
  const name = `${prefix === '' ? '' : `${prefix}/`}${text(block, 0, 100)}`;
  const where = shown(name) || 'the bundle';
  if (isUnprintable(name)) {
    throw refused(where, 'the name has control, invisible or text-direction characters, or is not UTF-8', REPACK);
  }
  const sizeBytes = octal(block, 124, 12);
  if (sizeBytes === undefined) throw refused(where, 'its length is not written as tar writes lengths', REPACK);
  const type = String.fromCharCode(block[156] ?? 0);
  return { name, type: type === '\0' ? '0' : type, sizeBytes };
};

const checkKind = ({ name, type, sizeBytes }: Header, block: Uint8Array): void => {
  const where = shown(name) || 'the bundle';
  if (!'05xL'.includes(type)) {
    const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : `an entry of the unknown kind "${shown(type)}"`;
    throw refused(where, `is ${kind}`, `a bundle holds plain files and folders only: ${REPACK}`);
  }
  if (type !== 'x' && text(block, 157, 100) !== '') throw refused(where, 'is a link in disguise', REPACK);
  if (type === '5' && sizeBytes > 0) throw refused(where, 'is a folder with bytes of its own', REPACK);
  if (type === '0' && name.endsWith('/') && sizeBytes > 0) {
    throw refused(where, 'is a file by its kind and a folder by its name', REPACK);
  }
  if (type === 'x' && sizeBytes > META_BYTES) throw refused(where, `has a header of ${sizeBytes} bytes`, REPACK);
  if (type === 'L' && sizeBytes > NAME_BYTES) throw refused(where, `has a name of ${sizeBytes} bytes`, REPACK);
};

/** What stood before an entry and tells of it: nothing, a long name, or a PAX header and the length it says. */
interface Told {
  readonly size: string | undefined;
}

const checkMeta = ({ name, type }: Header, body: Uint8Array): Told => {
  if (type === 'x') return { size: checkRecords(body, shown(name)) };
  checkLongName(body);
  return { size: undefined };
};

const checkTold = ({ name, type, sizeBytes }: Header, told: Told | undefined): void => {
  if (told && (type === 'x' || type === 'L')) {
    throw refused(shown(name) || 'the bundle', 'has more than one header of its own', REPACK);
  }
  // npm repeats the length; one that differs would move every header behind it.
  if (told?.size !== undefined && told.size !== String(sizeBytes)) {
    throw refused(shown(name) || 'the bundle', 'has two lengths, one of them in its PAX header', REPACK);
  }
};

const endsAt = (tar: Uint8Array, at: number): boolean => {
  if (tar.length - at < 2 * BLOCK_BYTES) return false;
  for (let index = at; index < tar.length; index++) {
    if (tar[index] !== 0)
      throw refused('the bundle', 'has something behind its end, which some programs would read', REPACK);
  }
  return true;
};

/**
 * The files and folders that the headers of a tar archive promise. Throws BundleRefused for links, devices, holes, lengths
 * and names that could be read in two ways, what stands behind the end, and more than `most` entries.
 */
export const checkHeaders = (tar: Uint8Array, most: number, tooMany: () => Error): readonly PromisedEntry[] => {
  if (tar.length > 0 && tar.length < BLOCK_BYTES) throw notTar();
  const promised: PromisedEntry[] = [];
  let told: Told | undefined;
  for (let at = 0; at + BLOCK_BYTES <= tar.length; ) {
    const block = tar.subarray(at, at + BLOCK_BYTES);
    if (block.every((byte) => byte === 0)) {
      if (!told && endsAt(tar, at)) return promised;
      break;
    }
    const header = readHeader(block);
    checkKind(header, block);
    checkTold(header, told);
    const bodyStart = at + BLOCK_BYTES;
    at = bodyStart + Math.ceil(header.sizeBytes / BLOCK_BYTES) * BLOCK_BYTES;
    if (at > tar.length) break;
    const isMeta = header.type === 'x' || header.type === 'L';
    told = isMeta ? checkMeta(header, tar.subarray(bodyStart, bodyStart + header.sizeBytes)) : undefined;
    if (!isMeta) promised.push({ isFolder: isFolder(header), sizeBytes: header.sizeBytes });
    if (promised.length > most) throw tooMany();
  }
  // The gzip around it is whole, so this is no archive that is still being copied.
  throw refused('the bundle', 'the tar archive ends in the middle of an entry, or has no end', REPACK);
};
