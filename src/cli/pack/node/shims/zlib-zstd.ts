// Reads Zstandard: the npm package `fzstd`. In a bundle whose source names it. Runs inside the isolate, as part of the packed entry.

import { decompress } from 'fzstd';
import { coded } from './errors.ts';

export const zstdDecompress = (bytes: Uint8Array): Uint8Array => {
  try {
    return decompress(bytes);
  } catch {
    throw Object.assign(coded(Error, 'ZSTD_error_prefix_unknown', 'Unknown frame descriptor'), { errno: -10 });
  }
};
