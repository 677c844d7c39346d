// The names of the types module of MCP's SDK that servers use when they run. Runs inside the isolate, as part of the packed entry.

export const LATEST_PROTOCOL_VERSION = '2025-11-25';
export const DEFAULT_NEGOTIATED_PROTOCOL_VERSION = '2025-03-26';
export const SUPPORTED_PROTOCOL_VERSIONS = [
  LATEST_PROTOCOL_VERSION,
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];
export const JSONRPC_VERSION = '2.0';

export const ErrorCode = {
  ConnectionClosed: -32000,
  RequestTimeout: -32001,
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  UrlElicitationRequired: -32042,
} as const;

/** An error with a code of JSON-RPC. Its message is the SDK's, which servers compare. */
export class McpError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(`MCP error ${code}: ${message}`);
    this.code = code;
    this.data = data;
    this.name = 'McpError';
  }

  static fromError(code: number, message: string, data?: unknown): McpError {
    return new McpError(code, message, data);
  }
}

/** What a schema of the SDK offers here: it takes every value, because Toolcell itself checks messages, arguments and results. */
export interface OpenSchema {
  readonly shape: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

const SAME = [
  ...['optional', 'nullable', 'nullish', 'array', 'extend', 'merge', 'passthrough', 'strict', 'strip', 'loose', 'and'],
  ...['or', 'describe', 'default', 'pick', 'omit', 'partial', 'required', 'refine', 'transform', 'catchall', 'meta'],
];

/** A schema that takes every value. `method`: the message that it describes. */
const openSchema = (method?: string): OpenSchema => {
  const members: Record<string, unknown> = {
    parse: (value: unknown) => value,
    parseAsync: async (value: unknown) => value,
    safeParse: (data: unknown) => ({ success: true, data }),
    safeParseAsync: async (data: unknown) => ({ success: true, data }),
  };
  const schema: OpenSchema = {
    ...members,
    get shape() {
      const own: Record<string, unknown> = method === undefined ? {} : { method: { value: method } };
      return new Proxy(own, {
        get: (target, name) => (Object.hasOwn(target, name) ? target[String(name)] : openSchema()),
      });
    },
  };
  for (const name of SAME) (schema as Record<string, unknown>)[name] = () => schema;
  return schema;
};

/** Name of a schema of the SDK → the method of the messages that it describes. */
const METHODS: Readonly<Record<string, string>> = {
  InitializeRequestSchema: 'initialize',
  InitializedNotificationSchema: 'notifications/initialized',
  PingRequestSchema: 'ping',
  CallToolRequestSchema: 'tools/call',
  ListToolsRequestSchema: 'tools/list',
  ListResourcesRequestSchema: 'resources/list',
  ListResourceTemplatesRequestSchema: 'resources/templates/list',
  ReadResourceRequestSchema: 'resources/read',
  SubscribeRequestSchema: 'resources/subscribe',
  UnsubscribeRequestSchema: 'resources/unsubscribe',
  ListPromptsRequestSchema: 'prompts/list',
  GetPromptRequestSchema: 'prompts/get',
  CompleteRequestSchema: 'completion/complete',
  SetLevelRequestSchema: 'logging/setLevel',
  CreateMessageRequestSchema: 'sampling/createMessage',
  ElicitRequestSchema: 'elicitation/create',
  ListRootsRequestSchema: 'roots/list',
  CancelledNotificationSchema: 'notifications/cancelled',
  ProgressNotificationSchema: 'notifications/progress',
  RootsListChangedNotificationSchema: 'notifications/roots/list_changed',
  LoggingMessageNotificationSchema: 'notifications/message',
};

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** The stand-in for a schema of the SDK. */
export const schemaNamed = (name: string): OpenSchema => {
  const schema = openSchema(METHODS[name]);
  if (name !== 'LoggingLevelSchema') return schema;
  return Object.assign(schema, { options: LEVELS, enum: Object.fromEntries(LEVELS.map((level) => [level, level])) });
};

/** The method of a schema, whoever made it: the SDK's stand-ins, or zod. */
export const methodOf = (schema: unknown): string => {
  if (typeof schema === 'string') return schema;
  const shape = (schema as { shape?: unknown }).shape;
  const { method } = (typeof shape === 'function' ? shape() : shape) as { method: Record<string, unknown> };
  const def = (method._def ?? method.def ?? {}) as { value?: unknown; values?: unknown[] };
  return String(method.value ?? def.value ?? def.values?.[0]);
};

export const isInitializeRequest = (value: unknown): boolean =>
  (value as { method?: unknown } | null)?.method === 'initialize';
export const isInitializedNotification = (value: unknown): boolean =>
  (value as { method?: unknown } | null)?.method === 'notifications/initialized';
