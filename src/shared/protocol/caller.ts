// Who sends a request, as the door of the server found out. No credential is in it.

import { compositeKey } from '../text/composite-key.ts';
import { senderNetwork } from '../text/network.ts';

export const ANONYMOUS = 'anonymous';

export interface Caller {
  /** Names it in logs and receipts: `client:NAME`, `bearer:DIGEST` for an unchecked token, or `anonymous`. Two callers of different organisations may have the same. */
  readonly name: string;
  /** The issuer whose token it sent; absent for keys and certificates of this server. */
  readonly issuer?: string;
  readonly client?: string;
  readonly org?: string;
  /** The person for whom the client acts, if its credential names one. */
  readonly user?: string;
  readonly scopes: readonly string[];
  readonly keyId?: string;
}

/**
 * Tells callers apart, for whatever belongs to one of them: entries of the store, kept answers, receipts. A name counts within its issuer and its
 * organisation only. Unchecked callers are told apart by what they sent.
 */
export const identityOf = ({ name, issuer, org }: Pick<Caller, 'name' | 'issuer' | 'org'>): string =>
  issuer === undefined && org === undefined ? name : compositeKey(issuer ?? null, org ?? null, name);

/**
 * Whose share of what all callers have together a caller uses up: its own, if the door has found out who it is. All others have that of their network, if
 * `address` is given, or one share together: whom nobody checks may take any number of names.
 */
export const sharerOf = (caller: Omit<Caller, 'scopes' | 'keyId'>, address?: string): string => {
  if (caller.client !== undefined || caller.user !== undefined) return identityOf(caller);
  return address === undefined ? UNCHECKED : networkSharer(address);
};

/** The share of a network, for whom nobody has checked yet. */
export const networkSharer = (address = 'nowhere'): string => compositeKey('from', senderNetwork(address));

/** No identity of a caller is like this. */
const UNCHECKED = '(unchecked)';

export const NOBODY: Caller = Object.freeze({ name: ANONYMOUS, scopes: Object.freeze([]) });
