// Checks that a body is JSON, and reads which kind of value it is, without building values. Front process.

import { isUtf8 } from 'node:buffer';
import { CallError } from '../../shared/protocol/errors.ts';
import { afterSpace } from '../../shared/text/json-members.ts';
import type { JsonFault, JsonScanner } from '../../shared/text/json-scan.ts';

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Kinds of values by their first byte. All others are numbers. */
const KINDS = new Map([
  [0x22, 'a string'],
  [0x7b, 'an object'],
  [0x5b, 'an array'],
  [0x6e, 'null'],
  [0x74, 'a boolean'],
  [0x66, 'a boolean'],
]);

/**
 * The body without its byte order mark, which RFC 8259 allows. `levels`: those of the scanner; `form` tells what to send instead. Afterwards the
 * scanner has the marks of the outermost object.
 *
 * Fails with: invalid_json; invalid_request (it is too deep).
 */
export const jsonIn = (body: Buffer, scanner: JsonScanner, levels: number, form: string): Buffer => {
  if (body.length === 0) throw new CallError('invalid_json', `The body is empty. ${form}`);
  if (!isUtf8(body)) {
    throw new CallError('invalid_json', 'The body is not valid UTF-8. Encode the JSON text as UTF-8.');
  }
  const isMarked = BYTE_ORDER_MARK.every((byte, index) => body[index] === byte);
  const bytes = isMarked ? body.subarray(BYTE_ORDER_MARK.length) : body;
  const fault = scanner.fault(bytes);
  if (fault !== undefined) throw faultFailure(fault, bytes, levels);
  return bytes;
};

/** The same for a body that has to be an object. Fails also with invalid_request if it is another value. */
export const objectIn = (body: Buffer, scanner: JsonScanner, levels: number, form: string): Buffer => {
  const bytes = jsonIn(body, scanner, levels, form);
  const kind = kindOf(bytes, afterSpace(bytes, 0));
  if (kind !== 'an object') throw new CallError('invalid_request', `The body is ${kind}. ${form}`);
  return bytes;
};

/** The kind of the JSON value that begins at `first`, with its article. */
export const kindOf = (bytes: Uint8Array, first: number): string => KINDS.get(bytes[first] as number) ?? 'a number';

const faultFailure = (fault: JsonFault, bytes: Buffer, bodyDepth: number): CallError => {
  if (fault.expected !== undefined)
    return new CallError('invalid_json', `The body is not valid JSON: expected ${placedFault(fault, bytes)}.`);
  const detail = `The body nests deeper than ${bodyDepth} levels of arrays and objects. Send flatter arguments.`;
  return new CallError('invalid_request', detail, { more: { limit: 'bodyDepth', allowed: bodyDepth } });
};

/** The fault with its place as editors count: characters from the start, and line and column. */
const placedFault = ({ at, expected }: JsonFault, bytes: Buffer): string => {
  let line = 1;
  let lineStart = 0;
  for (let index = 0; index < at; index += 1) {
    if (bytes[index] !== NEWLINE) continue;
    line += 1;
    lineStart = index + 1;
  }
  const charactersIn = (from: number): number => bytes.toString('utf8', from, at).length;
  return `${expected} at position ${charactersIn(0)}, line ${line} column ${charactersIn(lineStart) + 1}`;
};
