// The tools as MCP's own `tools/list` gives them to clients of a revision. Any thread; pure.

import type { JsonObject } from '../../../shared/protocol/json.ts';
import { schemasIn } from '../../../shared/protocol/schema-walk.ts';
import { toolDefinitions } from '../../../shared/protocol/tool-definitions.ts';
import type { ListedTool } from './api.ts';
import type { Change } from './telling.ts';

const WRAPPED = '#/properties/result';

export interface McpTool {
  readonly definition: JsonObject;
  /** Paths begin at the tool. */
  readonly changes: readonly Change[];
}

/** The definition of a tool for clients of the revision 2026-07-28 (`modern`), or of those of 2025 (`legacy`). */
export const mcpTool = (tool: ListedTool, era: 'modern' | 'legacy'): McpTool => {
  const [definition = tool] = toolDefinitions(JSON.stringify({ tools: [tool] }), era);
  const changes: Change[] = [];
  const { inputSchema, outputSchema } = definition;
  if (JSON.stringify(inputSchema) !== JSON.stringify(tool.inputSchema))
    changes.push({ path: '/inputSchema', change: 'has no keywords for which clients refuse the whole list' });
  if (tool.contentBlocks === true)
    changes.push({ path: '/outputSchema', change: 'describes the structured content alone, beside content blocks' });
  const isWrapped = era === 'legacy' && isSchema(outputSchema) && outputSchema.type !== 'object';
  if (!isWrapped) return { definition, changes };
  changes.push({
    path: '/outputSchema',
    change: 'is an object with the result as "result": this revision takes objects only',
  });
  return { definition: { ...definition, outputSchema: wrapped(outputSchema) }, changes };
};

const isSchema = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** The schema of `{"result": value}`. References lead to the same schemas as before. */
const wrapped = (outputSchema: JsonObject): JsonObject => {
  const result = structuredClone(outputSchema);
  for (const { schema } of schemasIn(result)) {
    const { $ref } = schema;
    if ($ref === '#' || (typeof $ref === 'string' && $ref.startsWith('#/')))
      (schema as Record<string, unknown>).$ref = `${WRAPPED}${$ref.slice(1)}`;
  }
  const { $schema } = outputSchema;
  return { ...($schema !== undefined && { $schema }), type: 'object', properties: { result }, required: ['result'] };
};
