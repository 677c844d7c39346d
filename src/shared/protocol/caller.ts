// Who sends a request, as the door of the server found out. No credential is in it.

/** The name of a caller without a credential. */
export const ANONYMOUS = 'anonymous';

/** The sender of a request. */
export interface Caller {
  /** Names it in logs and receipts: `client:NAME`, `bearer:DIGEST` for an unchecked token, or `anonymous`. */
  readonly name: string;
  readonly client?: string;
  readonly org?: string;
  /** The person for whom the client acts, if its credential names one. */
  readonly user?: string;
  readonly scopes: readonly string[];
  /** Id of the API key that was sent. */
  readonly keyId?: string;
}

export const NOBODY: Caller = Object.freeze({ name: ANONYMOUS, scopes: Object.freeze([]) });
