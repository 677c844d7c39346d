// DER, as far as the envelopes of keys need it: reading with every length checked, and writing. Runs inside the isolate.

import type { Bytes } from './algorithm.ts';

export const TAGS = { integer: 0x02, bits: 0x03, octets: 0x04, nothing: 0x05, oid: 0x06, sequence: 0x30 } as const;

/** Tags of members that a structure may leave out. */
export const FIRST_OPTIONAL = 0xa0;
export const SECOND_OPTIONAL = 0xa1;

interface Element {
  readonly tag: number;
  readonly content: Bytes;
}

/** Told what is wrong; gives the exception to throw. */
export type Refuse = (what: string) => Error;

/** Elements, one after the other. */
export interface Reader {
  readonly take: (tag: number) => Bytes;
  /** Undefined where there is none with this tag. */
  readonly takeOptional: (tag: number) => Bytes | undefined;
  /** Throws where something is left. */
  readonly end: () => void;
}

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

/** Reads what one element after the other holds; `refuse` makes the exceptions. */
export const readDer = (bytes: Bytes, refuse: Refuse): Reader => {
  const elements = elementsOf(bytes, refuse);
  let next = 0;
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

/** Bytes of a bit string. Throws where they are not whole. */
export const wholeBits = (content: Bytes, refuse: Refuse): Bytes => {
  if (content[0] !== 0) throw refuse('a bit string in it is not of whole bytes');
  return content.slice(1);
};

const concat = (parts: readonly Uint8Array[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/** An element of several parts. */
export const element = (tag: number, ...parts: readonly Uint8Array[]): Bytes => {
  const content = concat(parts);
  const { length } = content;
  if (length < 0x80) return concat([Uint8Array.of(tag, length), content]);
  const digits = length.toString(16);
  const bytes = Uint8Array.fromHex(digits.length % 2 === 0 ? digits : `0${digits}`);
  return concat([Uint8Array.of(tag, 0x80 | bytes.length), bytes, content]);
};

/** A bit string of whole bytes. */
export const bitString = (bytes: Uint8Array): Bytes => element(TAGS.bits, Uint8Array.of(0), bytes);

/** What stands for the version of a structure. */
export const version = (number: number): Bytes => element(TAGS.integer, Uint8Array.of(number));
