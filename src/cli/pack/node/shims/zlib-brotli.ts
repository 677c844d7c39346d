// Reads Brotli: the npm package `brotli`. In a bundle whose source names it. Runs inside the isolate, as part of the packed entry.

import { decompress } from 'brotli/decompress';
import { coded } from './errors.ts';

export const brotliDecompress = (bytes: Uint8Array): Uint8Array => {
  try {
    return decompress(bytes);
  } catch {
    throw Object.assign(coded(Error, 'ERR__ERROR_FORMAT_PADDING_1', 'Decompression failed'), { errno: -2 });
  }
};
