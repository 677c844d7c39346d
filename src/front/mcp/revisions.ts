// The revisions of MCP that this server speaks, and the names that their requests use. Front process.

export const MODERN_REVISION = '2026-07-28';

/** Members of `_meta` that make a request one of the modern revision. */
export const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';
/** Prefix of all members of `_meta` that the protocol itself uses. */
export const OWN_PREFIX = 'io.modelcontextprotocol/';
export const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

export const CALL = 'tools/call';
export const LIST = 'tools/list';
export const LISTEN = 'subscriptions/listen';
