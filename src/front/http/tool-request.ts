// Takes the tool name and the bytes of the arguments out of a call's body, or fails with a message that tells what to change. Front process.

import { CallError } from '../../shared/protocol/errors.ts';
import { afterSpace, beforeSpace, type Member, stringOf, topLevelMembers } from '../../shared/text/json-members.ts';
import { JsonScanner } from '../../shared/text/json-scan.ts';
import { quoted } from '../../shared/text/quoted.ts';
import { kindOf, objectIn } from './json-body.ts';

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
/** Members of a body that are read. It may have two; with more it is refused anyhow. */
const MOST_MEMBERS = 64;

/**
 * Makes a reader of bodies. It skips a byte order mark, as RFC 8259 allows, and reads the bytes once.
 *
 * Fails with: invalid_json, invalid_request, payload_too_large.
 */
export const createToolRequestReader = ({ bodyDepth, argumentsBytes }: BodyLimits): ((body: Buffer) => ToolRequest) => {
  const scanner = new JsonScanner(bodyDepth, MOST_MEMBERS);
  return (body) => {
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
};

/**
 * Makes a reader of bodies that are the arguments alone. It takes the same arguments as {@link createToolRequestReader} does.
 *
 * Fails with: invalid_json, invalid_request, payload_too_large.
 */
export const createArgumentsReader = ({ bodyDepth, argumentsBytes }: BodyLimits): ((body: Buffer) => Buffer) => {
  // The object around the arguments, which is missing here, counts as a level.
  const levels = bodyDepth - 1;
  const scanner = new JsonScanner(levels);
  return (body) => {
    const bytes = objectIn(body, scanner, levels, BARE_FORM);
    const argumentsJson = bytes.subarray(afterSpace(bytes, 0), beforeSpace(bytes, bytes.length));
    refuseSize(argumentsJson.length, argumentsBytes);
    return argumentsJson;
  };
};

const isStranger = ({ name }: Member): boolean => name !== 'toolName' && name !== 'arguments';

const refuseStrangers = (members: readonly Member[]): void => {
  if (!members.some(isStranger)) return;
  const names = new Set(members.filter(isStranger).map(({ name }) => name));
  const first = [...names].slice(0, SHOWN_NAMES).map(quoted).join(', ');
  const more = names.size > SHOWN_NAMES ? ' and more' : '';
  const hint = 'What the tool takes goes inside "arguments".';
  throw new CallError('invalid_request', `The body has unknown members: ${first}${more}. ${hint} ${FORM}`);
};

const theOne = (bytes: Uint8Array, members: readonly Member[], name: string, kind: string): Member => {
  const [member, second] = members.filter((candidate) => candidate.name === name);
  if (member === undefined) throw new CallError('invalid_request', `"${name}" is missing. ${FORM}`);
  if (second !== undefined) throw new CallError('invalid_request', `"${name}" appears more than once. ${FORM}`);
  const got = kindOf(bytes, member.from);
  if (got !== kind) throw new CallError('invalid_request', `"${name}" must be ${kind}, but is ${got}. ${FORM}`);
  return member;
};

/** Fails with: payload_too_large. */
export const refuseSize = (used: number, allowed: number): void => {
  if (used <= allowed) return;
  const detail = `"arguments" take ${used} bytes of JSON; at most ${allowed} are allowed. Send less.`;
  throw new CallError('payload_too_large', detail, { more: { limit: 'argumentsBytes', allowed, used } });
};
