// What a plugin author writes into plugin.json, as types. `schemas/plugin.schema.json` is the same thing as JSON Schema.

/** Any JSON value. */
export type ManifestJson =
  | null
  | boolean
  | number
  | string
  | readonly ManifestJson[]
  | { readonly [key: string]: ManifestJson };

/** A JSON Schema 2020-12 document, as an object. */
export type ManifestSchema = { readonly [keyword: string]: ManifestJson };

/** The whole of plugin.json. */
export interface Manifest {
  /** For editors only: where the manifest's schema is found. */
  readonly $schema?: string;
  /** Unique on a server: small letters, digits and `-`, at most 64. */
  readonly name: string;
  /** Semantic version; `0.0.0` where absent. */
  readonly version?: string;
  readonly description?: string;
  readonly author?: string;
  /** An SPDX expression such as `MIT`. */
  readonly license?: string;
  readonly homepage?: string;
  /** The ES module inside the bundle whose exports are the tools; `index.js` or `index.ts` where absent. */
  readonly entry?: string;
  readonly tools: readonly ManifestTool[];
  /** For every tool of the plugin. The operator's limits hold where they are lower. */
  readonly limits?: ManifestLimits;
  /** Asks for the strictest kind of fresh state, whatever the server's default is. */
  readonly freshState?: 'isolate';
}

/** One tool; its field names are those of MCP's Tool where MCP has the field. */
export interface ManifestTool {
  /** Unique on a server: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly title?: string;
  /** Written for a language model: what the tool does and when to use it. */
  readonly description: string;
  /** Describes an object: the arguments. */
  readonly inputSchema: ManifestSchema;
  /** Describes the result. The server holds the tool to it. */
  readonly outputSchema: ManifestSchema;
  readonly annotations?: ToolAnnotations;
  /** Name of the entry's export that is the tool; the tool's name where absent. `default` is allowed. */
  readonly export?: string;
  /** For this tool, over the plugin's. */
  readonly limits?: ManifestLimits;
  readonly examples?: readonly ToolExample[];
}

/** Hints for a client, as in MCP. The server promises none of them. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** A call and the result it must have. */
export interface ToolExample {
  readonly description?: string;
  readonly arguments: { readonly [name: string]: ManifestJson };
  readonly result: ManifestJson;
}

/** The limits a plugin may ask for. It can only ask for less than the operator allows. All are positive whole numbers. */
export interface ManifestLimits {
  /** CPU milliseconds of one call. */
  readonly cpuMs?: number;
  /** Milliseconds from the start of a call to its answer. */
  readonly wallMs?: number;
  /** Megabytes of V8 heap. */
  readonly memoryMb?: number;
  /** UTF-8 bytes of the arguments as JSON. */
  readonly argumentsBytes?: number;
  /** UTF-8 bytes of the result as JSON. */
  readonly resultBytes?: number;
  /** Levels of arrays and objects in the result. */
  readonly resultDepth?: number;
  /** UTF-8 bytes a call may log. */
  readonly logBytes?: number;
  /** Log lines and timers of one call, a count. */
  readonly hostCalls?: number;
}
