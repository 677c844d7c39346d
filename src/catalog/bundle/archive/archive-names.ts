// What tells of the entry behind it in a tar archive: PAX headers and long names. Only what every parser reads the same way
// passes. Front process: looks at bytes, keeps none.

import { isUnprintable, refused, shown } from '../../model/refusal.ts';

/** Bytes of a long name. */
export const NAME_BYTES = 1_024;

/** The hint for an archive that was written by hand, or by a program with ideas of its own. */
export const REPACK = 'pack it anew with toolcell pack or npm pack';

/** Keys of a PAX header that say nothing of the file's name, kind or length. What else there is may, to some reader. */
const HARMLESS_KEYS = /^(?:[acm]time|[ug]id|[ug]name|comment|(?:SCHILY|LIBARCHIVE|RHT)\..+)$/;

/** One record of a PAX header, `<length> <key>=<value>\n`, the length in bytes and with its own digits. */
const recordAt = (records: Uint8Array, start: number, where: string) => {
  const space = records.indexOf(0x20, start);
  const digits = Buffer.from(records.subarray(start, Math.max(start, space))).toString('latin1');
  const end = /^[1-9][0-9]{0,4}$/.test(digits) ? start + Number(digits) : Number.NaN;
  const record = end <= records.length ? Buffer.from(records.subarray(space + 1, end)).toString() : '';
  const [, key = '', value = ''] = /^([^=\n]+)=([^\n]*)\n$/.exec(record) ?? [];
  if (key === '') throw refused(where, 'has a PAX header that can be read in two ways', REPACK);
  return { key, value, end };
};

/** Checks a PAX header; gives the length that it says its file has, where it says one. */
export const checkRecords = (records: Uint8Array, where: string): string | undefined => {
  const values = new Map<string, string>();
  for (let start = 0; start < records.length; ) {
    const { key, value, end } = recordAt(records, start, where);
    if (values.has(key)) throw refused(where, `has "${shown(key)}" twice in its PAX header`, REPACK);
    if (key === 'path' && (value === '' || isUnprintable(value) || Buffer.byteLength(value) > NAME_BYTES)) {
      throw refused(where, 'has a name in its PAX header that cannot be shown, or is too long', REPACK);
    }
    if (key !== 'path' && key !== 'size' && !HARMLESS_KEYS.test(key)) {
      throw refused(where, `has "${shown(key)}" in its PAX header, which is not allowed`, REPACK);
    }
    values.set(key, value);
    start = end;
  }
  return values.get('size');
};

/** Checks the body of an entry that is the name of the next. */
export const checkLongName = (body: Uint8Array): void => {
  const end = body.indexOf(0);
  const name = Buffer.from(end < 0 ? body : body.subarray(0, end)).toString();
  if (name !== '' && !isUnprintable(name)) return;
  throw refused(
    shown(name) || 'the bundle',
    'the long name has control, invisible or text-direction characters',
    REPACK,
  );
};
