// Checks every header of an untrusted tar archive before a parser reads it. Only forms that every parser reads in the same way pass: plain
// files and folders, long names and PAX headers. Front process.
//
// A tar parser gets along with forty years of archives: tar's own takes a length from a PAX header, makes a folder of a file whose name ends in
// `/` and reads its bytes as headers, and passes over damaged headers. So an archive can be one thing to a reviewer and another to the server.
// Each form is therefore accepted only as npm, GNU tar and bsdtar write it; the parser then reads strictly, and must find exactly the kinds and
// lengths that the headers promised. All of it happens in memory.
//
// Rejected: the parser with a filter, which sees entries after they were understood; a reader of our own alone, because names in three forms are
// the hard half, and tar's has been attacked for years; a temporary folder, where links and names meet a file system. Costs: archives in rare
// forms are refused, with the advice to pack them anew.

import { type BundleRefused, isUnprintable, refused, shown } from '../../model/refusal.ts';

const BLOCK_BYTES = 512;
/** Bytes of a PAX header. */
const META_BYTES = 16 * 1024;
/** Bytes of a long name. */
const NAME_BYTES = 1_024;

/** The hint for an archive that an unusual program, or somebody by hand, has made. */
export const REPACK = 'pack it again with toolcell pack or npm pack';

/** Types of entries that are refused, in words. */
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

/** Keys of a PAX header that do not change a file's name, kind or length. Some reader may apply any other key. */
const HARMLESS_KEYS = /^(?:[acm]time|[ug]id|[ug]name|comment|(?:SCHILY|LIBARCHIVE|RHT)\..+)$/;

interface Header {
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
}

/** A file or folder that a parser must find, according to the headers. */
export interface PromisedEntry {
  readonly isFolder: boolean;
  readonly sizeBytes: number;
}

const fault = (name: string, reason: string, hint = REPACK): BundleRefused =>
  refused(shown(name) || 'the bundle', reason, hint);

const notTar = (): BundleRefused =>
  fault('', 'is not a tar archive inside gzip, or it is damaged', `a .tgz is a tar archive inside gzip: ${REPACK}`);

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

const readHeader = (block: Uint8Array): Header => {
  const magic = Buffer.from(block.subarray(257, 265)).toString('latin1');
  if (octal(block, 148, 8) !== sumOf(block) || (magic !== 'ustar\u000000' && magic !== 'ustar  \0')) throw notTar();
  const prefix = magic === 'ustar  \0' ? '' : text(block, 345, 155);
  const name = `${prefix === '' ? '' : `${prefix}/`}${text(block, 0, 100)}`;
  if (isUnprintable(name))
    throw fault(name, 'the name has control, invisible or text-direction characters, or is not UTF-8');
  const sizeBytes = octal(block, 124, 12);
  if (sizeBytes === undefined) throw fault(name, 'its length is not written as tar writes lengths');
  const type = String.fromCharCode(block[156] ?? 0);
  return { name, type: type === '\0' ? '0' : type, sizeBytes };
};

const checkKind = ({ name, type, sizeBytes }: Header, block: Uint8Array): void => {
  if (!'05xL'.includes(type)) {
    const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : `an entry of the unknown kind "${shown(type)}"`;
    throw fault(name, `is ${kind}`, `a bundle has only plain files and folders: ${REPACK}`);
  }
  if (type !== 'x' && text(block, 157, 100) !== '') throw fault(name, 'is a link in disguise');
  if (type === '5' && sizeBytes > 0) throw fault(name, 'is a folder with bytes of its own');
  if (type === '0' && name.endsWith('/') && sizeBytes > 0)
    throw fault(name, 'is a file by its kind and a folder by its name');
  if (type === 'x' && sizeBytes > META_BYTES) throw fault(name, `has a header of ${sizeBytes} bytes`);
  if (type === 'L' && sizeBytes > NAME_BYTES) throw fault(name, `has a name of ${sizeBytes} bytes`);
};

