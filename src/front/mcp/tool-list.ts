// The list of tools of a caller, as MCP's results have it. Each list is made once, however many requests ask for it. Front process.

import type { Era } from '../../shared/protocol/tool-definitions.ts';
import { toolDefinitions } from '../../shared/protocol/tool-definitions.ts';

/** The body of GET /mcp/metadata for a caller. */
export interface ListedTools {
  readonly text: string;
  /** Entity tag of the text. */
  readonly etag: string;
  /** True if other callers may get another list. */
  readonly isPersonal?: boolean;
}

export interface ToolList {
  readonly listed: ListedTools;
  /** Era → JSON of the result of `tools/list`: what the SDK wrote the first time, with the definitions in it. */
  readonly results: Map<Era, Buffer>;
  /** Era → JSON text of the array of definitions. */
  readonly definitions: Map<Era, Promise<string>>;
}

const lists = new WeakMap<ListedTools, ToolList>();

/** The list with the results that were made of it before. */
export const toolListOf = (listed: ListedTools): ToolList => {
  const known = lists.get(listed);
  if (known !== undefined) return known;
  const made: ToolList = { listed, results: new Map(), definitions: new Map() };
  lists.set(listed, made);
  return made;
};

/** The place for the definitions in what the SDK writes, which need not read and write them all. Within a string of JSON, the quotes would be escaped. */
export const NO_DEFINITIONS = '"tools":[]';

/** Does work that has to be done once for a list. */
type Paced = (work: () => string) => Promise<string>;

/** JSON text of the array of definitions. Who asks while another caller waits for it gets the same, or fails as that one does. */
export const definitionsOf = ({ listed, definitions }: ToolList, era: Era, paced: Paced): Promise<string> => {
  const known = definitions.get(era);
  if (known !== undefined) return known;
  const making = paced(() => JSON.stringify(toolDefinitions(listed.text, era)));
  definitions.set(era, making);
  making.catch(() => definitions.delete(era));
  return making;
};
