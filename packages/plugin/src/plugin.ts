// `@toolcell/plugin`, also `toolcell/plugin`: everything that the author of a plugin can import. Runs inside the isolate, as part of the packed entry.

export * from './content-blocks.ts';
export {
  type ContentResult,
  type ContentTool,
  type ContentToolDefinition,
  defineContentTool,
  type StructuredSchema,
} from './define-content-tool.ts';
export {
  type ArgumentsOf,
  type CallerArguments,
  defineTool,
  type InputSchema,
  type OutputSchema,
  type ResultOf,
  type Tool,
  type ToolDefinition,
} from './define-tool.ts';
export type { FromSchema, JsonSchema } from './json-schema.ts';
export type {
  Manifest,
  ManifestCapabilities,
  ManifestLimits,
  ManifestTool,
  ToolAnnotations,
  ToolEffect,
  ToolExample,
} from './manifest.ts';
export type * from './secrets.ts';
export type { StandardSchema } from './standard-schema.ts';
export type * from './store.ts';
export type * from './tool.ts';
