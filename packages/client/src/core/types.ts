// The shapes that a Toolcell server sends, and those that callers of the client write. Types only.

/** Any JSON value. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** A JSON Schema (2020-12) as the server sent it. */
export interface ToolSchema {
  readonly [keyword: string]: unknown;
}

/** Hints of a tool's author. The server promises none of them. */
export interface ToolAnnotations {
  /** Name for people. */
  readonly title?: string;
  /** The tool changes nothing. */
  readonly readOnlyHint?: boolean;
  /** The tool may destroy something. */
  readonly destructiveHint?: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotentHint?: boolean;
  /** The tool reaches beyond the server. */
  readonly openWorldHint?: boolean;
}

/** A tool as `GET /mcp/metadata` lists it. */
export interface Tool {
  /** 1 to 64 of the characters `a-z`, `A-Z`, `0-9`, `_` and `-`. */
  readonly name: string;
  /** Name for people. */
  readonly title?: string;
  /** Written for a language model by the tool's author: untrusted text. */
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly outputSchema: ToolSchema;
  /** The result is an object whose `content` is a list of MCP's content blocks, as `outputSchema` says too. */
  readonly contentBlocks?: true;
  readonly annotations?: ToolAnnotations;
}

/** The types of one tool, as `toolcell types` writes them. */
export interface ToolType {
  readonly arguments: object;
  readonly result: unknown;
}

/** A type with a member of type {@link ToolType} for each tool, by its name. */
export type ToolTypes<Tools> = { readonly [Name in keyof Tools]: ToolType };

/** The types of a server whose tools are not known to the compiler: any name, any arguments, any JSON value as the result. */
export interface AnyTools {
  readonly [name: string]: { readonly arguments: { readonly [name: string]: unknown }; readonly result: JsonValue };
}

/** The use of a limit. Null if it is not known, or if there is no such limit. */
export interface Share {
  readonly used: number | null;
  readonly limit: number | null;
  /** `used` ÷ `limit`, to four digits. */
  readonly share: number | null;
}

/** What a call used of each limit. Times are milliseconds. */
export interface Receipt {
  readonly callId: string;
  /** Null if the request failed before its tool was known. */
  readonly toolName: string | null;
  /** The plugin that the call was given to; null if the call failed before that. */
  readonly plugin: { readonly name: string; readonly version: string; readonly digest: string } | null;
  /** `ok`, or the code of the failure. */
  readonly code: string;
  /** Name of the limit that was passed. */
  readonly limit?: string;
  /** As in `2026-01-31T12:00:00.000Z`. */
  readonly startedAt: string;
  readonly queueMs: number;
  readonly totalMs: number;
  readonly usage: {
    readonly cpuMs: Share;
    readonly wallMs: Share;
    readonly heapBytes: Share;
    readonly hostCalls: Share;
    readonly argumentsBytes: Share;
    readonly resultBytes: Share;
    readonly fetchCalls: Share;
    readonly requestBytes: Share;
    readonly responseBytes: Share;
    readonly storeCalls: Share;
    readonly signCalls: Share;
    /** Origins that the call reached, sorted. */
    readonly origins: readonly string[];
  };
}

/** How far a call is, in units of the tool's own. What it says is untrusted. */
export interface CallProgress {
  readonly progress: number;
  /** The amount at the end, if the tool says it. */
  readonly total?: number;
  readonly message?: string;
}

/** Milliseconds as the server measured them, from the header `Server-Timing`. A part is absent if the header lacks it, as that of a call with progress does. */
export interface CallTiming {
  readonly queueMs?: number;
  readonly runMs?: number;
  readonly cpuMs?: number;
  readonly totalMs?: number;
}
