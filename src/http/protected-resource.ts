// GET /.well-known/oauth-protected-resource: tells clients where to get tokens for this server (RFC 9728). Everyone may read it. Front process.

import type { TokenSettings } from '../doors/tokens/settings.ts';
import { answerJson, type Middleware } from './context.ts';

/** Where clients look for the metadata of the server, and of its part below /mcp. */
export const RESOURCE_PATHS = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
] as const;

/** The address of the metadata, which replies to callers without a good token name. */
export const metadataAddress = ({ resource }: TokenSettings): string => new URL(RESOURCE_PATHS[0], resource).href;

/** Answers with the metadata. `suffix`: what stands behind the address of the server in that of the resource. */
export const createProtectedResourceRoute = (
  { resource, issuer, scopes }: TokenSettings,
  suffix: '' | '/mcp',
): Middleware => {
  const text = JSON.stringify({
    resource: suffix === '' ? resource : resource.replace(/\/$/, '') + suffix,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    ...(scopes.length > 0 && { scopes_supported: scopes }),
  });
  return (ctx) => answerJson(ctx, text);
};
