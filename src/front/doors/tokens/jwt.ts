// What jose is asked about a JWT, and what its errors mean here. Front process; pure.

import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose';
import type { TokenRefusal, TokenSettings } from './settings.ts';

type Jose = typeof import('jose');

export const headerRefusal = (token: string, { algorithms }: TokenSettings, jose: Jose): TokenRefusal | undefined => {
  try {
    const { alg, crit } = jose.decodeProtectedHeader(token);
    if (alg === undefined || !algorithms.includes(alg)) return 'algorithm';
    // No extension is understood here.
    return crit === undefined ? undefined : 'critical';
  } catch {
    return 'malformed';
  }
};

/** The claims of a JWT, if signature and `options` hold. A token without a key id is tried with each key of its kind. Rejects with errors of jose. */
export const payloadOf = async (
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
export const refusalOf = (error: unknown): TokenRefusal => {
  const { code = '', claim = '' } = error as { code?: string; claim?: string };
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') return BY_CLAIM[claim] ?? 'malformed';
  const known = BY_CODE[code];
  if (known !== undefined) return known;
  if (/^ERR_(JWS|JWT|JOSE|JWK)/.test(code)) return 'malformed';
  throw error;
};
