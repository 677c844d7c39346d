// Makes the OpenAPI document of this server from its list of tools: the routes of the protocol, and an operation for each tool. Front process.

import own from '../../../package.json' with { type: 'json' };
import { embeddedSchema, schemaPlace } from '../../shared/protocol/embedded-schema.ts';
import { ERRORS } from '../../shared/protocol/errors.ts';
import type { JsonObject } from '../../shared/protocol/json.ts';
import { schemasIn } from '../../shared/protocol/schema-walk.ts';
import { SCRIPT_INPUT, SCRIPT_OUTPUT } from '../../shared/protocol/script-schemas.ts';

interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly annotations?: JsonObject;
}

/** Who may come in, as far as callers have to know it. */
export interface DocumentedDoor {
  readonly hasKeys: boolean;
  readonly hasTokens?: boolean;
  /** Callers may send a certificate that names them. */
  readonly hasCertificates?: boolean;
  /** Requests without a credential may pass. */
  readonly allowsAnonymous: boolean;
  /** The server runs scripts. */
  readonly runsScripts?: boolean;
}

const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';
const PROBLEM_TYPE = 'application/problem+json';
const CALL_ID = { 'Toolcell-Call-Id': { $ref: '#/components/headers/CallId' } };
const CALL_HEADERS = [{ $ref: '#/components/parameters/Prefer' }, { $ref: '#/components/parameters/IdempotencyKey' }];
/** All failures are described once, because every operation has the same. */
const FAILURES = {
  '4XX': { $ref: '#/components/responses/Problem' },
  '5XX': { $ref: '#/components/responses/Problem' },
};

/**
 * The OpenAPI 3.1 document as JSON text. `listText` is the body of GET /mcp/metadata for the caller that will read the document.
 *
 * A tool's operation has the tool's name as `operationId`. Names of tools have no dot, so those with one are free for the server's own.
 */
