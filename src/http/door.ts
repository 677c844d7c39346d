// Finds out who sends a request, by the credential that it carries. Front process: the main thread and listening threads. Credentials do not
// leave this file.

import { KEY_IN_TEXT, keyFormOf } from '../doors/api-key.ts';
import type { Certificates } from '../doors/certificates.ts';
import type { KeyRecord } from '../doors/key-record.ts';
import type { KeyRefusal, Keyring } from '../doors/keyring.ts';
import { LastKeys } from '../doors/last-keys.ts';
import { IssuerOutOfReach } from '../doors/tokens/settings.ts';
import type { TokenVerdict, TokenVerifier } from '../doors/tokens/verifier.ts';
import { ANONYMOUS, type Caller, NOBODY } from '../protocol/caller.ts';
import { CallError, RETRY_AFTER_MS } from '../protocol/errors.ts';
import { callerOf } from './caller.ts';
import { callerOfCertificate, certificateClient, ShownCertificates, withCertificate } from './certificate-caller.ts';
import { CALL_TOOL, type Context, MCP, type Step } from './context.ts';
import { wrongToken } from './token-refusals.ts';
import { pause, WrongKeys } from './wrong-keys.ts';

/** Who may come in. */
export interface DoorParts {
  /** Absent if no setting names a file of keys. Then a token in `Authorization` names its caller, and admits nobody. */
  readonly keys?: Keyring;
  /** Whom certificates of callers name; absent if callers are asked for none. */
  readonly certificates?: Certificates;
  /** Checks access tokens of an issuer; absent if no setting names one. */
  readonly tokens?: TokenVerifier;
  /** Requests without a credential may pass. */
  readonly allowsAnonymous: boolean;
}

/** Paths that everyone may read, because load balancers send no keys. The admin API has a guard of its own. */
const OPEN = /^\/(livez|healthz|readyz|admin(\/.*)?|\.well-known\/oauth-protected-resource(\/mcp)?)$/;
/** Names under which clients send keys in addresses. */
const CREDENTIAL_IN_QUERY = /[?&](access_token|api[-_]?key|x-api-key|key|token)=/i;
const AUTHORIZATION = 'authorization';
const API_KEY = 'x-api-key';
const BEARER = /^Bearer +([!-~]+)$/i;
/** Most characters of a credential. An access token with many claims has some thousands. */
const MOST_CHARACTERS = 8_192;

/**
 * Notes who calls in `ctx.state.caller`. A wrong credential is answered 401 even if requests without one may pass; its answer waits, longer
 * with each one from the same address. A right one never waits, so nobody can lock another client out.
 *
 * Fails with: unauthenticated, invalid_request, identity_unavailable (the issuer cannot be asked).
 */
