// Reads a host request to the store. The text is untrusted, so its length is checked before it is parsed. Control thread.

import { Buffer } from 'node:buffer';
import type { StoreOperation } from '../../../shared/protocol/capabilities.ts';

/** UTF-8 bytes of a key. */
const KEY_BYTES = 512;
const MOST_LISTED = 1_000;
/** Ten years. */
const MOST_TTL_MS = 10 * 365 * 86_400_000;
const VERSION_CHARACTERS = 100;
/** Characters of a host request without its value, and the most that one character of a value takes in it. */
const FRAME_CHARACTERS = 16_384;
const ESCAPED_CHARACTERS = 6;

/** The error in a host request, worded for the plugin's author. */
export class BadRequest extends Error {
  override readonly name: string = 'TypeError';
}

export class ValueTooLarge extends Error {}

type Members = Readonly<Record<string, unknown>>;

const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  get: ['op', 'key'],
  set: ['op', 'key', 'value', 'ttlMs', 'ifVersion'],
  delete: ['op', 'key', 'ifVersion'],
  list: ['op', 'prefix', 'after', 'limit'],
};

/** Reads the operation in a text, with known members only. `valueBytes` is the limit `storeValueBytes`. Throws {@link BadRequest}, {@link ValueTooLarge}. */
export const readOperation = (text: string, valueBytes: number): StoreOperation => {
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
    throw new BadRequest('The request to the store is not JSON.');
  }
  if (typeof ask !== 'object' || ask === null || Array.isArray(ask))
    throw new BadRequest('The request to the store is not an object.');
  const op = Object.hasOwn(ask, 'op') ? (ask as Members).op : undefined;
  const known = typeof op === 'string' && Object.hasOwn(MEMBERS, op) ? MEMBERS[op] : undefined;
  if (!known) throw new BadRequest('The store can only get, set, delete and list.');
  const strange = Object.keys(ask).find((name) => !known.includes(name));
  if (strange !== undefined)
    throw new BadRequest(
      `The store does not know the option ${JSON.stringify(strange.slice(0, 100))} of ${op as string}.`,
    );
  // Without a prototype, so that absent members stay absent.
  return Object.assign(Object.create(null) as Record<string, unknown>, ask);
};

const keyOf = (key: unknown): string => {
  if (key === '') throw new BadRequest('A key of the store must not be empty.');
  return textOf(key, 'A key of the store');
};

/** The `prefix` or `after` of a list: any part of a key, or nothing. */
const edgeOf = (text: unknown, name: string): string =>
  text === undefined ? '' : textOf(text, `The option ${name} of list`);

const textOf = (text: unknown, what: string): string => {
  if (typeof text !== 'string') throw new BadRequest(`${what} must be a string.`);
  // Every character takes at least a byte, so long texts need not be measured.
  if (text.length > KEY_BYTES || Buffer.byteLength(text) > KEY_BYTES)
    throw new BadRequest(`${what} may have at most ${KEY_BYTES} bytes in UTF-8.`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this refuses control characters.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text)) throw new BadRequest(`${what} must not hold control characters.`);
  if (!text.isWellFormed()) throw new BadRequest(`${what} must not hold half a surrogate pair.`);
  return text;
};

const valueTextOf = (value: unknown, valueBytes: number): string => {
  if (typeof value !== 'string') throw new BadRequest('A value of the store must be given as JSON text.');
  if (value.length > valueBytes || Buffer.byteLength(value) > valueBytes) throw tooLarge(valueBytes);
  if (!value.isWellFormed())
    throw new BadRequest('A value of the store must not hold half a surrogate pair unescaped.');
  try {
    JSON.parse(value);
  } catch {
    throw new BadRequest('A value of the store must be JSON.');
  }
  return value;
};

const tooLarge = (valueBytes: number): ValueTooLarge =>
  new ValueTooLarge(
    `A value of the store may have at most ${valueBytes} bytes as JSON (storeValueBytes), and this one has more. Store less under one key.`,
  );

const wholeOf = (value: unknown, name: string, most: number): number => {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most)
    throw new BadRequest(`The option ${name} must be a whole number from 1 to ${most}.`);
  return value;
};

const versionOf = (version: unknown): string => {
  if (typeof version !== 'string' || !/^[\x21-\x7e]+$/.test(version) || version.length > VERSION_CHARACTERS)
    throw new BadRequest('The option ifVersion must be the version of an entry, as the store gave it.');
  return version;
};
