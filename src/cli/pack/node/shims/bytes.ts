// Reads what Node takes for bytes. Runs inside the isolate, as part of the packed entry.

import { Buffer } from './buffer.ts';
import { wrongType } from './errors.ts';

/** The bytes of a text or of a view. */
export const toBytes = (value: unknown, encoding: unknown, name = 'data'): Uint8Array => {
  if (typeof value === 'string') return Buffer.from(value, encoding as BufferEncoding);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw wrongType(name, 'of type string or an instance of Buffer, TypedArray, or DataView', value);
};
