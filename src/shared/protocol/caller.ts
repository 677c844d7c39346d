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

/**
 * Whose share of what all callers have together a caller uses up: its own, if the door has found out who it is. All others have one share together,
 * because whom nobody checks may take any number of names.
 */
export const sharerOf = ({ name, client, user }: Pick<Caller, 'name' | 'client' | 'user'>): string =>
  client === undefined && user === undefined ? UNCHECKED : name;

/** No name of a caller is like this. */
const UNCHECKED = '(unchecked)';

export const NOBODY: Caller = Object.freeze({ name: ANONYMOUS, scopes: Object.freeze([]) });
