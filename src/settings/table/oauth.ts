// The section `access.oauth`: access tokens of an authorization server. Data only.

import { AUDIENCE, CLAIM, ISSUER, NO_TEXT, NO_VARIABLE, RESOURCE, SCOPE_NAME } from './forms.ts';
import { list, needing, text } from './setting.ts';

export const OAUTH = {
  issuer: needing(
    ['access.oauth.resource'],
    text(
      ISSUER,
      'Authorization server whose access tokens callers may send, exactly as in `iss`; its metadata (RFC 8414 or OpenID Connect Discovery) have its keys.',
      'A laptop needs none.',
    ),
  ),
  resource: needing(
    ['access.oauth.issuer'],
    text(
      RESOURCE,
      'Address under which callers reach this server, without `/mcp`; its metadata name it (RFC 9728).',
      'The server does not believe the `Host` of requests.',
    ),
  ),
  audience: needing(
    ['access.oauth.issuer'],
    list(
      AUDIENCE,
      'Values of `aud`, of which a token has to have one; `resource`, the same with `/mcp`, and at a toolset also its address if empty.',
      'A token for another service must not open this one.',
    ),
  ),
  jwksUrl: text(
    ISSUER,
    'Address of the keys of the issuer, if its metadata does not name it.',
    'Most issuers have metadata.',
  ),
  orgClaim: text(CLAIM, 'Claim that names the organisation of the client.', 'No standard has one.'),
  userClaim: text(
    CLAIM,
    'Claim that names the person for whom the client acts; one that is the same as the client names nobody.',
    'That of RFC 9068.',
    'sub',
  ),
  scopes: list(
    SCOPE_NAME,
    'Scopes that the metadata of this server names, for clients that ask for tokens.',
    'Rules decide what a scope is good for.',
  ),
  introspectionUrl: needing(
    ['access.oauth.issuer', 'access.oauth.introspectionClientId', 'access.oauth.introspectionSecretEnv'],
    text(
      ISSUER,
      'Where the issuer is asked about tokens that are no JWT (RFC 7662).',
      'Such tokens are refused without it.',
    ),
  ),
  introspectionClientId: needing(
    ['access.oauth.introspectionUrl'],
    text(NO_TEXT, 'The name under which this server asks the issuer.', 'The issuer answers only those whom it knows.'),
  ),
  introspectionSecretEnv: needing(
    ['access.oauth.introspectionUrl'],
    text(
      NO_VARIABLE,
      'Environment variable with the secret for that name.',
      'A secret does not belong into this file.',
    ),
  ),
};
