// The body of a call: bytes in, tool name and the raw text of the arguments out, or a failure that says what to mend.

import { CallError } from '../protocol/errors.ts';
import { type JsonFault, jsonFault } from '../protocol/json-scan.ts';
import { type Member, stringOf, topLevelMembers } from './json-text.ts';
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
  /** As sent: number spelling, key order, repeated keys and `__proto__` keys included. */
  readonly argumentsText: string;
  readonly argumentsBytes: number;
}

const FORM = 'Send one JSON object: {"toolName": "<name>", "arguments": {…}}.';
const SHOWN_NAMES = 5;
/** Members of a body that are looked at. It may have two: how many more there are says nothing. */
const MOST_MEMBERS = 64;
const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a call from its body. A byte order mark is skipped, as RFC 8259 lets a reader do.
 *
 * Fails with: invalid_json, invalid_request, payload_too_large.
 */
export const toolRequestFrom = (body: Uint8Array, limits: BodyLimits): ToolRequest => {
  if (body.length === 0) throw new CallError('invalid_json', `The body is empty. ${FORM}`);
  const text = decoded(body);
  refuseFault(withoutMark(body), limits.bodyDepth);
  const kind = kindOf(text.trimStart());
  if (kind !== 'an object') throw new CallError('invalid_request', `The body is ${kind}. ${FORM}`);
  const members = topLevelMembers(text, MOST_MEMBERS);
  refuseStrangers(members);
  const toolName = stringOf(theOne(members, 'toolName', 'a string'));
  const argumentsText = theOne(members, 'arguments', 'an object');
  return { toolName, argumentsText, argumentsBytes: measured(argumentsText, limits.argumentsBytes) };
};

const decoded = (body: Uint8Array): string => {
  try {
    return utf8.decode(body);
  } catch (cause) {
    throw new CallError('invalid_json', 'The body is not valid UTF-8. Encode the JSON text as UTF-8.', { cause });
  }
};

const withoutMark = (body: Uint8Array): Uint8Array =>
  BYTE_ORDER_MARK.every((byte, index) => body[index] === byte) ? body.subarray(BYTE_ORDER_MARK.length) : body;

const refuseFault = (bytes: Uint8Array, bodyDepth: number): void => {
  const fault = jsonFault(bytes, bodyDepth);
  if (fault === undefined) return;
  if (fault.expected !== undefined)
    throw new CallError('invalid_json', `The body is not valid JSON: expected ${placedFault(fault, bytes)}.`);
  const detail = `The body nests deeper than ${bodyDepth} levels of arrays and objects. Send flatter arguments.`;
  throw new CallError('invalid_request', detail, { more: { limit: 'bodyDepth', allowed: bodyDepth } });
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

const kindOf = (valueText: string): string => {
  switch (valueText[0]) {
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

const refuseStrangers = (members: readonly Member[]): void => {
  const strangers = members.filter(({ name }) => name !== 'toolName' && name !== 'arguments');
  if (strangers.length === 0) return;
  const names = new Set(strangers.map(({ name }) => name));
  const shown = [...names].slice(0, SHOWN_NAMES).map(quoted).join(', ');
  const more = names.size > SHOWN_NAMES ? ' and more' : '';
  const hint = 'What the tool takes goes inside "arguments".';
  throw new CallError('invalid_request', `The body has unknown members: ${shown}${more}. ${hint} ${FORM}`);
};

const theOne = (members: readonly Member[], name: string, kind: string): string => {
  const [member, second] = members.filter((candidate) => candidate.name === name);
  if (member === undefined) throw new CallError('invalid_request', `"${name}" is missing. ${FORM}`);
  if (second !== undefined) throw new CallError('invalid_request', `"${name}" appears more than once. ${FORM}`);
  const got = kindOf(member.valueText);
  if (got !== kind) throw new CallError('invalid_request', `"${name}" must be ${kind}, but is ${got}. ${FORM}`);
  return member.valueText;
};

const measured = (argumentsText: string, allowed: number): number => {
  const used = Buffer.byteLength(argumentsText);
  if (used <= allowed) return used;
  const detail = `"arguments" take ${used} bytes of JSON; at most ${allowed} are allowed. Send less.`;
  throw new CallError('payload_too_large', detail, { more: { limit: 'argumentsBytes', allowed, used } });
};
