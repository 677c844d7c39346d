// The one path that is named in more than one place.

/** Where tools are called. */
export const CALL_TOOL = '/mcp/callTool';
