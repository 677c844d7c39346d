// The body of a call: bytes in, tool name and the bytes of the arguments out, or a failure that says what to mend.

import { isUtf8 } from 'node:buffer';
import { CallError } from '../protocol/errors.ts';
import { type JsonFault, JsonScanner } from '../protocol/json-scan.ts';
import { afterSpace, type Member, stringOf, topLevelMembers } from './json-text.ts';
import { quoted } from './quoted.ts';

/** What a body may measure. */
export interface BodyLimits {
  /** Levels of arrays and objects. */
  readonly bodyDepth: number;
  /** UTF-8 bytes of the arguments as JSON text. */
  readonly argumentsBytes: number;
}

export interface ToolRequest {
  readonly toolName: string;
  /** Part of the body, as sent: number spelling, key order, repeated keys and `__proto__` keys included. */
  readonly argumentsJson: Buffer;
}

const FORM = 'Send one JSON object: {"toolName": "<name>", "arguments": {…}}.';
const SHOWN_NAMES = 5;
/** Members of a body that are looked at. It may have two: how many more there are says nothing. */
const MOST_MEMBERS = 64;
const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Makes a reader of calls in bodies. A byte order mark is skipped, as RFC 8259 lets a reader do. The bytes are read once.
 *
 * Fails with: invalid_json, invalid_request, payload_too_large.
 */
export const createToolRequestReader = ({ bodyDepth, argumentsBytes }: BodyLimits): ((body: Buffer) => ToolRequest) => {
  const scanner = new JsonScanner(bodyDepth, MOST_MEMBERS);
  return (body) => {
    if (body.length === 0) throw new CallError('invalid_json', `The body is empty. ${FORM}`);
    refuseBadUtf8(body);
    const bytes = withoutMark(body);
    const fault = scanner.fault(bytes);
    if (fault !== undefined) throw faultFailure(fault, bytes, bodyDepth);
    const kind = kindOf(bytes, afterSpace(bytes, 0));
    if (kind !== 'an object') throw new CallError('invalid_request', `The body is ${kind}. ${FORM}`);
    const members = topLevelMembers(bytes, scanner.marks);
    refuseStrangers(members);
    const toolName = theOne(bytes, members, 'toolName', 'a string');
    const args = theOne(bytes, members, 'arguments', 'an object');
    refuseSize(args.to - args.from, argumentsBytes);
    return {
      toolName: stringOf(bytes, toolName.from, toolName.to),
      argumentsJson: bytes.subarray(args.from, args.to),
    };
  };
};

const refuseBadUtf8 = (body: Uint8Array): void => {
  if (isUtf8(body)) return;
  throw new CallError('invalid_json', 'The body is not valid UTF-8. Encode the JSON text as UTF-8.');
};

const withoutMark = (body: Buffer): Buffer =>
  BYTE_ORDER_MARK.every((byte, index) => body[index] === byte) ? body.subarray(BYTE_ORDER_MARK.length) : body;

const faultFailure = (fault: JsonFault, bytes: Uint8Array, bodyDepth: number): CallError => {
  if (fault.expected !== undefined)
    return new CallError('invalid_json', `The body is not valid JSON: expected ${placedFault(fault, bytes)}.`);
  const detail = `The body nests deeper than ${bodyDepth} levels of arrays and objects. Send flatter arguments.`;
  return new CallError('invalid_request', detail, { more: { limit: 'bodyDepth', allowed: bodyDepth } });
};

/** What was expected and where, as an editor counts: in characters from the start, and by line and column. */
const placedFault = ({ at, expected }: JsonFault, bytes: Uint8Array): string => {
  let line = 1;
  let lineStart = 0;
  for (let index = 0; index < at; index += 1) {
    if (bytes[index] !== NEWLINE) continue;
    line += 1;
    lineStart = index + 1;
  }
  const charactersIn = (from: number): number => utf8.decode(bytes.subarray(from, at)).length;
  return `${expected} at position ${charactersIn(0)}, line ${line} column ${charactersIn(lineStart) + 1}`;
};

const kindOf = (bytes: Uint8Array, first: number): string => {
  switch (String.fromCharCode(bytes[first] as number)) {
    case '"':
      return 'a string';
    case '{':
      return 'an object';
    case '[':
      return 'an array';
    case 'n':
      return 'null';
    case 't':
    case 'f':
      return 'a boolean';
    default:
      return 'a number';
  }
};

const isStranger = ({ name }: Member): boolean => name !== 'toolName' && name !== 'arguments';

const refuseStrangers = (members: readonly Member[]): void => {
  if (!members.some(isStranger)) return;
  const names = new Set(members.filter(isStranger).map(({ name }) => name));
  const shown = [...names].slice(0, SHOWN_NAMES).map(quoted).join(', ');
  const more = names.size > SHOWN_NAMES ? ' and more' : '';
  const hint = 'What the tool takes goes inside "arguments".';
  throw new CallError('invalid_request', `The body has unknown members: ${shown}${more}. ${hint} ${FORM}`);
};

const theOne = (bytes: Uint8Array, members: readonly Member[], name: string, kind: string): Member => {
  const [member, second] = members.filter((candidate) => candidate.name === name);
  if (member === undefined) throw new CallError('invalid_request', `"${name}" is missing. ${FORM}`);
  if (second !== undefined) throw new CallError('invalid_request', `"${name}" appears more than once. ${FORM}`);
  const got = kindOf(bytes, member.from);
  if (got !== kind) throw new CallError('invalid_request', `"${name}" must be ${kind}, but is ${got}. ${FORM}`);
  return member;
};

const refuseSize = (used: number, allowed: number): void => {
  if (used <= allowed) return;
  const detail = `"arguments" take ${used} bytes of JSON; at most ${allowed} are allowed. Send less.`;
  throw new CallError('payload_too_large', detail, { more: { limit: 'argumentsBytes', allowed, used } });
};
