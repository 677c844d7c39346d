// Two tools that stand for all others: one finds tools, one calls what was found. For clients that cannot choose by the address. Front process.
//
// Off by default, because people approve tools by name and annotations, and behind `call_tool` may be any tool: it declares what is true of the
// worst. The address asks for the two (`?metaTools=true`), because a server has clients of both kinds and many let people write only an address.
// `find_tools` ranks and `call_tool` runs exactly what it is told; a tool that called the best match would choose for the model. They refuse each
// other, so no log has to be unwrapped. A search has no line in the log, because queries may be about people.
//
// Rejected: adding found tools to the list, which needs sessions and clients that take a changed list; always listing both, because the list is
// what costs tokens.

import { SEARCH_BOUNDS, type ToolSearch } from '../../shared/protocol/discovery.ts';
import { CallError } from '../../shared/protocol/errors.ts';
import type { JsonObject } from '../../shared/protocol/json.ts';
import { quoted } from '../../shared/text/quoted.ts';
import type { CallParams } from './message.ts';
import type { ListedTools } from './tool-list.ts';

export const FIND_TOOLS = 'find_tools';
export const CALL_TOOL = 'call_tool';

const { query: QUERY, maxTokens: TOKENS, limit: LIMIT } = SEARCH_BOUNDS;

const FIND_TOOLS_DEFINITION = {
  name: FIND_TOOLS,
  title: 'Find tools',
  description:
    'Finds the tools that fit what you want to do, the best first. Say what a tool should do, for instance "send an email to a customer". Then call one of them with call_tool, with arguments that fit its inputSchema.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', maxLength: QUERY.most, description: 'What the tool should do, in plain words.' },
      maxTokens: {
        ...{ type: 'integer', minimum: 1, maximum: TOKENS.most, default: TOKENS.standard },
        description: 'Tokens that the definitions of the tools may have together.',
      },
      limit: {
        ...{ type: 'integer', minimum: 1, maximum: LIMIT.most, default: LIMIT.standard },
        description: 'Most tools to find.',
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      tools: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            description: { type: 'string' },
            inputSchema: { type: 'object' },
            score: { type: 'number', description: '0 to 1: how much of what was asked the tool has.' },
            why: { type: 'string' },
            tokens: { type: 'integer' },
          },
          required: ['name', 'inputSchema', 'score', 'why', 'tokens'],
        },
      },
      hint: { type: 'string', description: 'What to do if nothing was found.' },
    },
    required: ['tools'],
  },
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
};

/** It has no output schema and no mild annotations, because the tool that it calls may be any. */
const CALL_TOOL_DEFINITION = {
  name: CALL_TOOL,
  title: 'Call a tool',
  description: 'Calls a tool that find_tools has found, and answers what that tool answers.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Name of the tool, as find_tools gives it.' },
      arguments: { type: 'object', description: 'Arguments that fit the inputSchema of the tool.' },
    },
    required: ['name'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/** The list of a client that asks for the two tools. It is the same for every caller. */
export const META_TOOLS: ListedTools = {
  text: JSON.stringify({ tools: [CALL_TOOL_DEFINITION, FIND_TOOLS_DEFINITION] }),
  etag: '"meta tools"',
};

export const searchIn = (argumentsJson: Buffer): ToolSearch => {
  const given = JSON.parse(argumentsJson.toString('utf8')) as JsonObject;
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(SEARCH_BOUNDS, name));
  if (stranger !== undefined)
    throw wrong(`${FIND_TOOLS} has no argument ${quoted(stranger)}; it takes "query", "maxTokens" and "limit".`);
  const query = Object.hasOwn(given, 'query') ? given.query : undefined;
  if (typeof query !== 'string') throw wrong('"query" must be a text that says what the tool should do.');
  if (query.length > QUERY.most)
    throw wrong(`"query" has ${query.length} characters; at most ${QUERY.most} are read. Say what the tool should do.`);
  return { query, maxTokens: wholeIn(given, 'maxTokens'), limit: wholeIn(given, 'limit') };
};

const wholeIn = (given: JsonObject, name: 'maxTokens' | 'limit'): number => {
  const { standard, most } = SEARCH_BOUNDS[name];
  const value = Object.hasOwn(given, name) ? given[name] : standard;
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most) return value as number;
  throw wrong(`"${name}" must be a whole number from 1 to ${most}.`);
};

/** The call that the arguments of `call_tool` ask for, as {@link MessageReader.callIn} has read them. Fails with: invalid_arguments. */
export const innerCall = (call: CallParams | undefined): CallParams => {
  if (call === undefined)
    throw wrong(
      `${CALL_TOOL} takes "name", the name of a tool, and "arguments", an object: {"name": "<tool>", "arguments": {…}}.`,
    );
  if (call.toolName === FIND_TOOLS || call.toolName === CALL_TOOL)
    throw wrong(`${CALL_TOOL} calls the tools that ${FIND_TOOLS} finds, and not ${call.toolName} itself.`);
  return call;
};

/** Fails with: tool_not_found. */
export const refuseOther = (toolName: string): never => {
  const detail = `There is no tool ${quoted(toolName)} under this address. Find it with ${FIND_TOOLS} and call it with ${CALL_TOOL}.`;
  throw new CallError('tool_not_found', detail);
};

const wrong = (detail: string): CallError => new CallError('invalid_arguments', detail);
