// The tools as MCP's own `tools/list` gives them to clients of a revision. Any thread; pure.

import type { JsonObject } from '../../../shared/protocol/json.ts';
import { toolDefinitions, wrapsResult } from '../../../shared/protocol/tool-definitions.ts';
import type { ListedTool } from './api.ts';
import type { Change } from './telling.ts';

export interface McpTool {
  readonly definition: JsonObject;
  /** Paths begin at the tool. */
  readonly changes: readonly Change[];
}

/** The definition of a tool for clients of the revision 2026-07-28 (`modern`), or of those of 2025 (`legacy`). */
export const mcpTool = (tool: ListedTool, era: 'modern' | 'legacy'): McpTool => {
  const [definition = tool] = toolDefinitions(JSON.stringify({ tools: [tool] }), era);
  const changes: Change[] = [];
  if (JSON.stringify(definition.inputSchema) !== JSON.stringify(tool.inputSchema))
    changes.push({ path: '/inputSchema', change: 'has no keywords for which clients refuse the whole list' });
  if (tool.contentBlocks === true)
    changes.push({ path: '/outputSchema', change: 'describes the structured content alone, beside content blocks' });
  if (wrapsResult(tool, era))
    changes.push({
      path: '/outputSchema',
      change: 'is an object with the result as "result": this revision takes objects only',
    });
  return { definition, changes };
};
