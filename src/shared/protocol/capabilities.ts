// Types of requested and granted capabilities, and of host requests and host replies as they cross the zones. Every zone uses them. Every
// host request has a number within its call.

/**
 * Origins as text: `https://api.example.com`, with a port unless it is the scheme's own; `https://*.example.com` for every
 * name below one; `https://*` for every host.
 */
export type OriginPattern = string;

/** One line of `capabilities.fetch` in a manifest, complete. */
export interface FetchRule {
  readonly origin: OriginPattern;
  /** In capitals. */
  readonly methods: readonly string[];
  /** `/v1/*`: each `*` stands for any characters. The query is not compared. */
  readonly path: string;
}

/** What the calls of one tool may reach. A host request must fit both what is requested and what is granted. */
export interface Grants {
  readonly fetch: {
    readonly requested: readonly FetchRule[];
    readonly granted: readonly OriginPattern[];
    /** Those of `granted` that may lead to addresses that are not public. */
    readonly grantedPrivate: readonly OriginPattern[];
  };
  readonly store: {
    /** Whose keys a call sees: those of its plugin, or those of its plugin and caller. Undefined if the manifest does not request the store. */
    readonly scope: 'plugin' | 'caller' | undefined;
    readonly isGranted: boolean;
  };
  readonly secrets: {
    /** Requested by the manifest. Only the brokers know which of them have a value. */
    readonly requested: readonly RequestedSecret[];
  };
  readonly signing: {
    /** Requested by the manifest. Only the control thread knows which of these keys there are, and what the operator lets each sign with. */
    readonly requested: readonly RequestedSigning[];
  };
}

/** The algorithms by which the host signs, by their names in JWS (RFC 7518). */
export const SIGNING_ALGORITHMS = Object.freeze(['HS256', 'HS384', 'HS512', 'RS256', 'ES256'] as const);

export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** A key that a manifest asks the host to sign with. */
export interface RequestedSigning {
  readonly name: string;
  readonly algorithms: readonly SigningAlgorithm[];
}

/** A secret that a manifest requests, and where in a request to its origin it may stand. */
export interface RequestedSecret {
  readonly name: string;
  readonly origin: string;
  /** Names of headers, in small letters. */
  readonly headers: readonly string[];
  /** Names of query parameters, decoded. */
  readonly parameters: readonly string[];
  /** Names of fields of a form, decoded, or of members at the top level of a JSON object. */
  readonly bodyMembers: readonly string[];
}

/** True if calls may wait for upstreams or the store. Such calls use no CPU for most of their time. */
export const reachesOut = ({ fetch, store, signing }: Grants): boolean =>
  fetch.requested.length > 0 || store.scope !== undefined || signing.requested.length > 0;

/** Number of suspended calls that count as one running call, if they share a realm and wait for a host reply. */
export const SUSPENDED_PER_PLACE = 16;

export const NO_GRANTS: Grants = Object.freeze({
  fetch: Object.freeze({ requested: [], granted: [], grantedPrivate: [] }),
  store: Object.freeze({ scope: undefined, isGranted: false }),
  secrets: Object.freeze({ requested: [] }),
  signing: Object.freeze({ requested: [] }),
});

/** A value that a guest never sees. `{{secret.NAME}}` stands for it in requests of `plugin` to `origin`, at the places that its manifest names. */
export interface Secret {
  readonly name: string;
  readonly plugin: string;
  readonly origin: string;
  /** The value, or the name of the header (in small letters) with which each caller brings its own. */
  readonly from: { readonly value: string } | { readonly callerHeader: string };
  /** Present if the host signs with it. It is then sent nowhere, and `origin` is empty. */
  readonly algorithms?: readonly SigningAlgorithm[];
}

/** `tool`: a call of a tool. Only scripts may make one; see inner-calls.ts. */
export type HostRequestKind = 'fetch' | 'store' | 'sign' | 'tool';

export const HOST_REQUEST_KINDS: readonly unknown[] = ['fetch', 'store', 'sign', 'tool'] satisfies HostRequestKind[];

/** JSON escapes make a text at most six times as long. */
const ESCAPED = 6;
/** For a URL and headers. */
const REQUEST_HEAD_BYTES = 262_144;

/** UTF-8 bytes that the JSON text of one host request may take. */
export const hostRequestBytes = ({
  fetchRequestBytes,
  storeValueBytes,
}: {
  readonly fetchRequestBytes: number;
  readonly storeValueBytes: number;
}): number => ESCAPED * Math.max(fetchRequestBytes, storeValueBytes) + REQUEST_HEAD_BYTES;

/** Answers a host request. `text` is JSON: the answer of the capability, or an {@link HostRequestError} if `ok` is false. */
export interface HostReply {
  readonly ok: boolean;
  readonly text: string;
}

/** Why a host request failed. The guest's promise rejects with it. Written for the plugin's author. */
export interface HostRequestError {
  /** Of the error in the guest: `TypeError`, `TimeoutError`, `AbortError`, `QuotaExceededError`, `ConflictError`, `NotAllowedError`, `UnavailableError`. */
  readonly name: string;
  readonly message: string;
}

/** A host request of `fetch`, as JSON. The body is in `body` if it is UTF-8, else in `base64`. Without a body, neither is there. */
export interface FetchRequest {
  /** Absolute, without a fragment. */
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  readonly base64?: string;
  readonly redirect: 'follow' | 'error' | 'manual';
}

/** The answer to a {@link FetchRequest}. Headers in the order they came, names in small letters. */
export interface FetchResponse {
  /** After redirects. */
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  readonly base64?: string;
}

/** A host request to the store, as JSON. Values are JSON texts. Versions are opaque. */
export type StoreOperation =
  | { readonly op: 'get'; readonly key: string }
  | {
      readonly op: 'set';
      readonly key: string;
      readonly value: string;
      readonly ttlMs?: number;
      /** The version that must be there; null if the key must not exist. */
      readonly ifVersion?: string | null;
    }
  | { readonly op: 'delete'; readonly key: string; readonly ifVersion?: string }
  | { readonly op: 'list'; readonly prefix?: string; readonly after?: string; readonly limit?: number };

/** A key of the store, without its value. */
export interface StoreEntry {
  readonly key: string;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** The answer to a {@link StoreOperation}: for `get` an entry with its value or null, for `set` the new entry, for `delete` whether the key existed. */
export type StoreResult =
  | (StoreEntry & { readonly value: string })
  | StoreEntry
  | null
  | boolean
  | { readonly entries: readonly StoreEntry[]; readonly next?: string };

/** Bytes of what is signed at once. Who signs more signs a hash of it. */
export const SIGNED_BYTES = 65_536;

/** A host request for a signature, as JSON. */
export interface SigningRequest {
  /** Name of the key. */
  readonly name: string;
  readonly algorithm: SigningAlgorithm;
  /** What is signed, in base64. */
  readonly base64: string;
}

/** The answer to a {@link SigningRequest}: the signature in base64, of `ES256` as JWS has it, `r` and `s` with 32 bytes each. */
export interface SigningResult {
  readonly base64: string;
}

/** Totals of the host requests of one call so far. Bytes count bodies, as the guest sent or got them. */
export interface HostRequestTotals {
  readonly fetches: number;
  readonly storeCalls: number;
  readonly signatures: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** Sorted, each once. */
  readonly origins: readonly string[];
}
