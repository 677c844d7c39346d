// Finds out who sends a request, by the credential that it carries. Front process. Credentials do not leave this file.

import { type Caller, NOBODY } from '../../shared/protocol/caller.ts';
import { CallError, RETRY_AFTER_MS } from '../../shared/protocol/errors.ts';
import { senderNetwork } from '../../shared/text/network.ts';
import { keyFormOf } from '../doors/api-key.ts';
import type { Certificates } from '../doors/certificates.ts';
import type { KeyRecord } from '../doors/key-record.ts';
import { type KeyRefusal, type Keyring, LastKeys } from '../doors/keyring.ts';
import { audiencesAt, type Part, partOf } from '../doors/tokens/audience.ts';
import { CLIENT_CLAIMS } from '../doors/tokens/claims.ts';
import { IssuerOutOfReach, type TokenRefusal } from '../doors/tokens/settings.ts';
import type { TokenVerdict, TokenVerifier } from '../doors/tokens/verifier.ts';
import type { Pause, WrongKeys } from '../doors/wrong-keys.ts';
import { callerOfCertificate, certificateClient, ShownCertificates, withCertificate } from './certificate-caller.ts';
import type { Context } from './context.ts';
import { credentialOf, HOW, unauthenticated } from './credential.ts';

export interface DoorParts {
  /** Absent if no setting names a file of keys. Then a token in `Authorization` names its caller, and admits nobody. */
  readonly keys?: Keyring;
  /** Whom certificates of callers name; absent if callers are asked for none. */
  readonly certificates?: Certificates;
  /** Checks access tokens of an issuer; absent if no setting names one. */
  readonly tokens?: TokenVerifier;
  /** Requests without a credential may pass. */
  readonly allowsAnonymous: boolean;
  /** Waits before the answer to a wrong credential; by the clock if absent. */
  readonly pauseBefore?: Pause;
}

/** The caller, or why its key or token is wrong. `former`: for the log, whose key it was. */
export type Identified = Caller | { readonly wrong: string; readonly former?: KeyRecord | undefined };

/**
 * Finds out who sends a request, which it may be asked again for as long as the request is open.
 * Fails with: unauthenticated, invalid_request, identity_unavailable (the issuer cannot be asked, or the keys cannot be read).
 */
export type Identify = (ctx: Context) => Identified | Promise<Identified>;

/** Undefined if nobody has to say who they are. `wrongKeys` counts the wrong credentials of each address. */
export const createIdentify = (
  { keys, certificates, tokens, allowsAnonymous }: DoorParts,
  wrongKeys: Pick<WrongKeys, 'lastDelayOf'>,
): Identify | undefined => {
  if (keys === undefined && certificates === undefined && tokens === undefined && allowsAnonymous) return undefined;
  const lastKeys = keys && new LastKeys(keys);
  const shown = new ShownCertificates();
  return (ctx) => {
    const certified = certificates && certificateClient(shown.of(ctx), certificates);
    const credential = credentialOf(ctx.req);
    if (credential === undefined && certified !== undefined) return callerOfCertificate(certified);
    if (credential === undefined) {
      if (!allowsAnonymous) throw unauthenticated(`The request has no key. ${HOW}`);
      return NOBODY;
    }
    const both = (caller: Caller): Caller => (certified === undefined ? caller : withCertificate(caller, certified));
    if (tokens !== undefined && keyFormOf(credential) === 'other') {
      const part = partOf(ctx.path);
      const known = tokens.known(credential, part);
      if (known !== undefined) return both(known);
      const { remoteAddress } = ctx.state;
      const asker = {
        from: senderNetwork(remoteAddress ?? 'unknown'),
        waitMs: () => wrongKeys.lastDelayOf(remoteAddress),
      };
      return verdictOn(() => tokens.verify(credential, part, asker)).then((verdict) =>
        typeof verdict === 'string' ? { wrong: wrongToken(verdict, tokens, part) } : both(verdict),
      );
    }
    const found = lastKeys?.find(ctx.req.socket, credential) ?? 'unknown';
    if (found === 'unread') throw unavailable(KEYS_UNREAD);
    if (typeof found !== 'string') {
      keys?.noteUse(found);
      return both(callerOfKey(found));
    }
    return { wrong: WRONG[found], former: keys?.formerOf(credential) };
  };
};

