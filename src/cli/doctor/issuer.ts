// Asks the issuer of access tokens for its keys, as a server does.

import { IssuerKeys } from '../../front/doors/tokens/issuer-keys.ts';
import { tokenSettingsOf } from '../../front/doors/tokens/settings.ts';
import type { Config } from '../../settings/config.ts';
import { hasTokens } from '../../settings/load/access-relations.ts';
import { bad, type Finding, good } from './finding.ts';

/** The finding about the issuer; none if no setting names one. Takes up to 15 s. */
export const issuer = async (config: Config): Promise<readonly Finding[]> => {
  const check = 'issuer';
  if (!hasTokens(config)) return [];
  const settings = tokenSettingsOf(config, undefined);
  try {
    await new IssuerKeys(settings, () => {}).current();
    return [good(check, `${settings.issuer} has given its keys`)];
  } catch (error) {
    const advice =
      'correct access.oauth.issuer or jwksUrl, or let this machine reach it: until then callers with tokens get identity_unavailable';
    return [bad(check, (error as Error).message, advice)];
  }
};