export const openApiText = (listText: string, door: DocumentedDoor): string => {
  const { tools } = JSON.parse(listText) as { readonly tools: readonly ListedTool[] };
  return JSON.stringify({
    openapi: '3.1.1',
    info: {
      title: 'Toolcell',
      version: own.version,
      description: 'Tools that run in a sandbox. Each operation under `/tools/` calls one of them with its arguments.',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    ...securityOf(door),
    tags: [
      { name: 'tools', description: 'One operation for each tool that you may call.' },
      { name: 'protocol', description: 'The routes that are the same on every server.' },
    ],
    paths: Object.fromEntries([
      ...Object.entries({ ...PROTOCOL_PATHS, ...(door.runsScripts && SCRIPT_PATHS) }),
      ...tools.map(toolPath),
    ]),
    components: {
      schemas: Object.fromEntries([
        ['Problem', PROBLEM_SCHEMA],
        ['Events', EVENTS_SCHEMA],
        ...tools.flatMap(toolSchemas),
      ]),
      ...COMPONENTS,
      ...(Object.keys(schemesOf(door)).length > 0 && { securitySchemes: schemesOf(door) }),
    },
  });
};

const API_KEY = {
  type: 'apiKey',
  in: 'header',
  name: 'X-API-Key',
  description: 'The same key in a header of its own.',
};

const CERTIFICATE = { type: 'mutualTLS', description: 'A certificate of the connection.' };

const schemesOf = ({ hasKeys, hasTokens = false, hasCertificates = false }: DocumentedDoor) => {
  const kinds = [hasKeys && 'an API key', hasTokens && 'an access token'].filter(Boolean).join(' or ');
  const bearer = { type: 'http', scheme: 'bearer', description: `Authorization: Bearer, with ${kinds}.` };
  return {
    ...(kinds !== '' && { bearer }),
    ...(hasKeys && { apiKey: API_KEY }),
    ...(hasCertificates && { certificate: CERTIFICATE }),
  };
};

/** An empty requirement means that a request without a credential may pass. */
const securityOf = (door: DocumentedDoor) => {
  const schemes = Object.keys(schemesOf(door)).map((name) => ({ [name]: [] }));
  return { security: schemes.length === 0 ? [] : [...schemes, ...(door.allowsAnonymous ? [{}] : [])] };
};

const inputName = ({ name }: ListedTool): string => `${name}.input`;
const outputName = ({ name }: ListedTool): string => `${name}.output`;

const toolSchemas = (tool: ListedTool) => [
  [inputName(tool), componentOf(tool.inputSchema, inputName(tool))],
  [outputName(tool), componentOf(tool.outputSchema, outputName(tool))],
];

/**
 * The schema as a component of the document, with each `default` as `x-default`. Generators of typed clients take a member with a default as one that is
 * always there: then an argument that may be left out has to be sent, and a result seems to have members that may be missing.
 */
const componentOf = (schema: JsonObject, name: string): JsonObject => {
  const embedded = embeddedSchema(schema, schemaPlace(name));
  if (!JSON.stringify(embedded).includes('"default":')) return embedded;
  const copy = structuredClone(embedded);
  for (const { schema: node } of schemasIn(copy)) {
    if (!Object.hasOwn(node, 'default')) continue;
    const members = node as Record<string, unknown>;
    members['x-default'] = members.default;
    delete members.default;
  }
  return copy;
};

const toolPath = (tool: ListedTool) => {
  const { name, title, description, annotations } = tool;
  const post = {
    operationId: name,
    summary: title ?? name,
    description,
    tags: ['tools'],
    parameters: CALL_HEADERS,
    requestBody: bodyOf({ $ref: schemaPlace(inputName(tool)) }),
    responses: {
      200: resultOf({ $ref: schemaPlace(outputName(tool)) }),
      ...FAILURES,
    },
    ...(annotations && { 'x-toolcell-annotations': annotations }),
  };
  return [`/tools/${name}`, { post }] as const;
};

const bodyOf = (schema: JsonObject) => ({ required: true, content: { [JSON_TYPE]: { schema } } });

const answerOf = (description: string, schema: JsonObject, headers: object = {}) => ({
  description,
  headers,
  content: { [JSON_TYPE]: { schema } },
});

/** The answer of a call, which is a stream if `Accept` prefers one. */
const resultOf = (schema: JsonObject) => {
  const { content, ...answer } = answerOf("The tool's result.", schema, CALL_ID);
  return { ...answer, content: { ...content, [EVENTS_TYPE]: { schema: { $ref: schemaPlace('Events') } } } };
};

const operation = (id: string, summary: string, more: object) => ({
  operationId: `toolcell.${id}`,
  summary,
  tags: ['protocol'],
  ...more,
});

/** A GET with a JSON object as answer. */
const reading = (
  id: string,
  summary: string,
  answer: string,
  more: { readonly answers?: object; readonly [member: string]: unknown } = {},
) => {
  const { answers, ...rest } = more;
  return {
    get: operation(id, summary, {
      ...rest,
      responses: { 200: answerOf(answer, { type: 'object' }), ...answers, ...FAILURES },
    }),
  };
};

const UNCHANGED = {
  answers: { 304: { description: 'The document has not changed since the `ETag` in `If-None-Match`.' } },
};
const OPEN = { security: [] };

const PROTOCOL_PATHS = {
  '/mcp/metadata': reading('metadata', 'List the tools', 'The tools with their schemas, and their plugins.', UNCHANGED),
  '/mcp/callTool': {
    post: operation('callTool', 'Call a tool by its name', {
      parameters: CALL_HEADERS,
      requestBody: bodyOf({
        type: 'object',
        required: ['toolName', 'arguments'],
        properties: { toolName: { type: 'string' }, arguments: { type: 'object' } },
        additionalProperties: false,
      }),
      responses: { 200: resultOf({}), ...FAILURES },
    }),
  },
  '/calls/{callId}': reading('receipt', 'Read the receipt of a call', 'What the call used of each limit.', {
    parameters: [
      {
        name: 'callId',
        in: 'path',
        required: true,
        description: 'The call was sent with `Prefer: receipt`, by the same caller.',
        schema: { type: 'string', format: 'uuid' },
      },
    ],
  }),
  '/livez': reading('livez', 'Ask whether the server answers', 'The server answers.', OPEN),
  '/healthz': reading('healthz', 'Ask whether calls are taken', 'The server takes calls.', OPEN),
  '/readyz': reading(
    'readyz',
    'Ask whether calls can work',
    'Calls are taken and can work, if not `degraded` all of them.',
    {
      ...OPEN,
      parameters: [
        {
          name: 'require',
          in: 'query',
          required: false,
          description: 'With `store`, the answer is 503 instead of `degraded` while the store is away.',
          schema: { const: 'store' },
        },
      ],
    },
  ),
  '/openapi.json': reading('openapi', 'Read this document', 'The document.', UNCHANGED),
};

const RUN_SCRIPT = {
  parameters: [{ $ref: '#/components/parameters/Prefer' }],
  requestBody: bodyOf(SCRIPT_INPUT),
  responses: { 200: resultOf(SCRIPT_OUTPUT), ...FAILURES },
};

const SCRIPT_PATHS = {
  '/mcp/runScript': { post: operation('runScript', 'Run a script that calls tools', RUN_SCRIPT) },
  '/mcp/scriptApi': {
    get: operation('scriptApi', 'Read the declarations of the tools for scripts', {
      parameters: [{ name: 'tokens', in: 'query', required: false, schema: { type: 'integer' } }],
      responses: {
        200: { description: 'What a model reads.', content: { 'text/plain': { schema: { type: 'string' } } } },
        ...FAILURES,
      },
    }),
  },
  '/mcp/sets/{set}/runScript': {
    parameters: [{ name: 'set', in: 'path', required: true, schema: { type: 'string' } }],
    post: operation('runScriptInSet', 'Run a script that calls tools of a toolset', RUN_SCRIPT),
  },
};

const COMPONENTS = {
  headers: {
    CallId: { description: 'Names the call in logs and receipts.', schema: { type: 'string', format: 'uuid' } },
  },
  parameters: {
    Prefer: {
      name: 'Prefer',
      in: 'header',
      required: false,
      description: 'With `receipt`, the server keeps a receipt of the call under `/calls/{callId}`.',
      schema: { type: 'string' },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Names the call and its repeats, which get its answer. If the reply has no `Idempotency-Replayed`, the server did not read the key.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
  responses: {
    Problem: {
      description: 'The call failed. `code` says why, `fault` who has to change something, and `detail` what to do.',
      headers: CALL_ID,
      content: { [PROBLEM_TYPE]: { schema: { $ref: schemaPlace('Problem') } } },
    },
  },
};

const MEMBERS_OF_PROBLEM = ['type', 'title', 'status', 'detail', 'code', 'fault', 'retryable', 'callId'];

const PROBLEM_SCHEMA = {
  type: 'object',
  required: MEMBERS_OF_PROBLEM,
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(ERRORS) },
    fault: { type: 'string', enum: ['caller', 'plugin', 'operator', 'upstream', 'host'] },
    retryable: { type: 'boolean' },
    callId: { type: 'string' },
    toolName: { type: 'string' },
    limit: { type: 'string' },
    setting: { type: 'string' },
    retryAfterMs: { type: 'number' },
  },
};

const EVENTS_SCHEMA = {
  type: 'string',
  description:
    'Events `progress` while the call runs. At the end one event: `result`, or `problem` if the call fails after progress.',
};
