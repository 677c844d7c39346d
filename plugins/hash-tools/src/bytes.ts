// Converts strings to bytes without TextEncoder and atob, so that the plugin needs no web API.

export type Encoding = 'utf8' | 'hex' | 'base64';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const SEXTETS = new Map([...BASE64].map((letter, value) => [letter, value]));

/** The bytes of an argument. Throws if the value is not a string in its encoding. */
export function bytesIn(name: string, value: unknown, encoding: unknown = 'utf8'): Uint8Array {
  if (typeof value !== 'string') throw new Error(`"${name}" must be a string.`);
  if (encoding === 'utf8') return utf8(value);
  if (encoding === 'hex') return hex(name, value);
  if (encoding === 'base64') return base64(name, value);
  throw new Error(`The encoding of "${name}" must be "utf8", "hex" or "base64".`);
}

/** Encodes as UTF-8. A lone surrogate, which UTF-8 cannot represent, becomes U+FFFD as in TextEncoder. */
function utf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    let code = text.codePointAt(index) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x80) {
      bytes[length++] = code;
      continue;
    }
    if (code < 0x800) {
      bytes[length++] = 0xc0 | (code >> 6);
    } else {
      if (code < 0x10000) {
        bytes[length++] = 0xe0 | (code >> 12);
      } else {
        index += 1; // An astral code point takes two units.
        bytes[length++] = 0xf0 | (code >> 18);
        bytes[length++] = 0x80 | ((code >> 12) & 0x3f);
      }
      bytes[length++] = 0x80 | ((code >> 6) & 0x3f);
    }
    bytes[length++] = 0x80 | (code & 0x3f);
  }
  return bytes.subarray(0, length);
}

function hex(name: string, text: string): Uint8Array {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) {
    throw new Error(`"${name}" is not hexadecimal: it must be pairs of the digits 0-9 and a-f.`);
  }
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16);
  }
  return bytes;
}

function base64(name: string, text: string): Uint8Array {
  const digits = text.replace(/={0,2}$/, '');
  const padded = digits.length === text.length || text.length % 4 === 0;
  if (!padded || digits.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(digits)) {
    throw new Error(`"${name}" is not base64: only A-Z, a-z, 0-9, + and /, padded with = to a multiple of 4.`);
  }
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let buffer = 0;
  let bits = 0;
  let length = 0;
  for (const digit of digits) {
    buffer = ((buffer << 6) | (SEXTETS.get(digit) ?? 0)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = (buffer >> bits) & 0xff;
  }
  return bytes;
}
