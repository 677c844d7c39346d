// The types of plugin.json. `schemas/plugin.schema.json` describes the same fields as JSON Schema. Types only.

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
  /** Address of the manifest's schema, for editors. The server does not read it. */
  readonly $schema?: string;
  /** Unique on a server: small letters, digits and `-`, at most 64. */
  readonly name: string;
  /** Semantic version. Default: `0.0.0`. */
  readonly version?: string;
  /** What the plugin is for, in a sentence or two. */
  readonly description?: string;
  /** Who wrote it. */
  readonly author?: string;
  /** An SPDX expression such as `MIT`. */
  readonly license?: string;
  /** An https address where a person reads more. */
  readonly homepage?: string;
  /** Path of the ES module inside the bundle whose exports are the tools, with forward slashes. Default: `index.js` or `index.ts`. */
  readonly entry?: string;
  /** Files of the folder that the packed module can read with `fs`, as patterns: `data/*.json`. Packing puts them into the entry. */
  readonly files?: readonly string[];
  /** Variables of `process.env` in the packed module: a value, or the placeholder of a secret that the plugin asks for. Packing puts them into the entry. */
  readonly environment?: Readonly<Record<string, string>>;
  /** At least one. */
  readonly tools: readonly ManifestTool[];
  /** Limits of every tool of the plugin. The operator's limit holds if it is lower. */
  readonly limits?: ManifestLimits;
  /** Asks for a new isolate for every call, the strictest fresh state, whatever the server's default is. */
  readonly freshState?: 'isolate';
  /** The requests, store and secrets that the tools need. They get none of them before the operator grants it. */
  readonly capabilities?: ManifestCapabilities;
  /** Where `toolcell import` made the plugin from. The server shows it and follows nothing in it. */
  readonly importedFrom?: ImportedFrom;
}

/** The document or package that a plugin was made from. */
export interface ImportedFrom {
  /** `openapi` or `npm`. */
  readonly kind: string;
  /** Address or file of the document, or name of the package. */
  readonly source: string;
  /** The version that the document or the package says it has. */
  readonly version?: string;
  /** Digest of what was read, as in `sha256-…`. */
  readonly integrity?: string;
}

/** Capabilities that a plugin asks its operator for. The operator grants them with `grants` and `secrets` in sandbox.config.json. */
export interface ManifestCapabilities {
  /** The requests that `fetch` may send. A request must fit one of these, and the operator must have granted it. */
  readonly fetch?: readonly FetchWish[];
  /** Asks for `context.store`. */
  readonly store?: StoreWish;
  /** Tells the operator which secrets the plugin needs, and to which origin each is sent. Grants nothing by itself. */
  readonly secrets?: readonly SecretWish[];
  /** Asks for `context.secrets.sign`: keys that the host signs with, and that the tools never see. */
  readonly signing?: readonly SigningWish[];
}

/** A kind of request that the tools send. */
export interface FetchWish {
  /** `https://api.example.com`; `https://*.example.com` for every name below one; `https://*` for every host. */
  readonly origin: string;
  /** In capitals. Default: `["GET"]`. */
  readonly methods?: readonly string[];
  /** Begins with `/`; each `*` stands for any characters, as in `/v1/*`, and `{name}` for one segment, as in `/users/{id}`. Default: `/*`. */
  readonly path?: string;
  /** True if the tools work without it, if less well. They are then listed to agents before it is granted. */
  readonly optional?: boolean;
}

/** Asks for `context.store`. */
export interface StoreWish {
  /** `plugin`: all calls of the plugin see the same keys. `caller`: each caller has keys of its own. Default: `plugin`. */
  readonly scope?: 'plugin' | 'caller';
  /** As in {@link FetchWish}. */
  readonly optional?: boolean;
}

/** A value that the host puts in place of `{{secret.NAME}}` in requests to one origin, only in the places named here. */
export interface SecretWish {
  /** Capitals, digits and `_`, at most 64, the first a capital. */
  readonly name: string;
  /** The only origin that it is sent to, without a pattern. */
  readonly origin: string;
  /** Names of the headers whose values may contain it. Default: `["authorization"]` if no other place is named. */
  readonly headers?: readonly string[];
  /** Names of the query parameters whose values may contain it. */
  readonly parameters?: readonly string[];
  /** Names of fields of a form, or of members at the top level of a JSON object, whose whole value it may be. */
  readonly bodyMembers?: readonly string[];
  /** Where an operator gets it, and what it must allow. */
  readonly description?: string;
  /** As in {@link FetchWish}. */
  readonly optional?: boolean;
}

/** A key that the host signs with for the tools. It is sent nowhere, so no secret of `secrets` has its name. */
export interface SigningWish {
  /** Capitals, digits and `_`, at most 64, the first a capital. */
  readonly name: string;
  /** Those of one kind of key: one or several of `HS256`, `HS384` and `HS512` (HMAC), or `RS256`, or `ES256`. */
  readonly algorithms: readonly SigningAlgorithm[];
  /** Where an operator gets it, and what it must allow. */
  readonly description?: string;
  /** As in {@link FetchWish}. */
  readonly optional?: boolean;
}

/** HMAC with SHA-256, SHA-384 or SHA-512; RSASSA-PKCS1-v1_5 with SHA-256; ECDSA on P-256 with SHA-256. The names are those of JWS. */
export type SigningAlgorithm = 'HS256' | 'HS384' | 'HS512' | 'RS256' | 'ES256';

