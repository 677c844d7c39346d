// The schemas of a tool's results: the one that results are checked against, and the one that callers read. Front process.

import { checkedContentSchema, listedContentSchema, STRUCTURED_PLACE } from '../../protocol/content-blocks.ts';
import { embeddedSchema } from '../../protocol/embedded-schema.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { ManifestTool } from '../../sdk/manifest.ts';

/** The schema that every result of the tool has to fit. */
export const checkedResultSchema = ({ outputSchema, contentBlocks }: ManifestTool): JsonObject =>
  contentBlocks === true ? checkedContentSchema(outputSchema) : (outputSchema ?? {});

/** The schema of the tool's results as callers read it. */
export const listedResultSchema = ({ outputSchema, contentBlocks }: ManifestTool): JsonObject =>
  contentBlocks === true
    ? listedContentSchema(outputSchema && embeddedSchema(outputSchema, STRUCTURED_PLACE))
    : (outputSchema ?? {});
