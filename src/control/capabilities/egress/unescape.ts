// Removes the escapes of URLs, JSON, JavaScript and HTML from a text, also several on top of each other, and remembers where each
// character was. Both sides of a comparison are made plain, so that no mix of escapes hides a text. Linear in the text, whatever
// it holds. Pure; control thread.

/** A text without its escapes, capitals and backslashes, and with blanks for `+`. For comparing only. */
export interface PlainText {
  readonly bytes: Buffer;
  /** Where `start` to `end` of it are in the original text. */
  readonly rangeOf: (start: number, end: number) => readonly [start: number, end: number];
}

/** Escapes on top of escapes. Only a sender who wants to hide something uses more. */
const MAX_LAYERS = 4;

const [PERCENT, BACKSLASH, AMPERSAND] = [0x25, 0x5c, 0x26];

/** Nobody pads a number with more zeros than this allows. */
const ENTITY = /^&(?:#(x?[\da-f]{1,9})|(amp|lt|gt|quot|apos));/;
const LONGEST_ENTITY = 13;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Makes a text plain. It does not change `text`. */
export const plainText = (text: Buffer): PlainText => {
  const layers: Layer[] = [];
  let bytes = folded(text);
  while (layers.length < MAX_LAYERS && [PERCENT, BACKSLASH, AMPERSAND].some((sign) => bytes.includes(sign))) {
    const layer = peeled(bytes);
    layers.push(layer);
    bytes = folded(layer.bytes);
    if (!layer.hadEscapes) break;
  }
  const before = ([start, end]: readonly [number, number], { starts, lengths }: Layer) =>
    [starts[start] ?? 0, (starts[end - 1] ?? 0) + (lengths[end - 1] ?? 0)] as const;
  return { bytes, rangeOf: (start, end) => layers.reduceRight(before, [start, end] as const) };
};

/** Capitals become small letters and `+` a blank. No character of Latin-1 becomes longer. */
const folded = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').toLowerCase().replaceAll('+', ' '), 'latin1');

interface Layer {
  readonly bytes: Buffer;
  /** Where each byte was before, and its length there in bytes. */
  readonly starts: Uint32Array;
  readonly lengths: Uint8Array;
  readonly hadEscapes: boolean;
}

/** Removes one layer of escapes. */
const peeled = (text: Buffer): Layer => {
  const bytes = Buffer.allocUnsafe(text.length);
  const starts = new Uint32Array(text.length);
  const lengths = new Uint8Array(text.length);
  let size = 0;
  let hadEscapes = false;
  for (let at = 0; at < text.length; ) {
    const code = text[at] as number;
    const found = escapeAt(text, at, code);
    const length = found?.length ?? 1;
    hadEscapes ||= found !== undefined;
    // A backslash before any other character only means that character itself.
    if (found || code !== BACKSLASH) {
      bytes[size] = found?.code ?? code;
      starts[size] = at;
      lengths[size] = length;
      size += 1;
    }
    at += length;
  }
  return { bytes: bytes.subarray(0, size), starts, lengths, hadEscapes };
};

interface Escape {
  readonly code: number;
  readonly length: number;
}

const escapeAt = (text: Buffer, at: number, sign: number): Escape | undefined => {
  if (sign === PERCENT) return hexEscape(text, at, 1);
  if (sign === AMPERSAND) return entityAt(text, at);
  if (sign !== BACKSLASH) return undefined;
  if (text[at + 1] === 0x78) return hexEscape(text, at, 2);
  const isUnicode = text[at + 1] === 0x75 && text[at + 2] === 0x30 && text[at + 3] === 0x30;
  return isUnicode ? hexEscape(text, at, 4) : undefined;
};

/** An escape that ends in two hex digits, which come `before` bytes after its beginning. */
const hexEscape = (text: Buffer, at: number, before: number): Escape | undefined => {
  const code = hexDigit(text[at + before]) * 16 + hexDigit(text[at + before + 1]);
  return Number.isNaN(code) ? undefined : { code, length: before + 2 };
};

const hexDigit = (code = 0): number => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : Number.NaN;
};

const entityAt = (text: Buffer, at: number): Escape | undefined => {
  const next = text[at + 1] ?? 0;
  // Most ampersands begin no entity.
  if (next !== 0x23 && (next < 0x61 || next > 0x71)) return undefined;
  const [all = '', number, name = ''] = ENTITY.exec(text.toString('latin1', at, at + LONGEST_ENTITY)) ?? [];
  const code = number === undefined ? NAMED[name]?.charCodeAt(0) : Number(number.replace('x', '0x'));
  return code !== undefined && code < 256 ? { code, length: all.length } : undefined;
};
