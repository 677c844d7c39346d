// Reads what a guest asks of the store. Runs in the broker: the text is untrusted, its lengths are looked at before it is parsed.

import { Buffer } from 'node:buffer';
import type { StoreAsk } from '../../../protocol/capabilities.ts';

/** UTF-8 bytes of a key. */
const KEY_BYTES = 512;
/** Entries of a list. */
const MOST_LISTED = 1_000;
/** Ten years. */
const MOST_TTL_MS = 10 * 365 * 86_400_000;
const VERSION_CHARACTERS = 100;
/** An ask without its value, and what a character of a value takes at most in it. */
const FRAME_CHARACTERS = 16_384;
const ESCAPED_CHARACTERS = 6;

/** What is wrong with an ask, for who wrote the plugin. */
export class BadAsk extends Error {
  override readonly name: string = 'TypeError';
}

/** A value is longer than `storeValueBytes`. */
export class ValueTooLarge extends Error {}

type Members = Readonly<Record<string, unknown>>;

const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  get: ['op', 'key'],
  set: ['op', 'key', 'value', 'ttlMs', 'ifVersion'],
  delete: ['op', 'key', 'ifVersion'],
  list: ['op', 'prefix', 'after', 'limit'],
};

/** The ask in a text, with nothing in it but what it may have. `valueBytes` is the limit `storeValueBytes`. Throws {@link BadAsk}, {@link ValueTooLarge}. */
export const readAsk = (text: string, valueBytes: number): StoreAsk => {
  if (text.length > FRAME_CHARACTERS + ESCAPED_CHARACTERS * valueBytes) throw tooLarge(valueBytes);
  const members = membersOf(text);
  switch (members.op) {
    case 'get':
      return { op: 'get', key: keyOf(members.key) };
    case 'set':
      return {
        op: 'set',
        key: keyOf(members.key),
        value: valueTextOf(members.value, valueBytes),
        ...(members.ttlMs !== undefined && { ttlMs: wholeOf(members.ttlMs, 'ttlMs', MOST_TTL_MS) }),
        ...(members.ifVersion !== undefined && {
          ifVersion: members.ifVersion === null ? null : versionOf(members.ifVersion),
        }),
      };
    case 'delete':
      return {
        op: 'delete',
        key: keyOf(members.key),
        ...(members.ifVersion !== undefined && { ifVersion: versionOf(members.ifVersion) }),
      };
    default:
      return {
        op: 'list',
        prefix: edgeOf(members.prefix, 'prefix'),
        after: edgeOf(members.after, 'after'),
        limit: members.limit === undefined ? 100 : wholeOf(members.limit, 'limit', MOST_LISTED),
      };
  }
};

const membersOf = (text: string): Members => {
  let ask: unknown;
  try {
    ask = JSON.parse(text);
  } catch {
    throw new BadAsk('What the store was asked is not JSON.');
  }
  if (typeof ask !== 'object' || ask === null || Array.isArray(ask))
    throw new BadAsk('What the store was asked is not an object.');
  const op = Object.hasOwn(ask, 'op') ? (ask as Members).op : undefined;
  const known = typeof op === 'string' && Object.hasOwn(MEMBERS, op) ? MEMBERS[op] : undefined;
  if (!known) throw new BadAsk('The store can get, set, delete and list, and was asked something else.');
  const strange = Object.keys(ask).find((name) => !known.includes(name));
  if (strange !== undefined)
    throw new BadAsk(`The store does not know the option ${JSON.stringify(strange.slice(0, 100))} of ${op as string}.`);
  // Without a prototype: what is absent stays absent.
  return Object.assign(Object.create(null) as Record<string, unknown>, ask);
};

const keyOf = (key: unknown): string => {
  if (key === '') throw new BadAsk('A key of the store must not be empty.');
  return textOf(key, 'A key of the store');
};

/** Where a list begins: any part of a key, or nothing. */
const edgeOf = (text: unknown, name: string): string =>
  text === undefined ? '' : textOf(text, `The option ${name} of list`);

const textOf = (text: unknown, what: string): string => {
  if (typeof text !== 'string') throw new BadAsk(`${what} must be a string.`);
  // No character takes less than a byte: long texts are not measured.
  if (text.length > KEY_BYTES || Buffer.byteLength(text) > KEY_BYTES)
    throw new BadAsk(`${what} may have at most ${KEY_BYTES} bytes in UTF-8.`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that are refused.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text)) throw new BadAsk(`${what} must not hold control characters.`);
  if (!text.isWellFormed()) throw new BadAsk(`${what} must not hold half a surrogate pair.`);
  return text;
};

const valueTextOf = (value: unknown, valueBytes: number): string => {
  if (typeof value !== 'string') throw new BadAsk('A value of the store must be given as JSON text.');
  if (value.length > valueBytes || Buffer.byteLength(value) > valueBytes) throw tooLarge(valueBytes);
  if (!value.isWellFormed()) throw new BadAsk('A value of the store must not hold half a surrogate pair unescaped.');
  try {
    JSON.parse(value);
  } catch {
    throw new BadAsk('A value of the store must be JSON.');
  }
  return value;
};

const tooLarge = (valueBytes: number): ValueTooLarge =>
  new ValueTooLarge(
    `A value of the store may have at most ${valueBytes} bytes as JSON (storeValueBytes), and this one has more. Store less under one key.`,
  );

const wholeOf = (value: unknown, name: string, most: number): number => {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most)
    throw new BadAsk(`The option ${name} must be a whole number from 1 to ${most}.`);
  return value;
};

const versionOf = (version: unknown): string => {
  if (typeof version !== 'string' || !/^[\x21-\x7e]+$/.test(version) || version.length > VERSION_CHARACTERS)
    throw new BadAsk('The option ifVersion must be the version of an entry, as the store gave it.');
  return version;
};