/** One caller for each record, because what is known of a caller is kept with it. */
const callers = new WeakMap<KeyRecord, Caller>();

const callerOfKey = (record: KeyRecord): Caller => {
  const known = callers.get(record);
  if (known !== undefined) return known;
  const { id, client, org, scopes } = record;
  const caller = { name: `client:${client}`, client, ...(org !== undefined && { org }), scopes, keyId: id };
  callers.set(record, caller);
  return caller;
};

const WRONG: Readonly<Record<Exclude<KeyRefusal, 'unread'>, string>> = {
  admin: 'The key is one for the admin API, which calls no tool. Send an API key.',
  damaged: 'The key is damaged: its checksum does not fit. Copy it again, whole and without spaces.',
  expired: 'The key has expired. Ask the operator of this server for another one.',
  unknown: 'The key is not a key of this server, or was revoked. Ask the operator of this server for another one.',
};

const verdictOn = async (verify: () => Promise<TokenVerdict>): Promise<TokenVerdict> => {
  try {
    return await verify();
  } catch (error) {
    if (!(error instanceof IssuerOutOfReach)) throw error;
    throw unavailable(
      'The server that issued the token cannot be asked now, so it is not known whether the token holds.',
      error,
    );
  }
};

const KEYS_UNREAD = 'The keys of this server cannot be read now, so it is not known whether the key holds.';

const unavailable = (detail: string, cause?: Error): CallError =>
  new CallError('identity_unavailable', detail, { cause, more: { retryAfterMs: RETRY_AFTER_MS } });

const TEXTS: Readonly<Record<TokenRefusal, (settings: TokenVerifier['settings'], part: Part) => string>> = {
  malformed: () =>
    'The token is no JWT that this server can read. Copy it again, whole; encrypted tokens are not read.',
  opaque: () => 'The token is no JWT, and this server asks nobody about other tokens. Ask the issuer for a JWT.',
  algorithm: ({ algorithms }) =>
    `The token is signed with an algorithm that does not count here. These do: ${algorithms.join(', ')}.`,
  critical: () => 'The token has critical extensions (crit), which this server does not know.',
  key: () => 'The token names a key that its issuer does not publish. Ask the issuer for a new token.',
  signature: () => 'The signature of the token is wrong.',
  issuer: ({ issuer }) => `The token is from another issuer. This server reads tokens of ${issuer}.`,
  audience: (settings, part) => {
    const [first] = audiencesAt(settings, part);
    return first === undefined
      ? 'The token is for another service, or for a toolset (/mcp/sets/NAME) only. This address takes no tokens.'
      : `The token is for another service, or for another part of this one. Ask the issuer for one with the audience ${first}.`;
  },
  expired: () => 'The token has expired. Ask the issuer for a new one.',
  early: () => 'The token is not valid yet. If it should be, the clocks of the issuer and of this server differ.',
  lifetime: () => 'The token does not say until when it holds (exp), or not as a number.',
  inactive: () => 'The issuer says that the token does not hold: it has expired, was revoked, or was never issued.',
  names: ({ claims }) =>
    `The token names no caller that this server can take: its claims ${[...CLIENT_CLAIMS, claims.user].filter(Boolean).join(', ')} are missing, or have another form than names.`,
};

/** The reason for the caller. `part`: the part of the server that was asked. */
const wrongToken = (refusal: TokenRefusal, { settings }: TokenVerifier, part: Part): string =>
  TEXTS[refusal](settings, part);
