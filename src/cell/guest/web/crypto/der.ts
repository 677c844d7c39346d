// The part of DER that the envelopes of keys need. The reader checks every length. Runs inside the isolate.

import { type Bytes, joined } from '../standard/bytes.ts';

export const TAGS = { integer: 0x02, bits: 0x03, octets: 0x04, nothing: 0x05, oid: 0x06, sequence: 0x30 } as const;

/** Tags of optional members of a structure. */
export const FIRST_OPTIONAL = 0xa0;
export const SECOND_OPTIONAL = 0xa1;

interface Element {
  readonly tag: number;
  readonly content: Bytes;
}

/** Makes the exception to throw. `what` says what is wrong. */
export type Refuse = (what: string) => Error;

const lengthAt = (bytes: Bytes, at: number, refuse: Refuse): readonly [length: number, start: number] => {
  const first = bytes[at];
  if (first === undefined) throw refuse('it ends too early');
  if (first < 0x80) return [first, at + 1];
  const count = first & 0x7f;
  if (count === 0 || count > 3 || at + count >= bytes.length) throw refuse('a length in it is wrong');
  let length = 0;
  for (let i = 1; i <= count; i += 1) length = length * 256 + (bytes[at + i] as number);
  if (length < 0x80 || length < 256 ** (count - 1)) throw refuse('a length in it is written too long');
  return [length, at + 1 + count];
};

const elementsOf = (bytes: Bytes, refuse: Refuse): readonly Element[] => {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [length, start] = lengthAt(bytes, at + 1, refuse);
    if (start + length > bytes.length) throw refuse('it ends too early');
    elements.push({ tag: bytes[at] as number, content: bytes.slice(start, start + length) });
    at = start + length;
  }
  return elements;
};

/** Reads elements one after the other. Throws the exceptions that `refuse` makes. */
export const readDer = (bytes: Bytes, refuse: Refuse) => {
  const elements = elementsOf(bytes, refuse);
  let next = 0;
  /** Undefined if the next element does not have this tag. */
  const takeOptional = (tag: number): Bytes | undefined => {
    const element = elements[next];
    if (element?.tag !== tag) return undefined;
    next += 1;
    return element.content;
  };
  const take = (tag: number): Bytes => {
    const content = takeOptional(tag);
    if (!content) throw refuse(`it lacks an element with the tag ${tag}`);
    return content;
  };
  const end = (): void => {
    if (next < elements.length) throw refuse('it holds more than it should');
  };
  return { take, takeOptional, end };
};

export type DerReader = ReturnType<typeof readDer>;

/** Reads the elements of a sequence, which must be all that `bytes` holds. */
export const readSequence = (bytes: Bytes, refuse: Refuse): DerReader => {
  const outer = readDer(bytes, refuse);
  const inner = readDer(outer.take(TAGS.sequence), refuse);
  outer.end();
  return inner;
};

/** The bytes of a bit string. Throws if its length is not a multiple of 8 bits. */
export const wholeBits = (content: Bytes, refuse: Refuse): Bytes => {
  if (content[0] !== 0) throw refuse('a bit string in it is not of whole bytes');
  return content.slice(1);
};

/** An element whose content is `parts`, one after the other. */
export const element = (tag: number, ...parts: readonly Uint8Array[]): Bytes => {
  const content = joined(parts);
  const { length } = content;
  if (length < 0x80) return joined([Uint8Array.of(tag, length), content]);
  const digits = length.toString(16);
  const bytes = Uint8Array.fromHex(digits.length % 2 === 0 ? digits : `0${digits}`);
  return joined([Uint8Array.of(tag, 0x80 | bytes.length), bytes, content]);
};

export const bitString = (bytes: Uint8Array): Bytes => element(TAGS.bits, Uint8Array.of(0), bytes);

/** The version of a structure: an integer below 128. */
export const version = (number: number): Bytes => element(TAGS.integer, Uint8Array.of(number));
