// Replaces the values of secrets in a response by their placeholders, in every form in which a server may have written them: with the escapes of
// URLs, JSON, JavaScript and HTML, also on top of each other, and in base64. Control thread.

import { setImmediate } from 'node:timers/promises';
import { compositeKey } from '../../../shared/text/composite-key.ts';

/** A secret's name, and its value: visible ASCII, at least eight characters. */
type Named = readonly [name: string, value: string];

/** Puts placeholders where the values of secrets stand. Returns the same bytes if there are none. */
export interface Scrubber {
  readonly scrub: (bytes: Buffer) => Buffer;
  /** The same for a body that may be large: lets other calls have their turn in between. */
  readonly scrubInTurns: (bytes: Buffer) => Promise<Buffer>;
}

/** Looked at by itself, so that neither the memory nor the time that the looking takes at once grows with the response. */
const WINDOW_BYTES = 262_144;
/** Bytes of one character in its longest form, with escapes on top of escapes. */
const LONGEST_ESCAPE = 24;
/** Escapes on top of escapes. Only a sender who wants to hide something uses more. */
const MAX_LAYERS = 4;
/** Nobody pads a number with more zeros than this allows. A backslash before any other character only means that character. */
const ESCAPE = /%([\da-f]{2})|\\(?:(?:x|u00)([\da-f]{2}))?|&(?:#(x?[\da-f]{1,9})|(amp|lt|gt|quot|apos));/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface Needle {
  readonly placeholder: string;
  readonly text: string;
  /** Characters at either end that are shared with the text next to the value. */
  readonly before: number;
  readonly after: number;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

/** Needles are made once for each value. At this number all are forgotten at once, because callers come and go with theirs. */
const MAX_KEPT = 500;
const kept = new Map<string, readonly Needle[]>();

/** Undefined if there are no secrets. */
export const scrubber = (secrets: readonly Named[]): Scrubber | undefined => {
  if (secrets.length === 0) return undefined;
  const needles = secrets.flatMap(needlesOf);
  const overlap = Math.max(...needles.map(({ text }) => text.length)) * LONGEST_ESCAPE;
  const lookAt = (bytes: Buffer, start: number): readonly Found[] => {
    const plain = plainOf(bytes.toString('latin1', start, start + WINDOW_BYTES + overlap));
    return needles.flatMap((needle) => placesOf(needle, plain, start));
  };
  const startsIn = ({ length }: Buffer): number[] =>
    Array.from({ length: Math.ceil(length / WINDOW_BYTES) }, (_, index) => index * WINDOW_BYTES);
  return {
    scrub: (bytes) =>
      replaced(
        bytes,
        startsIn(bytes).flatMap((start) => lookAt(bytes, start)),
      ),
    scrubInTurns: async (bytes) => {
      const found: Found[] = [];
      for (const start of startsIn(bytes)) {
        if (start > 0) await setImmediate();
        found.push(...lookAt(bytes, start));
      }
      return replaced(bytes, found);
    },
  };
};

/** The same for a text that holds bytes: no character beyond Latin-1. Unchanged without a scrubber. */
export const scrubText = (text: string, scrubber: Scrubber | undefined): string =>
  scrubber ? scrubber.scrub(Buffer.from(text, 'latin1')).toString('latin1') : text;

interface Layer {
  /** For comparing only: small letters, and blanks for `+`. */
  readonly text: string;
  /** Where each character was in the layer before, and its length there. */
  readonly starts: Uint32Array;
  readonly lengths: Uint8Array;
}

interface Plain {
  readonly text: string;
  /** The innermost first. */
  readonly layers: readonly Layer[];
}

/** The text without its escapes. Both sides of a comparison are made plain, so that no mix of escapes hides a text. */
const plainOf = (original: string): Plain => {
  const layers: Layer[] = [];
  let text = folded(original);
  while (layers.length < MAX_LAYERS && /[%\\&]/.test(text)) {
    const layer = peeled(text);
    if (layer.text === text) break;
    layers.unshift(layer);
    text = layer.text;
  }
  return { text, layers };
};

const folded = (text: string): string => text.toLowerCase().replaceAll('+', ' ');

/** Removes one layer of escapes, in a time that grows with the text alone. */
const peeled = (text: string): Layer => {
  const starts = new Uint32Array(text.length);
  const lengths = new Uint8Array(text.length).fill(1);
  let plain = '';
  let done = 0;
  const copyTo = (end: number): void => {
    for (let at = done; at < end; at += 1) starts[plain.length + at - done] = at;
    plain += text.slice(done, end);
  };
  for (const { 0: whole, 1: percent, 2: hex = percent, 3: number, 4: name = '', index } of text.matchAll(ESCAPE)) {
    const code = hex === undefined ? Number(number?.replace('x', '0x')) : Number.parseInt(hex, 16);
    const sign = code < 256 ? String.fromCharCode(code) : (ENTITIES[name] ?? '');
    if (sign === '' && whole !== '\\') continue;
    copyTo(index);
    starts[plain.length] = index;
    if (sign !== '') lengths[plain.length] = whole.length;
    plain += sign;
    done = index + whole.length;
  }
  copyTo(text.length);
  return { text: folded(plain), starts, lengths };
};

const needlesOf = ([name, value]: Named): readonly Needle[] => {
  const key = compositeKey(name, value);
  let needles = kept.get(key);
  if (!needles) {
    if (kept.size >= MAX_KEPT) kept.clear();
    const placeholder = `{{secret.${name}}}`;
    const own: Needle = { placeholder, text: plainOf(value).text, before: 0, after: 0 };
    needles = [
      own,
      ...[...new Set([value, encodeURIComponent(value)])].flatMap((text) => base64Needles(text, placeholder)),
    ].filter(({ text }) => text.length > 0);
    kept.set(key, needles);
  }
  return needles;
};

/** base64 and base64url, for a text that begins at each of the three places within a group. */
const base64Needles = (value: string, placeholder: string): readonly Needle[] =>
  [0, 1, 2].flatMap((offset) => {
    const bits = 8 * (offset + value.length);
    const bytes = Buffer.from('\0'.repeat(offset) + value, 'latin1');
    const [from, to] = [Math.ceil((8 * offset) / 6), Math.floor(bits / 6)];
    // Only what the value alone decides can be looked for.
    const texts = new Set((['base64', 'base64url'] as const).map((form) => bytes.toString(form).slice(from, to)));
    const ends = { before: offset > 0 ? 1 : 0, after: bits % 6 > 0 ? 1 : 0 };
    return [...texts].map((text): Needle => ({ placeholder, text: plainOf(text).text, ...ends }));
  });

const placesOf = ({ text, before, after, placeholder }: Needle, plain: Plain, offset: number): Found[] => {
  const places: Found[] = [];
  for (let at = plain.text.indexOf(text); at !== -1; at = plain.text.indexOf(text, at + text.length)) {
    let start = Math.max(0, at - before);
    let end = Math.min(plain.text.length, at + text.length + after);
    for (const { starts, lengths } of plain.layers) {
      end = (starts[end - 1] as number) + (lengths[end - 1] as number);
      start = starts[start] as number;
    }
    places.push({ start: offset + start, end: offset + end, placeholder });
  }
  return places;
};

const replaced = (bytes: Buffer, found: readonly Found[]): Buffer => {
  if (found.length === 0) return bytes;
  const parts: Buffer[] = [];
  let done = 0;
  for (const { start, end, placeholder } of found.toSorted((one, other) => one.start - other.start)) {
    if (start >= done) parts.push(bytes.subarray(done, start), Buffer.from(placeholder, 'latin1'));
    // Where two lie over each other, what is left of the second goes with the first.
    done = Math.max(done, end);
  }
  parts.push(bytes.subarray(done));
  return Buffer.concat(parts);
};
