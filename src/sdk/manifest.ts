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
  /** What the tools want to reach beyond their arguments. Nothing of it is given before the operator grants it. */
  readonly capabilities?: ManifestCapabilities;
}

/** What a plugin asks its operator for; the operator's part is `grants` and `secrets` in sandbox.config.json. */
export interface ManifestCapabilities {
  /** Where `fetch` may go: a request must fit one of these, and what the operator grants. */
  readonly fetch?: readonly FetchWish[];
  /** Asks for `context.store`. */
  readonly store?: StoreWish;
  /** Tells the operator which values the plugin needs to be bound, and where. Grants nothing by itself. */
  readonly secrets?: readonly SecretWish[];
}

/** A kind of request that the tools send. */
export interface FetchWish {
  /** `https://api.example.com`; `https://*.example.com` for every name below one; `https://*` for every host. */
  readonly origin: string;
  /** In capitals; `["GET"]` where absent. */
  readonly methods?: readonly string[];
  /** Begins with `/`; each `*` stands for any characters, as in `/v1/*`. `/*` where absent. */
  readonly path?: string;
  /** The tools work without it, if less well: they are listed to agents before it is granted. */
  readonly optional?: boolean;
}

export interface StoreWish {
  /** Whose keys a call sees: those of the plugin, which is so where absent, or those of the plugin and its caller. */
  readonly scope?: 'plugin' | 'caller';
  /** As of {@link FetchWish}. */
  readonly optional?: boolean;
}

/** A value that stands for `{{secret.NAME}}` in requests to one origin, and nowhere but in the headers and query parameters named here. */
export interface SecretWish {
  /** Capitals, digits and `_`, at most 64, the first a capital. */
  readonly name: string;
  /** Exactly one, without a pattern. */
  readonly origin: string;
  /** Names of the headers in whose values it may stand. `authorization` if neither these nor `parameters` are there. */
  readonly headers?: readonly string[];
  /** Names of the query parameters in whose values it may stand. */
  readonly parameters?: readonly string[];
  /** Where an operator gets it, and what it must allow. */
  readonly description?: string;
  /** As of {@link FetchWish}. */
  readonly optional?: boolean;
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
  /** What the host answers during this example, so that it needs no network and no store, and always comes out the same. */
  readonly effects?: readonly ToolEffect[];
}

/** One answer of the host: to a request with `fetch`, or to a question to the store. */
export type ToolEffect = FetchEffect | StoreEffect;

/** Answers a request to exactly this address with this method. */
export interface FetchEffect {
  /** The whole address, with its query and without a fragment. */
  readonly fetch: string;
  /** In capitals; `GET` where absent. */
  readonly method?: string;
  /** Either this or `error`. */
  readonly answer?: EffectResponse;
  readonly error?: EffectError;
}

/** A response; at most one of `body`, `json` and `base64`. */
export interface EffectResponse {
  /** 200 to 599; 200 where absent. */
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  /** Becomes the body as JSON text, with `content-type: application/json` where `headers` say nothing else. */
  readonly json?: ManifestJson;
  readonly base64?: string;
}

/** Answers exactly this question to the store. */
export interface StoreEffect {
  readonly store: StoreQuestion;
  /** Either this or `error`: for `get` an entry with its value or null, for `set` the new entry, for `delete` whether something was there. */
  readonly answer?: ManifestJson;
  readonly error?: EffectError;
}

/** A question to the store as it reaches the host: values are JSON texts. */
export interface StoreQuestion {
  readonly op: 'get' | 'set' | 'delete' | 'list';
  readonly key?: string;
  readonly value?: string;
  readonly ttlMs?: number;
  readonly ifVersion?: string | null;
  readonly prefix?: string;
  readonly after?: string;
  readonly limit?: number;
}

/** What the tool's promise rejects with. */
export interface EffectError {
  readonly name: string;
  readonly message: string;
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
  /** Lines a call may log; further ones are dropped. */
  readonly logLines?: number;
  /** Timers, requests and questions to the store of one call, a count. */
  readonly hostCalls?: number;
  /** Requests a call may send with `fetch`, redirects included. */
  readonly fetchCalls?: number;
  /** Requests of one call under way at a time. */
  readonly fetchConcurrency?: number;
  /** Bytes of the body of one request. */
  readonly fetchRequestBytes?: number;
  /** Bytes of the body of one response. */
  readonly fetchResponseBytes?: number;
  /** Milliseconds of one request with its redirects. */
  readonly fetchMs?: number;
  /** Bytes of the plugin's part of the store. */
  readonly storeBytes?: number;
  /** Keys in the plugin's part of the store. */
  readonly storeKeys?: number;
  /** UTF-8 bytes of one stored value as JSON. */
  readonly storeValueBytes?: number;
}
