// Makes MCP's definitions of tools from the list of tools that a caller may call. Front process.

import { structuredSchemaIn } from './content-blocks.ts';
import type { JsonObject } from './json.ts';
import { schemasIn } from './schema-walk.ts';

/** `modern`: each request says all about itself. `legacy`: revisions with an `initialize` handshake, which this server answers without a session. */
export type Era = 'modern' | 'legacy';

/** A tool as the body of GET /mcp/metadata has it. */
interface ListedTool extends JsonObject {
  readonly name: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly contentBlocks?: boolean;
}

/** Asks clients to repeat an argument in a header, where proxies read it. This server reads arguments from the body alone. */
const HEADER_KEYWORD = 'x-mcp-header';
/** Clients of older revisions send the whole list to a model's API, and some APIs refuse all of it for one tool that has these at its root. */
const ROOT_COMBINATORS = ['allOf', 'anyOf', 'oneOf'];

/**
 * The definitions, in the order of the list. An input schema is left without what makes clients refuse the whole list; calls are still checked
 * against the schema as the plugin wrote it.
 *
 * `listText`: the body of GET /mcp/metadata.
 */
export const toolDefinitions = (listText: string, era: Era): readonly JsonObject[] => {
  const hasHeaders = listText.includes(`"${HEADER_KEYWORD}"`);
  const { tools } = JSON.parse(listText) as { readonly tools: readonly ListedTool[] };
  return tools.map((listed) => {
    const tool = listed.contentBlocks === true ? withStructuredSchema(listed) : listed;
    const { outputSchema } = tool;
    const schema = hasHeaders ? withoutHeaders(tool.inputSchema) : tool.inputSchema;
    const inputSchema = era === 'legacy' ? withoutCombinators(schema) : schema;
    if (outputSchema !== undefined && wrapsResult(listed, era))
      return { ...tool, inputSchema, outputSchema: wrappedSchema(outputSchema) };
    return inputSchema === tool.inputSchema ? tool : { ...tool, inputSchema };
  });
};

/** Whether clients of this era get the result as `{"result": value}`, because their revisions take objects only. */
export const wrapsResult = ({ contentBlocks, outputSchema }: JsonObject, era: Era): boolean => {
  const listed = outputSchema as JsonObject | undefined;
  const schema = contentBlocks === true ? structuredSchemaIn(listed) : listed;
  return era === 'legacy' && schema !== undefined && schema.type !== 'object';
};

const WRAPPED = '#/properties/result';

/** The schema of `{"result": value}`. References lead to the same schemas as before. */
const wrappedSchema = (outputSchema: JsonObject): JsonObject => {
  const result = structuredClone(outputSchema);
  for (const { schema } of schemasIn(result)) {
    const { $ref } = schema;
    if ($ref === '#' || (typeof $ref === 'string' && $ref.startsWith('#/')))
      (schema as Record<string, unknown>).$ref = `${WRAPPED}${$ref.slice(1)}`;
  }
  const { $schema } = outputSchema;
  return { ...($schema !== undefined && { $schema }), type: 'object', properties: { result }, required: ['result'] };
};

/** The output schema of MCP describes `structuredContent` alone. */
const withStructuredSchema = ({ contentBlocks: _, outputSchema, ...tool }: ListedTool): ListedTool => {
  const structured = structuredSchemaIn(outputSchema);
  return structured === undefined ? tool : { ...tool, outputSchema: structured };
};

const withoutHeaders = (schema: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(schema, (key, value) =>
      // A property of this name has a schema, which is no text.
      key === HEADER_KEYWORD && typeof value === 'string' ? undefined : value,
    ),
  );

const withoutCombinators = (schema: JsonObject): JsonObject => {
  if (!ROOT_COMBINATORS.some((keyword) => Object.hasOwn(schema, keyword))) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ROOT_COMBINATORS.includes(keyword)));
};
