// Text to bytes and back, in the encodings of Node's Buffer. Runs inside the isolate, as part of the packed entry.

export type Encoding = 'utf8' | 'utf16le' | 'latin1' | 'ascii' | 'hex' | 'base64' | 'base64url';

const NAMES: Readonly<Record<string, Encoding>> = {
  utf8: 'utf8',
  'utf-8': 'utf8',
  ucs2: 'utf16le',
  'ucs-2': 'utf16le',
  utf16le: 'utf16le',
  'utf-16le': 'utf16le',
  latin1: 'latin1',
  binary: 'latin1',
  ascii: 'ascii',
  hex: 'hex',
  base64: 'base64',
  base64url: 'base64url',
};

/** The encoding that a name stands for; undefined for any other value. */
export const encodingNamed = (name: unknown): Encoding | undefined => {
  if (typeof name !== 'string') return undefined;
  const lower = name.toLowerCase();
  return Object.hasOwn(NAMES, lower) ? NAMES[lower] : undefined;
};

/** The encoding for an argument: UTF-8 if it is absent. Throws as Node does for an unknown one. */
export const encodingOf = (name: unknown): Encoding => {
  if (name === undefined || name === null || name === '') return 'utf8';
  const known = encodingNamed(name);
  if (known !== undefined) return known;
  throw Object.assign(new TypeError(`Unknown encoding: ${String(name)}`), { code: 'ERR_UNKNOWN_ENCODING' });
};

const CHUNK = 8_192;

/** Characters of one code unit for each number. In parts, because a call takes a limited number of arguments. */
const fromUnits = (units: Uint8Array | Uint16Array): string => {
  let text = '';
  for (let at = 0; at < units.length; at += CHUNK)
    text += String.fromCharCode.apply(null, units.subarray(at, at + CHUNK) as unknown as number[]);
  return text;
};

let encoder: TextEncoder | undefined;
let decoder: TextDecoder | undefined;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
let sextets: Uint8Array | undefined;

const sextetTable = (): Uint8Array => {
  if (sextets) return sextets;
  sextets = new Uint8Array(256).fill(255);
  for (let index = 0; index < 64; index += 1) sextets[ALPHABET.charCodeAt(index)] = index;
  sextets['-'.charCodeAt(0)] = 62;
  sextets['_'.charCodeAt(0)] = 63;
  return sextets;
};

/** Reads both alphabets, skips what is in neither, and ends at the first `=`, as Node does. */
const looseBase64 = (text: string): Uint8Array => {
  const table = sextetTable();
  const bytes = new Uint8Array((text.length * 3) >> 2);
  let [length, bits, held] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 61) break;
    const sextet = unit < 256 ? (table[unit] as number) : 255;
    if (sextet === 255) continue;
    bits = (bits << 6) | sextet;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[length++] = (bits >> held) & 255;
  }
  return bytes.subarray(0, length);
};

const fromBase64 = (text: string): Uint8Array => {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    // Also if the engine has no such function.
    return looseBase64(text);
  }
};

const looseToBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const left = bytes.length - at;
    text += `${ALPHABET[a >> 2]}${ALPHABET[((a & 3) << 4) | (b >> 4)]}`;
    text += `${left > 1 ? ALPHABET[((b & 15) << 2) | (c >> 6)] : '='}${left > 2 ? ALPHABET[c & 63] : '='}`;
  }
  return text;
};

const toBase64 = (bytes: Uint8Array): string =>
  typeof bytes.toBase64 === 'function' ? bytes.toBase64() : looseToBase64(bytes);

const nibble = (unit: number): number => {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const lower = unit | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
};

const fromHex = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length >> 1);
  for (let at = 0; at < bytes.length; at += 1) {
    const high = nibble(text.charCodeAt(2 * at));
    const low = nibble(text.charCodeAt(2 * at + 1));
    if (high < 0 || low < 0) return bytes.subarray(0, at);
    bytes[at] = high * 16 + low;
  }
  return bytes;
};

const toHex = (bytes: Uint8Array): string => {
  if (typeof bytes.toHex === 'function') return bytes.toHex();
  let text = '';
  for (const byte of bytes) text += byte < 16 ? `0${byte.toString(16)}` : byte.toString(16);
  return text;
};

const fromUtf16 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    bytes[2 * at] = unit & 255;
    bytes[2 * at + 1] = unit >> 8;
  }
  return bytes;
};

const toUtf16 = (bytes: Uint8Array): string => {
  const units = new Uint16Array(bytes.length >> 1);
  for (let at = 0; at < units.length; at += 1)
    units[at] = (bytes[2 * at] as number) | ((bytes[2 * at + 1] as number) << 8);
  return fromUnits(units);
};

const fromLatin1 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
};

/** The bytes of a text. */
export const bytesOf = (text: string, encoding: Encoding): Uint8Array => {
  switch (encoding) {
    case 'utf8':
      encoder ??= new TextEncoder();
      return encoder.encode(text);
    case 'utf16le':
      return fromUtf16(text);
    case 'hex':
      return fromHex(text);
    case 'base64':
    case 'base64url':
      return fromBase64(text);
    default:
      return fromLatin1(text);
  }
};

/** The text of bytes. */
export const textOf = (bytes: Uint8Array, encoding: Encoding): string => {
  switch (encoding) {
    case 'utf8':
      decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
      return decoder.decode(bytes);
    case 'utf16le':
      return toUtf16(bytes);
    case 'hex':
      return toHex(bytes);
    case 'base64':
      return toBase64(bytes);
    case 'base64url':
      return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    case 'ascii':
      return fromUnits(bytes.map((byte) => byte & 127));
    default:
      return fromUnits(bytes);
  }
};

/** The number of bytes of a text, which Node estimates for hex and base64. */
export const lengthOf = (text: string, encoding: Encoding): number => {
  switch (encoding) {
    case 'utf8':
      return bytesOf(text, encoding).length;
    case 'utf16le':
      return text.length * 2;
    case 'hex':
      return text.length >>> 1;
    case 'base64':
    case 'base64url': {
      const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
      return ((text.length - padding) * 3) >>> 2;
    }
    default:
      return text.length;
  }
};
