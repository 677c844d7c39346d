// How access tokens are checked. Front process.

import type { Config } from '../../../settings/config.ts';
import type { ExternalValues } from '../../../settings/load/secrets.ts';

export interface TokenSettings {
  /** URL of the authorization server, as its tokens have it in `iss`. */
  readonly issuer: string;
  /** Address under which callers reach this server. */
  readonly resource: string;
  readonly scopes: readonly string[];
  /** Values of `aud`, of which a token has to have one; see audience.ts for toolsets. */
  readonly audience: readonly string[];
  /** True if the operator names the values of `aud`. If not, they are addresses of this server, also those of toolsets. */
  readonly isAudienceNamed: boolean;
  /** Signature algorithms that count. All are asymmetric. */
  readonly algorithms: readonly string[];
  readonly clockSkewMs: number;
  /** Where the issuer's keys are; found out from the issuer if empty. */
  readonly jwksUrl: string;
  /** Names of the claims of organisation and person; an empty one is not read. */
  readonly claims: { readonly org: string; readonly user: string };
  /** Where the issuer is asked about tokens that are no JWT; absent if such tokens are refused. */
  readonly introspection?: { readonly url: string; readonly clientId: string; readonly clientSecret: string };
}

/** All that are asymmetric. A symmetric one would make a secret of the issuer's public key. */
export const ALGORITHMS: readonly string[] = [
  ...['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
  ...['RS384', 'RS512', 'PS384', 'PS512', 'ES384', 'ES512'],
];

/** Why a token was refused. The texts have nothing of the token. */
export type TokenRefusal =
  | 'malformed'
  | 'opaque'
  | 'algorithm'
  | 'critical'
  | 'key'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'expired'
  | 'early'
  | 'lifetime'
  | 'inactive'
  | 'names';

/** Thrown if the issuer cannot be asked. The message is for the operator, and has no token. */
export class IssuerOutOfReach extends Error {
  override name = 'IssuerOutOfReach';
}

/** Clocks that follow a time server differ by much less. */
const CLOCK_SKEW_MS = 30_000;

export const tokenSettingsOf = (
  { access: { oauth } }: Pick<Config, 'access'>,
  external: Pick<ExternalValues, 'introspectionSecret'> | undefined,
  clockSkewMs = CLOCK_SKEW_MS,
): TokenSettings => {
  const { issuer, resource, jwksUrl, scopes, introspectionUrl: url } = oauth;
  const { orgClaim: org, userClaim: user, introspectionClientId } = oauth;
  const clientSecret = external?.introspectionSecret ?? '';
  return {
    ...{ issuer, resource, scopes, clockSkewMs, jwksUrl },
    audience: oauth.audience.length > 0 ? oauth.audience : [resource, `${resource.replace(/\/$/, '')}/mcp`],
    isAudienceNamed: oauth.audience.length > 0,
    algorithms: ALGORITHMS,
    claims: { org, user },
    ...(url !== '' && { introspection: { url, clientId: introspectionClientId, clientSecret } }),
  };
};
