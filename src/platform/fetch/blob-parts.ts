// What blobs are made of, put together. Runs inside the isolate.

import { utf8fromStringLoose } from '@exodus/bytes/utf8.js';
import { bytesOf } from '../crypto/bytes.ts';
import { sequenceOf } from '../standard/sequence.ts';
import { lowerCase } from '../standard/strings.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes one after the other. */
export const joined = (parts: readonly Uint8Array[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/** What a list of parts holds: texts, and bytes. `blobBytes` tells those of a blob. Throws TypeError for what is no list. */
export const readParts = (
  parts: unknown,
  blobBytes: (value: unknown) => Bytes | undefined,
): readonly (string | Bytes)[] =>
  sequenceOf(parts, 'What a blob is made of', (part) => {
    if (ArrayBuffer.isView(part) || part instanceof ArrayBuffer) return bytesOf(part);
    return blobBytes(part) ?? `${part as string}`;
  });

/** The bytes of all parts; lines of texts end in `\n` where `isNative`. */
export const bytesOfParts = (parts: readonly (string | Bytes)[], isNative: boolean): Bytes =>
  joined(
    parts.map((part) => {
      if (typeof part !== 'string') return part;
      return utf8fromStringLoose(isNative ? part.replace(/\r\n?/g, '\n') : part);
    }),
  );

/** A type in small letters; an empty one for what has other characters than ASCII's visible ones. */
export const typeOf = (type: string): string => (/^[\x20-\x7e]*$/.test(type) ? lowerCase(type) : '');
