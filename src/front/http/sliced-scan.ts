// Checks long bodies in slices, one in a turn of all long bodies. Front process.

import { isUtf8 } from 'node:buffer';
import { type JsonFault, JsonScanner } from '../../shared/text/json-scan.ts';
import { nextTurn } from './turns.ts';

/** Scanning this much takes up to an eighth of a millisecond. */
export const SLICE_BYTES = 8_192;
/** Checking the encoding of this much takes less. */
const UTF8_BYTES = 131_072;
/** The most bytes of a character. */
const CHARACTER_BYTES = 4;

/** What a scanner says of the one text that it has read. */
export interface Scanned {
  /** Whether the text is UTF-8, if that is known already. */
  readonly isUtf8?: boolean;
  fault(bytes: Uint8Array): JsonFault | undefined;
  readonly marks: Uint32Array;
}

/** `levels` and `members` are those of {@link JsonScanner}. */
export const scannedInSlices = async (bytes: Uint8Array, levels: number, members: number): Promise<Scanned> => {
  const scanner = new JsonScanner(levels, members);
  const isText = await isUtf8InSlices(bytes);
  let fault: JsonFault | undefined;
  for (let from = 0; isText && from < bytes.length && fault === undefined; from += SLICE_BYTES) {
    await nextTurn();
    fault = scanner.read(bytes, from, Math.min(bytes.length, from + SLICE_BYTES));
  }
  fault ??= scanner.end(bytes.length);
  return { isUtf8: isText, fault: () => fault, marks: scanner.marks };
};

const isUtf8InSlices = async (bytes: Uint8Array): Promise<boolean> => {
  for (let from = 0; from < bytes.length; ) {
    await nextTurn();
    const to = characterEnd(bytes, Math.min(bytes.length, from + UTF8_BYTES));
    if (!isUtf8(bytes.subarray(from, to))) return false;
    from = to;
  }
  return true;
};

/** The end of the character that `at` may lie in. In bytes that are no UTF-8, it stops after a few. */
const characterEnd = (bytes: Uint8Array, at: number): number => {
  let end = at;
  while (end < bytes.length && end < at + CHARACTER_BYTES && ((bytes[end] as number) & 0xc0) === 0x80) end += 1;
  return end;
};
