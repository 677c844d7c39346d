// Makes a caller of the claims of a token, which an issuer signed or told, and in which users may have chosen texts. Front process; pure.

import type { Caller } from '../../../shared/protocol/caller.ts';
import { MOST_SCOPES, NAME, SCOPE } from '../key-record.ts';
import type { TokenRefusal, TokenSettings } from './settings.ts';

/** The form of a user: visible ASCII without quotes and backslashes, so that logs and rules can hold it as it is. */
const USER = /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/;

/** Claims that name the client, in this order: those of RFC 9068 and OpenID Connect, and those of two large issuers. */
export const CLIENT_CLAIMS = ['client_id', 'azp', 'appid', 'cid'];
/** Claims with the scopes: that of RFC 8693, and the other one that issuers have. */
const SCOPE_CLAIMS = ['scope', 'scp'];
/** Stands before each client's name: whoever may register clients at the issuer must not take the name of a client that has an API key. */
export const CLIENT_PREFIX = 'oauth:';

type Claims = Readonly<Record<string, unknown>>;

/** The caller whom the claims name. A token without a client is that of its user. Refused as `names` if a name has another form, or there is none. */
export const callerFrom = (
  claims: Claims,
  { issuer, claims: names }: Pick<TokenSettings, 'issuer' | 'claims'>,
): Caller | TokenRefusal => {
  const client = textIn(claims, firstIn(claims, CLIENT_CLAIMS));
  const user = textIn(claims, names.user);
  const org = textIn(claims, names.org);
  const scopes = scopesIn(claims, firstIn(claims, SCOPE_CLAIMS));
  if (client === null || user === null || org === null || scopes === null) return 'names';
  if (client === undefined && user === undefined) return 'names';
  const clientName = client === undefined ? undefined : CLIENT_PREFIX + client;
  if (clientName !== undefined && !NAME.test(clientName)) return 'names';
  if ((user !== undefined && !USER.test(user)) || (org !== undefined && !NAME.test(org))) return 'names';
  // A client that acts for nobody is its own subject.
  const person = user === client ? undefined : user;
  const words = [clientName && `client:${clientName}`, person && `user:${person}`].filter(Boolean);
  return {
    name: words.join(' '),
    issuer,
    ...(clientName !== undefined && { client: clientName }),
    ...(org !== undefined && { org }),
    ...(person !== undefined && { user: person }),
    scopes,
  };
};

/** The first of these claims that the token has; empty if it has none. */
const firstIn = (claims: Claims, names: readonly string[]): string =>
  names.find((name) => Object.hasOwn(claims, name)) ?? '';

/** The text of a claim; undefined if there is none, null if it is no text. Own members only. */
const textIn = (claims: Claims, name: string): string | undefined | null => {
  if (name === '' || !Object.hasOwn(claims, name)) return undefined;
  const value = claims[name];
  return typeof value === 'string' ? value : null;
};

const scopesIn = (claims: Claims, name: string): readonly string[] | null => {
  if (name === '' || !Object.hasOwn(claims, name)) return [];
  const value = claims[name];
  const scopes = typeof value === 'string' ? value.split(' ').filter(Boolean) : value;
  if (!Array.isArray(scopes) || scopes.length > MOST_SCOPES) return null;
  return scopes.every((scope) => typeof scope === 'string' && SCOPE.test(scope)) ? (scopes as string[]) : null;
};