/** One record of a PAX header: `<length> <key>=<value>\n`. The length is in bytes and counts its own digits. */
const recordAt = (records: Uint8Array, start: number, name: string) => {
  const space = records.indexOf(0x20, start);
  const digits = Buffer.from(records.subarray(start, Math.max(start, space))).toString('latin1');
  const end = /^[1-9][0-9]{0,4}$/.test(digits) ? start + Number(digits) : Number.NaN;
  const record = end <= records.length ? Buffer.from(records.subarray(space + 1, end)).toString() : '';
  const [, key = '', value = ''] = /^([^=\n]+)=([^\n]*)\n$/.exec(record) ?? [];
  if (key === '') throw fault(name, 'has a PAX header that can be read in two ways');
  return { key, value, end };
};

/** Checks a PAX header. Returns its records. */
const checkRecords = (records: Uint8Array, name: string): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  for (let start = 0; start < records.length; ) {
    const { key, value, end } = recordAt(records, start, name);
    if (values.has(key)) throw fault(name, `has "${shown(key)}" twice in its PAX header`);
    if (key === 'path' && (value === '' || isUnprintable(value) || Buffer.byteLength(value) > NAME_BYTES))
      throw fault(name, 'has a name in its PAX header that cannot be shown or is too long');
    if (key !== 'path' && key !== 'size' && !HARMLESS_KEYS.test(key))
      throw fault(name, `has "${shown(key)}" in its PAX header, which is not allowed`);
    values.set(key, value);
    start = end;
  }
  return values;
};

/** Checks the body of an entry that is the name of the next one. It has no records. */
const checkLongName = (body: Uint8Array): ReadonlyMap<string, string> => {
  const end = body.indexOf(0);
  const name = Buffer.from(end < 0 ? body : body.subarray(0, end)).toString();
  if (name !== '' && !isUnprintable(name)) return new Map();
  throw fault(name, 'the long name has control, invisible or text-direction characters');
};

/** Compares an entry with the PAX records or the long name before it; `before` is undefined if there is neither. */
const checkBefore = ({ name, sizeBytes }: Header, isMeta: boolean, before?: ReadonlyMap<string, string>): void => {
  if (before && isMeta) throw fault(name, 'has more than one header of its own');
  // npm repeats the length. A different one would move every header after it.
  if ((before?.get('size') ?? String(sizeBytes)) !== String(sizeBytes))
    throw fault(name, 'has two lengths, one of them in its PAX header');
};

const endsAt = (tar: Uint8Array, at: number): boolean => {
  if (tar.length - at < 2 * BLOCK_BYTES) return false;
  if (tar.subarray(at).every((byte) => byte === 0)) return true;
  throw fault('', 'has bytes after its end, which some programs would read');
};

/**
 * The files and folders that the headers of a tar archive promise. Throws BundleRefused for links, devices and holes, for lengths
 * and names that can be read in two ways, for bytes after the end, and the error of `tooMany` for more than `most` entries.
 */
export const checkHeaders = (tar: Uint8Array, most: number, tooMany: () => Error): readonly PromisedEntry[] => {
  if (tar.length > 0 && tar.length < BLOCK_BYTES) throw notTar();
  const promised: PromisedEntry[] = [];
  let before: ReadonlyMap<string, string> | undefined;
  for (let at = 0; at + BLOCK_BYTES <= tar.length; ) {
    const block = tar.subarray(at, at + BLOCK_BYTES);
    if (block.every((byte) => byte === 0)) {
      if (!before && endsAt(tar, at)) return promised;
      break;
    }
    const header = readHeader(block);
    const { name, type, sizeBytes } = header;
    const isMeta = type === 'x' || type === 'L';
    checkKind(header, block);
    checkBefore(header, isMeta, before);
    const bodyStart = at + BLOCK_BYTES;
    at = bodyStart + Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES;
    if (at > tar.length) break;
    const body = tar.subarray(bodyStart, bodyStart + sizeBytes);
    before = undefined;
    if (isMeta) before = type === 'x' ? checkRecords(body, name) : checkLongName(body);
    else promised.push({ isFolder: type === '5' || name.endsWith('/'), sizeBytes });
    if (promised.length > most) throw tooMany();
  }
  // The gzip around it is complete, so this archive is not still being copied.
  throw fault('', 'the tar archive ends in the middle of an entry, or has no end');
};
