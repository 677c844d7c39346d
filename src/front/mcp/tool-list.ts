// The list of tools of a caller, as MCP's results have it. Each list is made once, however many requests ask for it. Front process.

import type { JsonObject } from '../../shared/protocol/json.ts';
import type { Era } from '../../shared/protocol/tool-definitions.ts';
import { toolDefinitions } from '../../shared/protocol/tool-definitions.ts';

/** The body of GET /mcp/metadata for a caller. */
export interface ListedTools {
  readonly text: string;
  /** True if other callers may get another list. */
  readonly isPersonal?: boolean;
}

export interface ToolList {
  readonly listed: ListedTools;
  /** Era → JSON text of the result of `tools/list`, as the SDK wrote it the first time. */
  readonly resultTexts: Map<Era, string>;
}

const lists = new WeakMap<ListedTools, ToolList>();

/** The list with the results that were made of it before. */
export const toolListOf = (listed: ListedTools): ToolList => {
  const known = lists.get(listed);
  if (known !== undefined) return known;
  const made: ToolList = { listed, resultTexts: new Map() };
  lists.set(listed, made);
  return made;
};

export const definitionsIn = ({ listed }: ToolList, era: Era): readonly JsonObject[] =>
  toolDefinitions(listed.text, era);
