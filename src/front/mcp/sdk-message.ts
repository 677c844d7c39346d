// Makes the value that the SDK of MCP gets for a body: small, and without the arguments of a call, which the SDK does not read. Front process, main thread.
//
// The SDK takes values, and `JSON.parse` builds them on the thread that all calls share: a megabyte of small arrays takes as long as a hundred calls. So
// arguments, which may be that long, stay bytes. What is left of a message is small in every revision. A batch may ask for each list only once: a
// hundred short messages would be answered with a hundred whole lists.

import { CallError } from '../../shared/protocol/errors.ts';
import type { Message } from './message.ts';
import { LIST } from './revisions.ts';

/** Bytes of a message without its arguments, or of a batch. Clients send less than a tenth of it. */
const MOST_BYTES = 65_536;
const NO_ARGUMENTS = Buffer.from('{}');

/** Fails with: payload_too_large; invalid_request (a batch asks for the list more than once). */
export const sdkMessage = (bytes: Buffer, { call }: Pick<Message, 'call'>): unknown => {
  const small = call === undefined ? bytes : withoutPart(bytes, call.argumentsJson);
  if (small.length > MOST_BYTES) throw tooLarge(small.length);
  const value: unknown = JSON.parse(small.toString('utf8'));
  if (Array.isArray(value) && value.filter(isList).length > 1)
    throw new CallError('invalid_request', `The batch has "${LIST}" more than once. Send it once, or alone.`);
  return value;
};

/** The bytes with `{}` in place of a part of them, which begins in the same memory. Unchanged if it does not. */
const withoutPart = (bytes: Buffer, part: Buffer): Buffer => {
  const from = part.byteOffset - bytes.byteOffset;
  if (part.buffer !== bytes.buffer || from < 0 || from >= bytes.length) return bytes;
  return Buffer.concat([bytes.subarray(0, from), NO_ARGUMENTS, bytes.subarray(from + part.length)]);
};

const tooLarge = (used: number): CallError => {
  const detail = `The message has ${used} bytes without the arguments of a call; at most ${MOST_BYTES} are read.`;
  return new CallError('payload_too_large', detail, { more: { limit: 'messageBytes', allowed: MOST_BYTES, used } });
};

const isList = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'method' in message && message.method === LIST;
