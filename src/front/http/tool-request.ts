// Takes the tool name and the bytes of the arguments out of a call's body, or fails with a message that tells what to change. Front process.

import { isUtf8 } from 'node:buffer';
import { CallError } from '../../shared/protocol/errors.ts';
import { afterSpace, beforeSpace, type Member, stringOf, topLevelMembers } from '../../shared/text/json-members.ts';
import { type JsonFault, JsonScanner } from '../../shared/text/json-scan.ts';
import { quoted } from '../../shared/text/quoted.ts';
import { type Scanned, scannedInSlices } from './sliced-scan.ts';
import { SHORT_BYTES } from './turns.ts';

export interface BodyLimits {
  readonly bodyDepth: number;
  /** Most UTF-8 bytes of the arguments as JSON text. */
  readonly argumentsBytes: number;
}

export interface ToolRequest {
  readonly toolName: string;
  /** Part of the body, as sent: number spelling, key order, repeated keys and `__proto__` keys included. */
  readonly argumentsJson: Buffer;
}

const FORM = 'Send one JSON object: {"toolName": "<name>", "arguments": {…}}.';
const BARE_FORM = 'Send the arguments of the tool as one JSON object: {…}.';
const SHOWN_NAMES = 5;
/** What models call the two members, from other providers' forms of a call. */
const MEANT = new Map([
  ...['name', 'tool', 'tool_name', 'toolname', 'function', 'function_name'].map((name) => [name, 'toolName'] as const),
  ...['args', 'parameters', 'params', 'input', 'tool_input', 'argument'].map((name) => [name, 'arguments'] as const),
]);
/** Members of a body that are read. It may have two; with more it is refused anyhow. */
const MOST_MEMBERS = 64;

/**
 * Makes a reader of bodies. It skips a byte order mark, as RFC 8259 allows, and reads the bytes once.
 *
 * Fails with: invalid_json, invalid_request, payload_too_large.
 */
export const createToolRequestReader = ({
  bodyDepth,
  argumentsBytes,
}: BodyLimits): ((body: Buffer) => ToolRequest | Promise<ToolRequest>) => {
  const read = (body: Buffer, scanner: Scanned): ToolRequest => {
    const bytes = objectIn(body, scanner, bodyDepth, FORM);
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
  return inSlicesIfLong(read, bodyDepth, MOST_MEMBERS);
};

/**
 * Makes a reader of bodies that are the arguments alone. It takes the same arguments as {@link createToolRequestReader} does.
 *
 * Fails with: invalid_json, invalid_request, payload_too_large.
 */
export const createArgumentsReader = ({
  bodyDepth,
  argumentsBytes,
}: BodyLimits): ((body: Buffer) => Buffer | Promise<Buffer>) => {
  // The object around the arguments, which is missing here, counts as a level.
  const levels = bodyDepth - 1;
  const read = (body: Buffer, scanner: Scanned): Buffer => {
    const bytes = objectIn(body, scanner, levels, BARE_FORM);
    const argumentsJson = bytes.subarray(afterSpace(bytes, 0), beforeSpace(bytes, bytes.length));
    refuseSize(argumentsJson.length, argumentsBytes);
    return argumentsJson;
  };
  return inSlicesIfLong(read, levels, 0);
};

/** Short bodies, which are nearly all, are read in the same turn, with one scanner for all of them. */
const inSlicesIfLong = <Read>(read: (body: Buffer, scanner: Scanned) => Read, levels: number, members: number) => {
  const scanner = new JsonScanner(levels, members);
  return (body: Buffer): Read | Promise<Read> =>
    body.length <= SHORT_BYTES
      ? read(body, scanner)
      : scannedInSlices(withoutMark(body), levels, members).then((scanned) => read(body, scanned));
};

const isStranger = ({ name }: Member): boolean => name !== 'toolName' && name !== 'arguments';

const refuseStrangers = (members: readonly Member[]): void => {
  if (!members.some(isStranger)) return;
  refuseMisnamed(members);
  const names = new Set(members.filter(isStranger).map(({ name }) => name));
  const first = [...names].slice(0, SHOWN_NAMES).map(quoted).join(', ');
  const more = names.size > SHOWN_NAMES ? ' and more' : '';
  const hint = 'What the tool takes goes inside "arguments".';
  throw new CallError('invalid_request', `The body has unknown members: ${first}${more}. ${hint} ${FORM}`);
};

/** If all that is wrong are the names of the two members, says so. */
const refuseMisnamed = (members: readonly Member[]): void => {
  const meant = members.map((member) => (isStranger(member) ? MEANT.get(member.name) : member.name));
  if (new Set(meant).size < members.length || meant.includes(undefined)) return;
  const wrong = members.flatMap(({ name }, index) =>
    name === meant[index] ? [] : [`${quoted(name)}: did you mean ${quoted(meant[index] as string)}?`],
  );
  throw new CallError('invalid_request', `The body has ${wrong.join(' It has ')} ${FORM}`);
};

const theOne = (bytes: Uint8Array, members: readonly Member[], name: string, kind: string): Member => {
  const [member, second] = members.filter((candidate) => candidate.name === name);
  if (member === undefined) throw new CallError('invalid_request', `"${name}" is missing. ${FORM}`);
  if (second !== undefined) throw new CallError('invalid_request', `"${name}" appears more than once. ${FORM}`);
  const got = kindOf(bytes, member.from);
  if (got === kind) return member;
  const isText =
    kind === 'an object' &&
    /^"\s*\{/.test(Buffer.from(bytes.subarray(member.from, member.from + 20)).toString('latin1'));
  const advice = isText ? `Send the object itself, not its JSON in a string. ${FORM}` : FORM;
  throw new CallError('invalid_request', `"${name}" must be ${kind}, but is ${got}. ${advice}`);
};

/** Fails with: payload_too_large. */
export const refuseSize = (used: number, allowed: number): void => {
  if (used <= allowed) return;
  const detail = `"arguments" take ${used} bytes of JSON; at most ${allowed} are allowed. Send less.`;
  throw new CallError('payload_too_large', detail, { more: { limit: 'argumentsBytes', allowed, used } });
};

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
export const jsonIn = (body: Buffer, scanner: Scanned, levels: number, form: string): Buffer => {
  if (body.length === 0) throw new CallError('invalid_json', `The body is empty. ${form}`);
  if (!(scanner.isUtf8 ?? isUtf8(body))) {
    throw new CallError('invalid_json', 'The body is not valid UTF-8. Encode the JSON text as UTF-8.');
  }
  const bytes = withoutMark(body);
  const fault = scanner.fault(bytes);
  if (fault !== undefined) throw faultFailure(fault, bytes, levels);
  return bytes;
};

/** The same for a body that has to be an object. Fails also with invalid_request if it is another value. */
const objectIn = (body: Buffer, scanner: Scanned, levels: number, form: string): Buffer => {
  const bytes = jsonIn(body, scanner, levels, form);
  const kind = kindOf(bytes, afterSpace(bytes, 0));
  if (kind !== 'an object') throw new CallError('invalid_request', `The body is ${kind}. ${form}`);
  return bytes;
};

/** The kind of the JSON value that begins at `first`, with its article. */
const kindOf = (bytes: Uint8Array, first: number): string => KINDS.get(bytes[first] as number) ?? 'a number';

/** The body without its byte order mark. */
export const withoutMark = (body: Buffer): Buffer =>
  BYTE_ORDER_MARK.every((byte, index) => body[index] === byte) ? body.subarray(BYTE_ORDER_MARK.length) : body;

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
