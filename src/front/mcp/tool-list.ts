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

/** A tool of the server's own, beside others. */
export interface OwnTool {
  /** The same for the same definition beside the same list. */
  readonly key: string;
  /** JSON text of its definition. `listed`: the tools that its caller may call. */
  readonly definition: (listed: ListedTools) => Promise<string>;
}

export interface ToolList {
  /** Its etag and its owner are those of what is shown. */
  readonly listed: ListedTools;
  /** Era → JSON of the result of `tools/list`: what the SDK wrote the first time, with the definitions in it. */
  readonly results: Map<Era, Buffer>;
  /** Era → JSON text of the array of definitions. */
  readonly definitions: Map<Era, Promise<string>>;
  /** JSON text of the definition of the server's own tool; absent if there is none. */
  readonly own?: () => Promise<string>;
}

const lists = new WeakMap<ListedTools, Map<string, ToolList>>();
/** Lists that are kept with one that they were made of. A change of settings makes others of it. */
const MOST_KEPT = 8;
const PLAIN = '';

const keptWith = (
  listed: ListedTools,
  key: string,
  make: () => Omit<ToolList, 'results' | 'definitions'>,
): ToolList => {
  const kept = lists.get(listed) ?? new Map<string, ToolList>();
  lists.set(listed, kept);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made: ToolList = { ...make(), results: new Map(), definitions: new Map() };
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, made);
  return made;
};

/** The list with the results that were made of it before. */
export const toolListOf = (listed: ListedTools): ToolList => keptWith(listed, PLAIN, () => ({ listed }));

/** The tools that are `shown`, and one of the server's own that is about all that are `listed`. */
export const listWithOwn = (listed: ListedTools, shown: ListedTools, { key, definition }: OwnTool): ToolList =>
  keptWith(listed, `${shown.etag} ${key}`, () => ({
    listed: { ...listed, text: shown.text, etag: `${listed.etag} ${shown.etag} ${key}` },
    own: () => definition(listed),
  }));

/** The place for the definitions in what the SDK writes, which need not read and write them all. Within a string of JSON, the quotes would be escaped. */
export const NO_DEFINITIONS = '"tools":[]';

/** Does work that has to be done once for a list. */
type Paced = (work: () => string) => Promise<string>;

/** JSON text of the array of definitions. Who asks while another caller waits for it gets the same, or fails as that one does. */
export const definitionsOf = ({ listed, definitions, own }: ToolList, era: Era, paced: Paced): Promise<string> => {
  const known = definitions.get(era);
  if (known !== undefined) return known;
  const plain = paced(() => JSON.stringify(toolDefinitions(listed.text, era)));
  const making = own === undefined ? plain : Promise.all([plain, own()]).then(([all, last]) => withLast(all, last));
  definitions.set(era, making);
  making.catch(() => definitions.delete(era));
  return making;
};

/** The JSON text of an array with one more item. */
const withLast = (array: string, item: string): string => `${array.slice(0, -1)}${array === '[]' ? '' : ','}${item}]`;
