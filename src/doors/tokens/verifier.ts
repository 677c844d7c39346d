// Checks access tokens: a JWT by the keys of its issuer, any other token by asking the issuer. Front process: any thread that listens. Loads jose
// when it is first used.

import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose';
import type { Caller } from '../../protocol/caller.ts';
import { callerFrom } from './claims.ts';
import { answerOf } from './issuer-answer.ts';
import { IssuerKeys } from './issuer-keys.ts';
import { KnownTokens } from './known-tokens.ts';
import type { TokenRefusal, TokenSettings } from './settings.ts';

const JWT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;
const ENCRYPTED = /^[^.]*(\.[^.]*){4}$/;
/** How long an answer about an opaque token holds: a token that is revoked goes on for this time at most. */
const TOLD_MS = 10_000;
/** How long a verified JWT holds without another look at its signature. */
const VERIFIED_MS = 300_000;

/** What is known of a token. */
export type TokenVerdict = Caller | TokenRefusal;

/** Checks tokens of one issuer. It has no timers. */
export class TokenVerifier {
  readonly settings: TokenSettings;
  readonly #keys: IssuerKeys;
  readonly #known = new KnownTokens();
  readonly #refusedOpaque = new KnownTokens();

  constructor(settings: TokenSettings) {
    this.settings = settings;
    this.#keys = new IssuerKeys(settings, () => this.#known.clear());
  }

  /** The caller of a token that was checked before, and still holds. */
  known(token: string): Caller | undefined {
    return this.#known.find(token);
  }

  /** Checks a token. Rejects with IssuerOutOfReach if only the issuer could tell. */
  async verify(token: string): Promise<TokenVerdict> {
    if (JWT.test(token)) return this.#verifyJwt(token);
    if (ENCRYPTED.test(token)) return 'malformed';
    return this.#ask(token);
  }

  async #verifyJwt(token: string): Promise<TokenVerdict> {
    const jose = await import('jose');
    const options: JWTVerifyOptions = {
      issuer: this.settings.issuer,
      audience: [...this.settings.audience],
      algorithms: [...this.settings.algorithms],
      clockTolerance: this.settings.clockSkewMs / 1_000,
      requiredClaims: ['iss', 'aud', 'exp'],
    };
    // What can be known without the issuer's keys does not cause a fetch.
    const early = headerRefusal(token, this.settings, jose);
    if (early !== undefined) return early;
    const check = async (): Promise<TokenVerdict> => {
      const payload = await payloadOf(token, await this.#keys.current(), options, jose);
      return this.#accepted(token, payload);
    };
    try {
      return await check();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== 'key' || !(await this.#keys.renewed())) return refusal;
    }
    return check().catch(refusalOf);
  }

  #accepted(token: string, payload: JWTPayload): TokenVerdict {
    const caller = callerFrom(payload, this.settings);
    if (typeof caller === 'string') return caller;
    const nowMs = Date.now();
    const endMs = (payload.exp ?? 0) * 1_000 + this.settings.clockSkewMs;
    this.#known.keep(token, caller, Math.min(endMs, nowMs + VERIFIED_MS));
    return caller;
  }

  /** RFC 7662. */
  async #ask(token: string): Promise<TokenVerdict> {
    const { introspection, audience, issuer, clockSkewMs } = this.settings;
    if (introspection === undefined) return 'opaque';
    if (this.#refusedOpaque.find(token) !== undefined) return 'inactive';
    const credential = [introspection.clientId, introspection.clientSecret].map(encodeURIComponent).join(':');
    const answer = await answerOf(introspection.url, {
      headers: { Authorization: `Basic ${Buffer.from(credential).toString('base64')}` },
      form: new URLSearchParams({ token, token_type_hint: 'access_token' }),
    });
    const nowMs = Date.now();
    if (answer.active !== true) {
      this.#refusedOpaque.keep(token, REFUSED, nowMs + TOLD_MS);
      return 'inactive';
    }
    const { exp, nbf, aud, iss } = answer;
    if (iss !== undefined && iss !== issuer) return 'issuer';
    const audiences = Array.isArray(aud) ? aud : [aud];
    if (!audiences.some((one) => typeof one === 'string' && audience.includes(one))) return 'audience';
    if (exp !== undefined && !(typeof exp === 'number' && exp * 1_000 + clockSkewMs > nowMs)) return 'expired';
    if (nbf !== undefined && !(typeof nbf === 'number' && nbf * 1_000 - clockSkewMs <= nowMs)) return 'early';
    const caller = callerFrom(answer, this.settings);
    if (typeof caller === 'string') return caller;
    const endMs = typeof exp === 'number' ? exp * 1_000 + clockSkewMs : Infinity;
    this.#known.keep(token, caller, Math.min(endMs, nowMs + TOLD_MS));
    return caller;
  }
}

/** Stands for a token that the issuer does not know. */
const REFUSED: Caller = Object.freeze({ name: '', scopes: [] });

type Jose = typeof import('jose');

const headerRefusal = (token: string, { algorithms }: TokenSettings, jose: Jose): TokenRefusal | undefined => {
  try {
    const { alg, crit } = jose.decodeProtectedHeader(token);
    if (alg === undefined || !algorithms.includes(alg)) return 'algorithm';
    // No extension is understood here.
    return crit === undefined ? undefined : 'critical';
  } catch {
    return 'malformed';
  }
};

/** A token without a key id is tried with each key of its kind. */
const payloadOf = async (
  token: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions,
  jose: Jose,
): Promise<JWTPayload> => {
  try {
    return (await jose.jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof jose.errors.JWKSMultipleMatchingKeys)) throw error;
    let last: unknown = error;
    for await (const key of error) {
      try {
        return (await jose.jwtVerify(token, key, options)).payload;
      } catch (wrong) {
        last = wrong;
        if (!(wrong instanceof jose.errors.JWSSignatureVerificationFailed)) break;
      }
    }
    throw last;
  }
};

const BY_CLAIM: Readonly<Record<string, TokenRefusal>> = {
  iss: 'issuer',
  aud: 'audience',
  nbf: 'early',
  exp: 'lifetime',
  iat: 'early',
};

const BY_CODE: Readonly<Record<string, TokenRefusal>> = {
  ERR_JWT_EXPIRED: 'expired',
  ERR_JOSE_ALG_NOT_ALLOWED: 'algorithm',
  ERR_JOSE_NOT_SUPPORTED: 'algorithm',
  ERR_JWKS_NO_MATCHING_KEY: 'key',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'signature',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'signature',
};

/** The refusal for an error of jose. Rethrows others: the issuer is out of reach, or this is a fault of the host. */
const refusalOf = (error: unknown): TokenRefusal => {
  const { code = '', claim = '' } = error as { code?: string; claim?: string };
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') return BY_CLAIM[claim] ?? 'malformed';
  const known = BY_CODE[code];
  if (known !== undefined) return known;
  if (/^ERR_(JWS|JWT|JOSE|JWK)/.test(code)) return 'malformed';
  throw error;
};
