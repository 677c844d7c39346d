// Replaces the values of secrets in a response by their placeholders, in every form in which a server may have written them. Control thread.

import { setImmediate } from 'node:timers/promises';
import { type PlainText, plainText } from './unescape.ts';

/** A secret's name, and its value: visible ASCII, at least eight characters. */
export type Named = readonly [name: string, value: string];

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

interface Needle {
  readonly placeholder: string;
  readonly bytes: Buffer;
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
  const overlap = Math.max(...needles.map(({ bytes }) => bytes.length)) * LONGEST_ESCAPE;
  const lookAt = (bytes: Buffer, start: number): readonly Found[] => {
    const plain = plainText(bytes.subarray(start, start + WINDOW_BYTES + overlap));
    return needles.flatMap((needle) => placesOf(needle, plain, start));
  };
  const scrub = (bytes: Buffer): Buffer => {
    const found: Found[] = [];
    for (let start = 0; start < bytes.length; start += WINDOW_BYTES) found.push(...lookAt(bytes, start));
    return replaced(bytes, found);
  };
  const scrubInTurns = async (bytes: Buffer): Promise<Buffer> => {
    const found: Found[] = [];
    for (let start = 0; start < bytes.length; start += WINDOW_BYTES) {
      if (start > 0) await setImmediate();
      found.push(...lookAt(bytes, start));
    }
    return replaced(bytes, found);
  };
  return { scrub, scrubInTurns };
};

/** The same for a text that holds bytes: no character beyond Latin-1. Unchanged without a scrubber. */
export const scrubText = (text: string, scrubber: Scrubber | undefined): string =>
  scrubber ? scrubber.scrub(Buffer.from(text, 'latin1')).toString('latin1') : text;

const needlesOf = ([name, value]: Named): readonly Needle[] => {
  const key = `${name} ${value}`;
  let needles = kept.get(key);
  if (!needles) {
    if (kept.size >= MAX_KEPT) kept.clear();
    const placeholder = `{{secret.${name}}}`;
    const own: Needle = { placeholder, bytes: plainOf(value), before: 0, after: 0 };
    needles = [own, ...base64Needles(value, placeholder)].filter(({ bytes }) => bytes.length > 0);
    kept.set(key, needles);
  }
  return needles;
};

const plainOf = (text: string): Buffer => plainText(Buffer.from(text, 'latin1')).bytes;

/** base64 and base64url, for a value that begins at each of the three places within a group. */
const base64Needles = (value: string, placeholder: string): readonly Needle[] =>
  [0, 1, 2].flatMap((offset) => {
    const bits = 8 * (offset + value.length);
    const bytes = Buffer.from('\0'.repeat(offset) + value, 'latin1');
    const [from, to] = [Math.ceil((8 * offset) / 6), Math.floor(bits / 6)];
    // Only what the value alone decides can be looked for.
    const texts = new Set((['base64', 'base64url'] as const).map((form) => bytes.toString(form).slice(from, to)));
    return [...texts].map(
      (text): Needle => ({
        placeholder,
        bytes: plainOf(text),
        before: offset > 0 ? 1 : 0,
        after: bits % 6 > 0 ? 1 : 0,
      }),
    );
  });

const placesOf = ({ bytes, before, after, placeholder }: Needle, plain: PlainText, offset: number): Found[] => {
  const places: Found[] = [];
  for (let at = plain.bytes.indexOf(bytes); at !== -1; at = plain.bytes.indexOf(bytes, at + bytes.length)) {
    const first = Math.max(0, at - before);
    const last = Math.min(plain.bytes.length, at + bytes.length + after);
    const [start, end] = plain.rangeOf(first, last);
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
