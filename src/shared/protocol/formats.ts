// The formats in which a list of tools can be asked for, as they pass from the HTTP layer to where lists are made.

import type { ToolSearch } from './discovery.ts';
import type { Selection } from './selection.ts';

/** Each is the `tools` of one API's request; those of MCP are the tools of a result of `tools/list`. */
export const FORMATS = ['mcp', 'mcp-2025', 'openai', 'openai-responses', 'anthropic', 'gemini'] as const;
export type Format = (typeof FORMATS)[number];

/** Formats whose API can be told to hold a model to the schema of a tool. */
export const STRICT_FORMATS: readonly Format[] = ['openai', 'openai-responses', 'anthropic'];

/** How a list is written. */
export interface ListForm {
  /** Undefined for the list as it is. */
  readonly format: Format | undefined;
  /** Tools whose schema allows it are strict. */
  readonly isStrict: boolean;
  /** The list says what was changed in each schema. */
  readonly isExplained: boolean;
  /** The list has the tokens of each tool. */
  readonly hasTokens: boolean;
}

/** A list of tools that a caller asks for in a form. */
export interface FormRequest {
  readonly form: ListForm;
  /** The tools of the list; all if absent. A search has a selection of its own. */
  readonly selection?: Selection | undefined;
  /** The list has the tools that are found, the best first. */
  readonly search?: ToolSearch | undefined;
}

/** A list of tools, as JSON text. */
export interface FormedList {
  readonly text: string;
  /** Its entity tag, quotes included. Undefined for what a search found. */
  readonly etag: string | undefined;
  /** True if other callers may get another list. */
  readonly isPersonal: boolean;
}