/** One tool. A field that MCP's Tool has too has the same name. */
export interface ManifestTool {
  /** Unique on a server: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  /** Name for people. */
  readonly title?: string;
  /** Written for a language model: what the tool does, when to use it, what it returns. */
  readonly description: string;
  /** Describes the arguments, which are one object. */
  readonly inputSchema: ManifestSchema;
  /**
   * Describes the result. The server checks every result against it; one that does not fit fails with `invalid_result`. With
   * {@link contentBlocks} it describes `structuredContent`, and may be left out; otherwise it is needed.
   */
  readonly outputSchema?: ManifestSchema;
  /** The result is an object with `content`, a list of MCP's content blocks, and `structuredContent` if there is an output schema. */
  readonly contentBlocks?: true;
  /** Hints for a client, as in MCP. The server promises none of them. */
  readonly annotations?: ToolAnnotations;
  /** Name of the entry's export that is the tool; `default` is allowed. Default: the tool's name. */
  readonly export?: string;
  /** Limits of this tool. Each one replaces the plugin's limit of that name; the operator's limit holds if it is lower. */
  readonly limits?: ManifestLimits;
  /** Calls and the results they must have. They are shown to people, run by `toolcell test`, and decide the mode of fresh state. */
  readonly examples?: readonly ToolExample[];
}

/** Hints for a client, as in MCP. The server promises none of them. */
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

/** A call and the result it must have. */
export interface ToolExample {
  /** What the example shows. */
  readonly description?: string;
  /** The arguments of the call. */
  readonly arguments: { readonly [name: string]: ManifestJson };
  /** The result must equal this value, compared as JSON. */
  readonly result: ManifestJson;
  /** The host's answers during this example, in place of the network and the store: so it always has the same result. */
  readonly effects?: readonly ToolEffect[];
}

/** One answer of the host: to a request of `fetch`, to a request of the store, or to a request for a signature. */
export type ToolEffect = FetchEffect | StoreEffect | SignEffect;

/** Answers a request to exactly this address with this method. */
export interface FetchEffect {
  /** The whole address, with its query and without a fragment. */
  readonly fetch: string;
  /** In capitals. Default: `GET`. */
  readonly method?: string;
  /** Give either this or `error`. */
  readonly answer?: EffectResponse;
  /** `fetch` rejects with this error. */
  readonly error?: EffectError;
}

/** A response. It has at most one of `body`, `json` and `base64`. */
export interface EffectResponse {
  /** 200 to 599. Default: 200. */
  readonly status?: number;
  /** Name → value. */
  readonly headers?: { readonly [name: string]: string };
  /** The body as text. */
  readonly body?: string;
  /** The body as a JSON value; its `content-type` is `application/json` unless `headers` name another. */
  readonly json?: ManifestJson;
  /** The body's bytes in base64. */
  readonly base64?: string;
}

/** Answers exactly this request of the store. */
export interface StoreEffect {
  readonly store: StoreQuestion;
  /** Give either this or `error`. For `get`: an entry with its value, or null. For `set`: the new entry. For `delete`: whether the key existed. */
  readonly answer?: ManifestJson;
  /** The store's method rejects with this error. */
  readonly error?: EffectError;
}

/** A request of the store as it reaches the host: values are JSON texts. */
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

/** Answers the request for exactly this signature. */
export interface SignEffect {
  readonly sign: SignQuestion;
  /** Give either this or `error`. The signature in base64. */
  readonly answer?: string;
  /** `sign` rejects with this error. */
  readonly error?: EffectError;
}

/** A request for a signature. It has either `text` or `base64`. */
export interface SignQuestion {
  readonly name: string;
  readonly algorithm: SigningAlgorithm;
  /** What is signed, if it is UTF-8. */
  readonly text?: string;
  /** What is signed, in base64. */
  readonly base64?: string;
}

/** The error that the tool's promise rejects with. */
export interface EffectError {
  readonly name: string;
  readonly message: string;
}

/** The limits that a plugin may lower. The lower of this and the operator's limit holds. All are positive whole numbers. */
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
  /** UTF-8 bytes that a call may log; further lines are dropped. */
  readonly logBytes?: number;
  /** Lines that a call may log; further ones are dropped. */
  readonly logLines?: number;
  /** Timers, requests of `fetch`, requests of the store and signatures in one call, together. */
  readonly hostCalls?: number;
  /** Requests that a call may send with `fetch`, redirects included. */
  readonly fetchCalls?: number;
  /** Requests of one call that may be under way at a time; further ones wait. */
  readonly fetchConcurrency?: number;
  /** Bytes of the body of one request. */
  readonly fetchRequestBytes?: number;
  /** Bytes of the body of one response, as sent and after decompression. */
  readonly fetchResponseBytes?: number;
  /** Milliseconds of one request with its redirects, to the last byte of the answer. */
  readonly fetchMs?: number;
  /** Bytes of the plugin's part of the store, keys and values together. */
  readonly storeBytes?: number;
  /** Keys in the plugin's part of the store. */
  readonly storeKeys?: number;
  /** UTF-8 bytes of one stored value as JSON. */
  readonly storeValueBytes?: number;
  /** Signatures that one call may ask for. */
  readonly signCalls?: number;
}