export const createDoor = ({ keys, certificates, tokens, allowsAnonymous }: DoorParts): Step => {
  if (keys === undefined && certificates === undefined && tokens === undefined && allowsAnonymous)
    return (ctx, next) => {
      const name = callerOf(ctx.req);
      ctx.state.caller = name === ANONYMOUS ? NOBODY : { name, scopes: NOBODY.scopes };
      return next(ctx);
    };
  const wrongKeys = new WrongKeys();
  const lastKeys = keys && new LastKeys(keys);
  const shown = new ShownCertificates();
  return (ctx, next) => {
    const { method, url = '', socket } = ctx.req;
    // A browser asks without a key whether it may send one.
    if (method === 'OPTIONS') return next(ctx);
    // Nearly all requests have these addresses, in which there is no key.
    if (url !== CALL_TOOL && url !== MCP) {
      if (OPEN.test(ctx.path)) return next(ctx);
      refuseInAddress(url);
    }
    const certified = certificates && certificateClient(shown.of(ctx), certificates);
    const credential = credentialOf(ctx);
    if (credential === undefined && certified !== undefined) {
      ctx.state.caller = callerOfCertificate(certified);
      return next(ctx);
    }
    if (credential === undefined) {
      if (!allowsAnonymous) throw unauthenticated(`The request has no key. ${HOW}`);
      ctx.state.caller = NOBODY;
      return next(ctx);
    }
    const enter = (caller: Caller): unknown => {
      ctx.state.caller = certified === undefined ? caller : withCertificate(caller, certified);
      return next(ctx);
    };
    if (tokens !== undefined && keyFormOf(credential) === 'other') {
      const known = tokens.known(credential);
      if (known !== undefined) return enter(known);
      return verdictOn(credential, tokens).then((verdict) =>
        typeof verdict === 'string' ? refuseLater(ctx, wrongKeys, wrongToken(verdict, tokens)) : enter(verdict),
      );
    }
    const found = lastKeys?.find(socket, credential) ?? 'unknown';
    if (typeof found === 'string') return refuseLater(ctx, wrongKeys, WRONG[found]);
    return enter(callerOfKey(found));
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

const HOW = 'Send it once, as Authorization: Bearer KEY or as X-API-Key: KEY. The operator of this server issues keys.';

const WRONG: Readonly<Record<KeyRefusal, string>> = {
  admin: 'The key is one for the admin API, which calls no tool. Send an API key.',
  damaged: 'The key is damaged: its checksum does not fit. Copy it again, whole and without spaces.',
  expired: 'The key has expired. Ask the operator of this server for another one.',
  unknown: 'The key is not a key of this server, or was revoked. Ask the operator of this server for another one.',
};

const verdictOn = async (token: string, tokens: TokenVerifier): Promise<TokenVerdict> => {
  try {
    return await tokens.verify(token);
  } catch (error) {
    if (!(error instanceof IssuerOutOfReach)) throw error;
    const detail = 'The server that issued the token cannot be asked now, so it is not known whether the token holds.';
    throw new CallError('identity_unavailable', detail, { cause: error, more: { retryAfterMs: RETRY_AFTER_MS } });
  }
};

const unauthenticated = (detail: string, error?: 'invalid_token'): CallError =>
  new CallError('unauthenticated', detail, {
    more: { challenge: `Bearer realm="toolcell"${error === undefined ? '' : `, error="${error}"`}` },
  });

const refuseLater = async ({ state }: Context, wrongKeys: WrongKeys, detail: string): Promise<never> => {
  await pause(wrongKeys.delayFor(state.remoteAddress), state.signal);
  throw unauthenticated(detail, 'invalid_token');
};

/** Addresses end up in logs and histories. The message does not repeat the address. */
const refuseInAddress = (url: string): void => {
  if (!KEY_IN_TEXT.test(url) && !CREDENTIAL_IN_QUERY.test(url)) return;
  const why = 'Servers and proxies write addresses into their logs. If the key was real, have it revoked.';
  throw new CallError(
    'invalid_request',
    `The address of the request has a key in it, which is not read. ${why} ${HOW}`,
  );
};

/** The one credential of a request. A proxy and this server might choose different ones of two, so two are refused. */
const credentialOf = ({ req }: Context): string | undefined => {
  const { authorization, 'x-api-key': apiKey } = req.headers;
  if (authorization === undefined && apiKey === undefined) return undefined;
  const { value, count } = credentialIn(req.rawHeaders);
  if (count > 1)
    throw new CallError('invalid_request', `The request has more than one key or Authorization header. ${HOW}`);
  if (value.length > MOST_CHARACTERS)
    throw unauthenticated(`The key is longer than ${MOST_CHARACTERS} characters. ${HOW}`, 'invalid_token');
  if (authorization === undefined) return value;
  const [, token] = BEARER.exec(value) ?? [];
  if (token === undefined)
    throw unauthenticated(`Authorization has another form than Bearer KEY. ${HOW}`, 'invalid_token');
  return token;
};

/** The last credential among the headers as they were sent, and how many there are. Node's own table keeps one of two. */
const credentialIn = (rawHeaders: readonly string[]): { readonly value: string; readonly count: number } => {
  let value = '';
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    // Few names have the right length, so few lower-case copies are made.
    if (name.length !== AUTHORIZATION.length && name.length !== API_KEY.length) continue;
    const lower = name.toLowerCase();
    if (lower !== AUTHORIZATION && lower !== API_KEY) continue;
    value = rawHeaders[at + 1] ?? '';
    count += 1;
  }
  return { value, count };
};
