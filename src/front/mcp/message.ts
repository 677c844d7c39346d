// Finds the parts of a JSON-RPC message in the bytes of a body, without building values: arguments reach the tool as they were sent. Front process.

import { CallError } from '../../shared/protocol/errors.ts';
import { afterSpace, type Member, stringOf, topLevelMembers } from '../../shared/text/json-members.ts';
import { JsonScanner } from '../../shared/text/json-scan.ts';
import { CALL } from './revisions.ts';

/** One message, or several in an array. */
export interface Message {
  /** Absent from a response, from a batch, and from a message without a form. */
  readonly method: string | undefined;
  /** JSON text of the id, which is a string or an integer; undefined if there is none of that form. */
  readonly idJson: string | undefined;
  /** Only of `tools/call`, if its `params` name a tool. */
  readonly call: CallParams | undefined;
  /** JSON text of `params._meta`, if it is an object. */
  readonly metaJson: string | undefined;
  /** True if nothing else is in the message and in its `params`, so that the parts above are all of it. */
  readonly isPlain: boolean;
}

export interface CallParams {
  readonly toolName: string;
  /** `{}` if the message has none. */
  readonly argumentsJson: Buffer;
}

/** Members of a message or of `params` that are read. The protocol knows fewer than ten of each. */
const MOST_MEMBERS = 64;
const MOST_META_BYTES = 16_384;
const MOST_ID_BYTES = 256;
const NO_ARGUMENTS = Buffer.from('{}');
const INTEGER = /^-?\d{1,15}$/;
const MESSAGE = 'The message';
const OPEN_OBJECT = 0x7b;
const QUOTE = 0x22;

const BARE: Message = {
  method: undefined,
  idJson: undefined,
  call: undefined,
  metaJson: undefined,
  isPlain: false,
};

const OF_MESSAGE = new Set(['jsonrpc', 'id', 'method', 'params']);
const OF_PARAMS: Readonly<Record<'call' | 'other', ReadonlySet<string>>> = {
  call: new Set(['name', 'arguments', '_meta']),
  other: new Set(['_meta']),
};

export class MessageReader {
  readonly #params: JsonScanner;

  /** `levels`: most levels of arrays and objects in a message. */
  constructor(levels: number) {
    this.#params = new JsonScanner(levels, MOST_MEMBERS);
  }

  /**
   * `bytes`: JSON, without a byte order mark; `marks`: those that a scanner has made of up to {@link MARKED_MEMBERS} members of it; `paramsMarks`:
   * those of {@link paramsIn}, which are made here if absent.
   *
   * Fails with: invalid_request (a part is there twice, or has another kind than the protocol gives it).
   */
  read(bytes: Buffer, marks: Uint32Array, paramsMarks?: Uint32Array): Message {
    // The marks are those of an object.
    if (bytes[afterSpace(bytes, 0)] !== OPEN_OBJECT) return BARE;
    const members = membersOf(bytes, marks, MESSAGE);
    const method = textOf(bytes, theOne(members, 'method'));
    const idJson = idOf(bytes, theOne(members, 'id'));
    const version = textOf(bytes, theOne(members, 'jsonrpc'));
    const params = theOne(members, 'params');
    if (params !== undefined && bytes[params.from] !== OPEN_OBJECT) return { ...BARE, method, idJson };
    const inParams = params === undefined ? [] : this.#membersIn(bytes.subarray(params.from, params.to), paramsMarks);
    const isKnown = version === '2.0' && idJson !== undefined && members.every(({ name }) => OF_MESSAGE.has(name));
    const known = OF_PARAMS[method === CALL ? 'call' : 'other'];
    const inner = bytes.subarray(params?.from ?? 0, params?.to ?? 0);
    const meta = theOne(inParams, '_meta');
    return {
      method,
      idJson,
      call: method === CALL ? callOf(inner, inParams) : undefined,
      metaJson: meta && metaOf(inner, meta),
      isPlain: isKnown && inParams.every(({ name }) => known.has(name)),
    };
  }

  /** The call that a part of a message describes by `name` and `arguments`, and by nothing else; undefined if it describes none. */
  callIn(part: Buffer, marks?: Uint32Array): CallParams | undefined {
    const members = this.#membersIn(part, marks);
    const isClosed = members.every(({ name }) => name === 'name' || name === 'arguments');
    return isClosed ? callOf(part, members) : undefined;
  }

  #membersIn(params: Buffer, marks = this.#marksOf(params)): readonly Member[] {
    return membersOf(params, marks, '"params"');
  }

  /** The part has been read before within the message, so it has no fault. */
  #marksOf(part: Buffer): Uint32Array {
    this.#params.fault(part);
    return this.#params.marks;
  }
}

/** The `params` of a message, if they are an object. Arguments are as for {@link MessageReader.read}. Fails with: invalid_request. */
export const paramsIn = (bytes: Buffer, marks: Uint32Array): Buffer | undefined => {
  if (bytes[afterSpace(bytes, 0)] !== OPEN_OBJECT) return undefined;
  const params = theOne(membersOf(bytes, marks, MESSAGE), 'params');
  return params && bytes[params.from] === OPEN_OBJECT ? bytes.subarray(params.from, params.to) : undefined;
};

/** Marks of up to this many members suffice for {@link MessageReader.read}. */
export const MARKED_MEMBERS = MOST_MEMBERS;

const membersOf = (bytes: Buffer, marks: Uint32Array, what: string): readonly Member[] => {
  const members = topLevelMembers(bytes, marks);
  if (members.length < MOST_MEMBERS) return members;
  throw new CallError('invalid_request', `${what} has ${MOST_MEMBERS} members or more, which no request needs.`);
};

const theOne = (members: readonly Member[], name: string): Member | undefined => {
  const [member, second] = members.filter((candidate) => candidate.name === name);
  if (second !== undefined) throw new CallError('invalid_request', `"${name}" appears more than once.`);
  return member;
};

const textOf = (bytes: Buffer, member: Member | undefined): string | undefined =>
  member !== undefined && bytes[member.from] === QUOTE ? stringOf(bytes, member.from, member.to) : undefined;

const idOf = (bytes: Buffer, member: Member | undefined): string | undefined => {
  if (member === undefined || member.to - member.from > MOST_ID_BYTES) return undefined;
  const text = bytes.toString('utf8', member.from, member.to);
  return text.startsWith('"') || INTEGER.test(text) ? text : undefined;
};

const callOf = (params: Buffer, members: readonly Member[]): CallParams | undefined => {
  const toolName = textOf(params, theOne(members, 'name'));
  const args = theOne(members, 'arguments');
  if (toolName === undefined) return undefined;
  if (args === undefined) return { toolName, argumentsJson: NO_ARGUMENTS };
  if (params[args.from] !== OPEN_OBJECT) return undefined;
  return { toolName, argumentsJson: params.subarray(args.from, args.to) };
};

const metaOf = (params: Buffer, { from, to }: Member): string | undefined => {
  if (params[from] !== OPEN_OBJECT) return undefined;
  if (to - from <= MOST_META_BYTES) return params.toString('utf8', from, to);
  throw new CallError(
    'invalid_request',
    `"_meta" takes ${to - from} bytes of JSON; at most ${MOST_META_BYTES} are allowed.`,
  );
};
