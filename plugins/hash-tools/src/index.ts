// Digests and checksums, written in JavaScript. Bundled with @noble/hashes into ../index.js, which runs inside the isolate.

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as sha256Of, sha512 as sha512Of } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bytesIn, type Encoding } from './bytes.ts';
import { crc32Of } from './crc32.ts';

interface HashArguments {
  readonly input: string;
  readonly encoding?: Encoding;
}

interface HmacArguments extends HashArguments {
  readonly key: string;
  readonly keyEncoding?: Encoding;
}

/** SHA-256 (FIPS 180-4) as 64 hexadecimal digits. */
export function sha256({ input, encoding }: HashArguments): string {
  return bytesToHex(sha256Of(bytesIn('input', input, encoding)));
}

/** SHA-512 (FIPS 180-4) as 128 hexadecimal digits. */
export function sha512({ input, encoding }: HashArguments): string {
  return bytesToHex(sha512Of(bytesIn('input', input, encoding)));
}

/** HMAC with SHA-256 (RFC 2104) as 64 hexadecimal digits. */
export function hmacSha256({ key, keyEncoding, input, encoding }: HmacArguments): string {
  return bytesToHex(hmac(sha256Of, bytesIn('key', key, keyEncoding), bytesIn('input', input, encoding)));
}

/** CRC-32 (ISO 3309, as in zip and PNG) as 8 hexadecimal digits. */
export function crc32({ input, encoding }: HashArguments): string {
  return crc32Of(bytesIn('input', input, encoding))
    .toString(16)
    .padStart(8, '0');
}
