// GET /openapi.json: the list of tools as an OpenAPI document. Front process.

import { OpenApiDocuments } from '../openapi/documents.ts';
import type { Middleware } from './context.ts';
import type { DoorParts } from './identify.ts';
import { createMetadataRoute, type MetadataOf } from './metadata.ts';

/** Answers as GET /mcp/metadata does, with a document about exactly the tools that the same caller would find there. */
export const createOpenApiRoute = (
  metadata: MetadataOf,
  { keys, tokens, certificates, allowsAnonymous }: DoorParts,
): Middleware => {
  const documents = new OpenApiDocuments({
    hasKeys: keys !== undefined,
    hasTokens: tokens !== undefined,
    hasCertificates: certificates !== undefined,
    allowsAnonymous,
  });
  return createMetadataRoute(async (caller, selection) => {
    const list = metadata(caller, selection);
    return { ...(await documents.of(list)), isPersonal: list.isPersonal === true };
  });
};
