// The body of a call: bytes in, tool name and the raw text of the arguments out, or a failure that says what to mend.

import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { CallError } from '../protocol/errors.ts';
import { isDeeperThan, type Member, stringOf, topLevelMembers } from './json-text.ts';
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
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a call from its body. A byte order mark is skipped, as RFC 8259 lets a reader do.
 *
 * Fails with: invalid_json, invalid_request, payload_too_large.
 */
export const toolRequestFrom = (body: Uint8Array, limits: BodyLimits): ToolRequest => {
  if (body.length === 0) throw new CallError('invalid_json', `The body is empty. ${FORM}`);
  const text = decoded(body);
  refuseDepth(text, limits.bodyDepth);
  refuseSyntax(text);
  const kind = kindOf(text.trimStart());
  if (kind !== 'an object') throw new CallError('invalid_request', `The body is ${kind}. ${FORM}`);
  const members = topLevelMembers(text);
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

const refuseDepth = (text: string, bodyDepth: number): void => {
  if (!isDeeperThan(text, bodyDepth)) return;
  const detail = `The body nests deeper than ${bodyDepth} levels of arrays and objects. Send flatter arguments.`;
  throw new CallError('invalid_request', detail, { more: { limit: 'bodyDepth', allowed: bodyDepth } });
};

const refuseSyntax = (text: string): void => {
  try {
    JSON.parse(text);
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : 'a syntax error';
    const detail = `The body is not valid JSON: ${found}${found.includes('position') ? '' : placeOfError(text)}.`;
    throw new CallError('invalid_json', detail, { cause });
  }
};

/** V8 gives a position for some errors only; the tolerant parser, used on the way out alone, finds the others. */
const placeOfError = (text: string): string => {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch {
    return ''; // It recurses, and broken text can hide its depth from isDeeperThan: then the position stays unsaid.
  }
  const [first] = errors;
  if (first === undefined) return '';
  const before = text.slice(0, first.offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return ` (${printParseErrorCode(first.error)} at position ${first.offset}, line ${before.length} column ${column})`;
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
  const more = names.size > SHOWN_NAMES ? ` and ${names.size - SHOWN_NAMES} more` : '';
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
