// What libraries take for granted and a tool does not have, as far as it is plain computation. The bundler puts a name of
// these into a bundle where its code uses it and does not declare it. Runs inside the isolate, as part of the packed entry.

/**
 * The global object as a library may write to it: what it adds stays in the bundle, and what it reads is what is there. The
 * real one is frozen in one of the two modes.
 */
const ownGlobal: object = /* @__PURE__ */ Object.create(globalThis);

export { ownGlobal as global, ownGlobal as globalThis };

/** Base64 to a text of one character for each byte. Throws where it is no base64. */
export const atob = (text: string): string => {
  let binary = '';
  for (const byte of Uint8Array.fromBase64(String(text))) binary += String.fromCharCode(byte);
  return binary;
};

/** A text of one character for each byte to base64. Throws RangeError for characters above 255. */
export const btoa = (binary: string): string =>
  Uint8Array.from(String(binary), (character) => {
    const code = character.charCodeAt(0);
    if (code > 255) throw new RangeError('btoa takes characters up to 255 only.');
    return code;
  }).toBase64();

/** UTF-8 only, as the standard has it; without encodeInto. */
export class TextEncoder {
  readonly encoding = 'utf-8';

  encode(text = ''): Uint8Array {
    const escaped = encodeURIComponent(String(text).toWellFormed());
    const bytes = new Uint8Array(escaped.length);
    let length = 0;
    for (let at = 0; at < escaped.length; at++) {
      const isEscape = escaped[at] === '%';
      bytes[length++] = isEscape ? Number.parseInt(escaped.slice(at + 1, at + 3), 16) : escaped.charCodeAt(at);
      if (isEscape) at += 2;
    }
    return bytes.slice(0, length);
  }
}

/** UTF-8 only, and whole texts only: no `stream`. Bytes that are not UTF-8 become U+FFFD, or throw with `fatal`. */
export class TextDecoder {
  readonly encoding = 'utf-8';
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;

  constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
    if (!/^(utf-?8|unicode-1-1-utf-8)$/i.test(label.trim()))
      throw new RangeError(`TextDecoder knows utf-8 only, not ${label}.`);
    this.fatal = fatal;
    this.ignoreBOM = ignoreBOM;
  }

  decode(input?: ArrayBuffer | ArrayBufferView): string {
    if (input === undefined) return '';
    const bytes = ArrayBuffer.isView(input)
      ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
      : new Uint8Array(input);
    const text = decodeUtf8(bytes, this.fatal);
    return !this.ignoreBOM && text.startsWith('\ufeff') ? text.slice(1) : text;
  }
}

/** Lowest and highest second byte by the first byte, where it is not 80 to BF: no long forms, no surrogates, no more than 10FFFF. */
const SECOND_BYTES: Readonly<Record<number, readonly [number, number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
};

const lengthOf = (first: number): number => {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
};

const isContinuation = (bytes: Uint8Array, start: number, at: number): boolean => {
  const [lowest, highest] = (at === start + 1 && SECOND_BYTES[bytes[start] as number]) || [0x80, 0xbf];
  const byte = bytes[at];
  return byte !== undefined && byte >= lowest && byte <= highest;
};

function decodeUtf8(bytes: Uint8Array, fatal: boolean): string {
  let text = '';
  for (let start = 0; start < bytes.length; ) {
    const first = bytes[start] as number;
    const length = lengthOf(first);
    let end = start + 1;
    while (end < start + length && isContinuation(bytes, start, end)) end++;
    const isWhole = length > 0 && end === start + length;
    if (!isWhole && fatal) throw new TypeError('The bytes are not UTF-8.');
    let code = length > 1 ? first & (0xff >> (length + 1)) : first;
    for (let at = start + 1; at < end; at++) code = (code << 6) | ((bytes[at] as number) & 0x3f);
    text += isWhole ? String.fromCodePoint(code) : '\ufffd';
    start = end;
  }
  return text;
}
