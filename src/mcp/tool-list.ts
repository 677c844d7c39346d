// The list of tools of a caller, as MCP's results have it. Each list is made once, however many requests ask for it. Front process.

import type { JsonObject } from '../protocol/json.ts';
import type { Era } from './revisions.ts';
import { toolDefinitions } from './tool-definitions.ts';

/** The body of GET /mcp/metadata for a caller. */
export interface ListedTools {
  readonly text: string;
  /** True if other callers may get another list. */
  readonly isPersonal?: boolean;
}

/** Definitions of tools, and the texts of results that hold them. */
export interface ToolList {
  readonly tools: readonly JsonObject[];
  readonly isPersonal: boolean;
  /** Era → JSON text of the result of `tools/list`, as the SDK wrote it the first time. */
  readonly resultTexts: Map<Era, string>;
}

const lists = new WeakMap<ListedTools, ToolList>();

export const toolListOf = (listed: ListedTools): ToolList => {
  const known = lists.get(listed);
  if (known !== undefined) return known;
  const { text, isPersonal = false } = listed;
  const made: ToolList = { tools: toolDefinitions(text), isPersonal, resultTexts: new Map() };
  lists.set(listed, made);
  return made;
};
