// Reads from a message of MCP what its request over HTTP has to say of it. Pure.

export interface MessageFields {
  /** JSON text of the id; undefined for a notification, a response and a batch. */
  readonly idJson: string | undefined;
  readonly method: string | undefined;
  /** JSON text of the id of the request that a cancellation is about. */
  readonly cancelledId: string | undefined;
  /** The headers that the revision 2026-07-28 asks for; none for older ones. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Names the revision of a request. */
export const REVISION_HEADER = 'mcp-protocol-version';
const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';
/** A header of a name can hold these. */
const VISIBLE = /^[\x21-\x7e]{1,200}$/;

/** The fields of a line; undefined if it is no JSON object and no array. Own members only. */
export const fieldsOf = (line: string): MessageFields | undefined => {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof message !== 'object' || message === null) return undefined;
  const [id, method, params] = [own(message, 'id'), textIn(message, 'method'), own(message, 'params')];
  const isId = typeof id === 'string' || typeof id === 'number';
  const cancelled = own(params, 'requestId');
  return {
    idJson: isId && method !== undefined ? JSON.stringify(id) : undefined,
    method,
    cancelledId: cancelled === undefined ? undefined : JSON.stringify(cancelled),
    headers: headersFor(method, params),
  };
};

const headersFor = (method: string | undefined, params: unknown): Readonly<Record<string, string>> => {
  const revision = textIn(own(params, '_meta'), PROTOCOL_VERSION);
  const name = textIn(params, 'name');
  if (revision === undefined || method === undefined || !VISIBLE.test(revision) || !VISIBLE.test(method)) return {};
  return {
    [REVISION_HEADER]: revision,
    'mcp-method': method,
    ...(name !== undefined && VISIBLE.test(name) && { 'mcp-name': name }),
  };
};

/** The revision that the answer to `initialize` has agreed on; undefined if it is another message. */
export const revisionIn = (message: string): string | undefined => {
  try {
    const revision = textIn(own(JSON.parse(message), 'result'), 'protocolVersion');
    return revision !== undefined && VISIBLE.test(revision) ? revision : undefined;
  } catch {
    return undefined;
  }
};

/** The answer to `initialize`, saying that changes of the list of tools are announced. Any other message stays as it is. */
export const withListChanged = (message: string): string => {
  const answer = JSON.parse(message) as { readonly result?: { readonly capabilities?: { tools?: object } } };
  const capabilities = answer.result?.capabilities;
  if (capabilities === undefined) return message;
  capabilities.tools = { ...capabilities.tools, listChanged: true };
  return JSON.stringify(answer);
};

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

const textIn = (value: unknown, name: string): string | undefined => {
  const text = own(value, name);
  return typeof text === 'string' ? text : undefined;
};
