// The settings by which access tokens are checked, from the configuration. Front process, main thread.

import { ALGORITHMS, type TokenSettings } from '../front/doors/tokens/settings.ts';
import type { Config } from '../settings/config.ts';
import type { ExternalValues } from '../settings/load/secrets.ts';

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
