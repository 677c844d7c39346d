// GET /.well-known/oauth-protected-resource: tells clients where to get tokens for this server, its part below /mcp, or one toolset (RFC 9728).
// Everyone may read it. Front process.

import { CallError } from '../../shared/protocol/errors.ts';
import { partNamed, partOf, resourceAt } from '../doors/tokens/audience.ts';
import type { TokenSettings } from '../doors/tokens/settings.ts';
import { answerJson, type Middleware } from './context.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Paths where clients look for metadata. */
export const METADATA_PATHS: RegExp = /^\/\.well-known\/oauth-protected-resource(?:\/.*)?$/;

/** The path of the server's own address, which stands behind the well-known part and before that of `/mcp` (RFC 9728, 3.1). */
const basePathOf = ({ resource }: TokenSettings): string => new URL(resource).pathname.replace(/\/$/, '');

/** Finds the address of the metadata that belong to the path of a request. Replies to callers without a good token name it. */
export const metadataAddresses = (settings: TokenSettings): ((path: string) => string) => {
  const begin = `${new URL(settings.resource).origin}${WELL_KNOWN}${basePathOf(settings)}`;
  return (path) => begin + partOf(path);
};

/**
 * Answers with the metadata. A path may have that of the server's own address in it, because not every proxy leaves that out. Names of toolsets are
 * not looked up, so that strangers do not learn which there are. Fails with: not_found.
 */
export const createProtectedResourceRoute = (settings: TokenSettings): Middleware => {
  const { issuer, scopes } = settings;
  const basePath = basePathOf(settings);
  return (ctx) => {
    const path = ctx.path.slice(WELL_KNOWN.length);
    const part = partNamed(path.startsWith(basePath) ? path.slice(basePath.length) : path) ?? partNamed(path);
    if (part === undefined)
      throw new CallError('not_found', `There are metadata of the server, /mcp and /mcp/sets/NAME.`);
    const document = {
      resource: resourceAt(settings, part),
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      ...(scopes.length > 0 && { scopes_supported: scopes }),
    };
    answerJson(ctx, JSON.stringify(document));
  };
};
