// The settings by which access tokens are checked, from the configuration. Front process, main thread.

import { STANDARD_ALGORITHMS, type TokenSettings } from '../front/doors/tokens/settings.ts';
import type { Config } from '../settings/config.ts';
import type { ExternalValues } from '../settings/load/secrets.ts';

/** What the configuration says about access tokens, with its defaults. */
export const tokenSettingsOf = (
  { access: { oauth } }: Pick<Config, 'access'>,
  external: Pick<ExternalValues, 'introspectionSecret'> | undefined,
): TokenSettings => {
  const { issuer, resource, clockSkewMs, jwksUrl, clientPrefix, scopes, introspectionUrl: url } = oauth;
  const { clientClaim: client, orgClaim: org, userClaim: user, scopeClaim: scope, introspectionClientId } = oauth;
  const clientSecret = external?.introspectionSecret ?? '';
  return {
    ...{ issuer, resource, scopes, clockSkewMs, jwksUrl, clientPrefix },
    audience: oauth.audience.length > 0 ? oauth.audience : [resource, `${resource.replace(/\/$/, '')}/mcp`],
    isAudienceNamed: oauth.audience.length > 0,
    algorithms: oauth.algorithms.length > 0 ? oauth.algorithms : STANDARD_ALGORITHMS,
    claims: { client, org, user, scope },
    ...(url !== '' && { introspection: { url, clientId: introspectionClientId, clientSecret } }),
  };
};
