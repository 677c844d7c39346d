// What blobs are made of, put together. Runs inside the isolate.

import { utf8fromStringLoose } from '@exodus/bytes/utf8.js';
import { bytesOf } from '../crypto/bytes.ts';
import { lowerCase } from '../standard/strings.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const partOf = (part: unknown, isNative: boolean, blobBytes: (value: unknown) => Bytes | undefined): Bytes => {
  if (ArrayBuffer.isView(part) || part instanceof ArrayBuffer) return bytesOf(part);
  const bytes = blobBytes(part);
  if (bytes) return bytes;
  const text = `${part as string}`;
  return utf8fromStringLoose(isNative ? text.replace(/\r\n?/g, '\n') : text) as Bytes;
};

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

/**
 * The bytes of a list of texts, buffers, views and blobs; `blobBytes` tells those of a blob. Lines end in `\n` where `isNative`.
 * Throws TypeError for what is no list.
 */
export const bytesOfParts = (
  parts: unknown,
  isNative: boolean,
  blobBytes: (value: unknown) => Bytes | undefined,
): Bytes => {
  const isObject = (typeof parts === 'object' && parts !== null) || typeof parts === 'function';
  if (!isObject || typeof (parts as { [Symbol.iterator]?: unknown })[Symbol.iterator] !== 'function')
    throw new TypeError('A blob is made of a list of parts.');
  return joined(Array.from(parts as Iterable<unknown>, (part) => partOf(part, isNative, blobBytes)));
};

/** A type in small letters; an empty one for what has other characters than ASCII's visible ones. */
export const typeOf = (type: string): string => (/^[\x20-\x7e]*$/.test(type) ? lowerCase(type) : '');
