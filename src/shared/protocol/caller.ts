// Who sends a request, as the door of the server found out. No credential is in it.

export const ANONYMOUS = 'anonymous';

export interface Caller {
  /** Names it in logs and receipts: `client:NAME`, `bearer:DIGEST` for an unchecked token, or `anonymous`. */
  readonly name: string;
  readonly client?: string;
  readonly org?: string;
  /** The person for whom the client acts, if its credential names one. */
  readonly user?: string;
  readonly scopes: readonly string[];
  readonly keyId?: string;
}

export const NOBODY: Caller = Object.freeze({ name: ANONYMOUS, scopes: Object.freeze([]) });
