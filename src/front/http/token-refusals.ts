// What callers are told about an access token that was refused. No text has anything of the token. Front process.

import { audiencesAt, type Part } from '../doors/tokens/audience.ts';
import { CLIENT_CLAIMS } from '../doors/tokens/claims.ts';
import type { TokenRefusal } from '../doors/tokens/settings.ts';
import type { TokenVerifier } from '../doors/tokens/verifier.ts';

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
export const wrongToken = (refusal: TokenRefusal, { settings }: TokenVerifier, part: Part): string =>
  TEXTS[refusal](settings, part);
