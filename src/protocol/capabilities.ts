// What a tool may reach beyond its arguments: what its manifest asks for, what the operator grants, and how a guest's request
// and its answer cross the zones. Every request has an id within its call, so that a call can be told from its record.

/**
 * Origins as text: `https://api.example.com`, with a port where it is not the scheme's own; `https://*.example.com` for every
 * name below one; `https://*` for every host.
 */
export type OriginPattern = string;

/** One line of `capabilities.fetch` in a manifest, complete. */
export interface FetchRule {
  readonly origin: OriginPattern;
  /** In capitals. */
  readonly methods: readonly string[];
  /** `/v1/*`: each `*` stands for any characters; what follows `?` is not looked at. */
  readonly path: string;
}

/** What the calls of one tool may reach. A request must fit both what was asked for and what was granted. */
export interface Grants {
  readonly fetch: {
    /** By the manifest. */
    readonly asked: readonly FetchRule[];
    /** By the operator. */
    readonly granted: readonly OriginPattern[];
    /** Those of the operator's that may lead to addresses that are not public. */
    readonly grantedPrivate: readonly OriginPattern[];
  };
  readonly store: {
    /** Whose keys a call sees: those of its plugin, or those of its plugin and caller. Undefined where the manifest asks for none. */
    readonly scope: 'plugin' | 'caller' | undefined;
    readonly isGranted: boolean;
  };
  readonly secrets: {
    /** By the manifest. Which of them are bound is known to the brokers alone. */
    readonly asked: readonly AskedSecret[];
  };
}

/** A secret that a manifest asks for, and where in a request to its origin it may stand. */
export interface AskedSecret {
  readonly name: string;
  readonly origin: string;
  /** Names of headers, in small letters. */
  readonly headers: readonly string[];
  /** Names of query parameters, decoded. */
  readonly parameters: readonly string[];
}

/** True where calls may wait for an answer from outside: most of their time they use nothing of the machine. */
export const reachesOut = ({ fetch, store }: Grants): boolean => fetch.asked.length > 0 || store.scope !== undefined;

/** So many calls that wait for an answer from outside take the place of one that runs, where they share a realm. */
export const WAITING_PER_PLACE = 16;

export const NO_GRANTS: Grants = Object.freeze({
  fetch: Object.freeze({ asked: [], granted: [], grantedPrivate: [] }),
  store: Object.freeze({ scope: undefined, isGranted: false }),
  secrets: Object.freeze({ asked: [] }),
});

/**
 * A value that a guest never sees. It stands for `{{secret.NAME}}` in requests that `plugin` sends to `origin`, in the headers and query parameters that its
 * manifest names.
 */
export interface Secret {
  readonly name: string;
  readonly plugin: string;
  /** Exactly one, without a pattern. */
  readonly origin: string;
  /** The value, or the name of the header (in small letters) with which each caller brings its own. */
  readonly from: { readonly value: string } | { readonly callerHeader: string };
}

/** Whom a guest can ask. */
export type AskKind = 'fetch' | 'store';

export const ASK_KINDS: readonly unknown[] = ['fetch', 'store'] satisfies AskKind[];

/** A request that is written with escapes throughout takes six times its bytes. */
const ESCAPED = 6;
/** For a URL and headers. */
const ASK_HEAD_BYTES = 262_144;

/** UTF-8 bytes that the JSON text of one request may take. */
export const askBytes = ({
  fetchRequestBytes,
  storeValueBytes,
}: {
  readonly fetchRequestBytes: number;
  readonly storeValueBytes: number;
}): number => ESCAPED * Math.max(fetchRequestBytes, storeValueBytes) + ASK_HEAD_BYTES;

/** What a guest's request came to. `text` is JSON: what the capability gives, or an {@link AskError}. */
export interface AskAnswer {
  readonly ok: boolean;
  readonly text: string;
}

/** Why a request came to nothing: becomes the error that the guest's promise rejects with. Written for who wrote the plugin. */
export interface AskError {
  /** Of the error in the guest: `TypeError`, `TimeoutError`, `AbortError`, `QuotaExceededError`, `ConflictError`, `NotAllowedError`, `UnavailableError`. */
  readonly name: string;
  readonly message: string;
}

/** What `fetch` asks, as JSON. The body is text where it is UTF-8, else base64; neither where there is none. */
export interface FetchAsk {
  /** Absolute, without a fragment. */
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  readonly base64?: string;
  readonly redirect: 'follow' | 'error' | 'manual';
}

/** What it gives. Headers in the order they came, names in small letters. */
export interface FetchGiven {
  /** After redirects. */
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  readonly base64?: string;
}

/** What the store is asked, as JSON. Values are JSON texts. Versions are opaque. */
export type StoreAsk =
  | { readonly op: 'get'; readonly key: string }
  | {
      readonly op: 'set';
      readonly key: string;
      readonly value: string;
      readonly ttlMs?: number;
      /** The version that must be there; null where nothing may be. */
      readonly ifVersion?: string | null;
    }
  | { readonly op: 'delete'; readonly key: string; readonly ifVersion?: string }
  | { readonly op: 'list'; readonly prefix?: string; readonly after?: string; readonly limit?: number };

export interface StoreEntry {
  readonly key: string;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** What it gives: for `get` an entry with its value or null, for `set` the new entry, for `delete` whether something was there. */
export type StoreGiven =
  | (StoreEntry & { readonly value: string })
  | StoreEntry
  | null
  | boolean
  | { readonly entries: readonly StoreEntry[]; readonly next?: string };

/** What one call has reached so far. Bytes of bodies, as they crossed to the guest or came from it. */
export interface Reach {
  readonly fetches: number;
  readonly storeCalls: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** Sorted, each once. */
  readonly origins: readonly string[];
}
