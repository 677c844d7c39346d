// The schemas of a tool's results: the one that results are checked against, and the one that callers read. Front process.

import type { ManifestTool } from '../../../packages/plugin/src/manifest.ts';
import { checkedContentSchema, listedContentSchema, STRUCTURED_PLACE } from '../../shared/protocol/content-blocks.ts';
import { embeddedSchema } from '../../shared/protocol/embedded-schema.ts';
import type { JsonObject } from '../../shared/protocol/json.ts';

/** The schema that every result of the tool has to fit. */
export const checkedResultSchema = ({ outputSchema, contentBlocks }: ManifestTool): JsonObject =>
  contentBlocks === true ? checkedContentSchema(outputSchema) : (outputSchema ?? {});

/** The schema of the tool's results as callers read it. */
export const listedResultSchema = ({ outputSchema, contentBlocks }: ManifestTool): JsonObject =>
  contentBlocks === true
    ? listedContentSchema(outputSchema && embeddedSchema(outputSchema, STRUCTURED_PLACE))
    : (outputSchema ?? {});
