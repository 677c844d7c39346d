// GET /mcp/metadata: the tools on offer, as the catalog wrote them down.

import type { Middleware } from './context.ts';

/** The list of tools as JSON text, and the entity tag of exactly that text. */
export interface Metadata {
  readonly text: string;
  /** With or without its quotes. */
  readonly etag: string;
}

/** Answers with the current list, or with 304 to a caller that has it. */
export const createMetadataRoute =
  (metadata: () => Metadata): Middleware =>
  (ctx) => {
    const { text, etag } = metadata();
    ctx.status = 200;
    ctx.set('ETag', etag.startsWith('"') ? etag : `"${etag}"`);
    ctx.set('Cache-Control', 'no-cache');
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.set('Content-Type', 'application/json');
    ctx.body = text;
  };
