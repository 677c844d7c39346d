// Takes the escapes off a text, whoever put them there (URLs, JSON, JavaScript, HTML, several of them over each other), and
// remembers where each sign stood. What is compared is plain on both sides, so that no way of mixing them hides a text. Linear in
// the text, whatever it holds. Pure; control thread.

/** A text without its escapes, capitals and backslashes, and with blanks for `+`. Only good for comparing. */
export interface PlainText {
  readonly bytes: Buffer;
  /** Where `start` to `end` of it stand in what it was made of. */
  readonly rangeOf: (start: number, end: number) => readonly [start: number, end: number];
}

/** Escapes over escapes: more are of the sender's own making. */
const MAX_LAYERS = 4;

const [PERCENT, BACKSLASH, AMPERSAND, HASH, SEMICOLON] = [0x25, 0x5c, 0x26, 0x23, 0x3b];

/** Capitals as small letters, `+` as a blank: everything else as it is. */
const FOLDED = Uint8Array.from({ length: 256 }, (_none, code) => {
  if (code === 0x2b) return 0x20;
  return code >= 0x41 && code <= 0x5a ? code + 32 : code;
});

const ENTITIES: readonly (readonly [name: string, code: number])[] = [
  ['amp;', 0x26],
  ['lt;', 0x3c],
  ['gt;', 0x3e],
  ['quot;', 0x22],
  ['apos;', 0x27],
];

/** Whoever pads a number with more zeros writes in a form of their own. */
const MAX_ENTITY_LENGTH = 12;

/** Makes a text plain. `bytes` itself is left as it is. */
export const plainText = (bytes: Buffer): PlainText => {
  let plain = peeled(bytes);
  const layers = [plain];
  while (plain.hadEscapes && layers.length < MAX_LAYERS) {
    plain = peeled(plain.bytes);
    layers.push(plain);
  }
  return {
    bytes: plain.bytes,
    rangeOf: (start, end) =>
      layers.reduceRight(
        ([from, to], { places }) => {
          if (!places) return [from, to] as const;
          const { starts, lengths } = places;
          return [starts[from] ?? 0, (starts[to - 1] ?? 0) + (lengths[to - 1] ?? 0)] as const;
        },
        [start, end] as const,
      ),
  };
};

interface Layer {
  readonly bytes: Buffer;
  /** Where each byte stood, and how many it took there; undefined where each stands where it stood. */
  readonly places: { readonly starts: Uint32Array; readonly lengths: Uint8Array } | undefined;
  readonly hadEscapes: boolean;
}

const isSign = (code: number): boolean => code === PERCENT || code === BACKSLASH || code === AMPERSAND;

/** One layer of escapes taken off. */
const peeled = (text: Buffer): Layer => {
  if (![PERCENT, BACKSLASH, AMPERSAND].some((sign) => text.includes(sign))) return folded(text);
  const bytes = Buffer.allocUnsafe(text.length);
  const starts = new Uint32Array(text.length);
  const lengths = new Uint8Array(text.length);
  let size = 0;
  let hadEscapes = false;
  for (let at = 0; at < text.length; ) {
    const code = text[at] as number;
    const found = isSign(code) ? escapeAt(text, at, code) : undefined;
    const length = found?.length ?? 1;
    hadEscapes ||= found !== undefined;
    // A backslash that stands before anything else only says that the next sign is itself.
    if (found || code !== BACKSLASH) {
      bytes[size] = FOLDED[found?.code ?? code] as number;
      starts[size] = at;
      lengths[size] = length;
      size += 1;
    }
    at += length;
  }
  return { bytes: bytes.subarray(0, size), places: { starts, lengths }, hadEscapes };
};

const folded = (text: Buffer): Layer => {
  const bytes = Buffer.allocUnsafe(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = FOLDED[text[at] as number] as number;
  return { bytes, places: undefined, hadEscapes: false };
};

interface Escape {
  readonly code: number;
  readonly length: number;
}

const escapeAt = (text: Buffer, at: number, sign: number): Escape | undefined => {
  if (sign === PERCENT) return hexEscape(text, at + 1, 1);
  if (sign === AMPERSAND) return entityAt(text, at);
  const next = text[at + 1];
  if (next === 0x78) return hexEscape(text, at + 2, 2);
  const isUnicode = next === 0x75 && text[at + 2] === 0x30 && text[at + 3] === 0x30;
  return isUnicode ? hexEscape(text, at + 4, 4) : undefined;
};

/** Two digits that end an escape whose sign took `before` bytes. */
const hexEscape = (text: Buffer, at: number, before: number): Escape | undefined => {
  const [high, low] = [hexDigit(text[at]), hexDigit(text[at + 1])];
  return high === undefined || low === undefined ? undefined : { code: high * 16 + low, length: before + 2 };
};

const hexDigit = (code: number | undefined): number | undefined => {
  if (code === undefined) return undefined;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : undefined;
};

const entityAt = (text: Buffer, at: number): Escape | undefined => {
  if (text[at + 1] === HASH) return numberAt(text, at);
  const name = text.toString('latin1', at + 1, at + 6).toLowerCase();
  const entity = ENTITIES.find(([known]) => name.startsWith(known));
  return entity && { code: entity[1], length: entity[0].length + 1 };
};

const numberAt = (text: Buffer, at: number): Escape | undefined => {
  const end = text.subarray(at, at + MAX_ENTITY_LENGTH).indexOf(SEMICOLON);
  if (end === -1) return undefined;
  const digits = text.toString('latin1', at + 2, at + end);
  const code = /^x[0-9a-f]+$/i.test(digits) ? Number(`0${digits}`) : /^\d+$/.test(digits) ? Number(digits) : 256;
  return code < 256 ? { code, length: end + 1 } : undefined;
};
