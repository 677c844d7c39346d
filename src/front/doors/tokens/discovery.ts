// Finds the endpoints of an authorization server from its metadata: RFC 8414, or OpenID Connect Discovery. Front process.

import { isSafeAddress } from '../../../shared/text/network.ts';
import { answerOf } from './issuer-answer.ts';
import { IssuerOutOfReach } from './settings.ts';

/** RFC 8414 puts the well-known part before the issuer's path, OpenID behind it. */
const addressesOf = (issuer: string): readonly string[] => {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
};

/**
 * The address of the issuer's keys. The metadata has to name the same issuer, or another one could speak for it. Rejects with
 * {@link IssuerOutOfReach}.
 */
export const jwksUrlOf = async (issuer: string): Promise<string> => {
  let reason = '';
  for (const address of addressesOf(issuer)) {
    try {
      const metadata = await answerOf(address);
      if (metadata.issuer !== issuer) throw new IssuerOutOfReach(`${address}: it speaks for another issuer`);
      const url = URL.parse(String(metadata.jwks_uri ?? ''));
      if (url === null || !isSafeAddress(url))
        throw new IssuerOutOfReach(`${address}: it names no jwks_uri with https`);
      return url.href;
    } catch (error) {
      reason = (error as Error).message;
    }
  }
  throw new IssuerOutOfReach(reason);
};
