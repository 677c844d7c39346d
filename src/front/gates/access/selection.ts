// Finds the tools of a selection: those of a toolset, or all, that pass a filter. Front process, main thread.

import { matcherOf } from '../../../settings/rules/pattern.ts';
import { hasAnnotation, type Tool } from '../../../settings/rules/rule.ts';
import { type Selection, selectionKey, type ToolFilter } from '../../../shared/protocol/selection.ts';

/** What a caller may call; undefined for one who may call everything. */
type Visible = { readonly allows: (toolName: string) => boolean } | undefined;

export type Toolsets = Readonly<Record<string, ToolFilter>>;

/** Answers that are remembered, one for each selection. All are forgotten together. */
const MOST_SELECTIONS = 200;

/** Finds the tools of selections, and keeps what it found as long as tools and toolsets are the same objects. */
export class Selections {
  readonly #toolsets: () => Toolsets;
  readonly #tools: () => ReadonlyMap<string, Tool>;
  #known = new Map<string, ReadonlySet<string>>();
  #of: readonly unknown[] = [];

  constructor(toolsets: () => Toolsets, tools: () => ReadonlyMap<string, Tool>) {
    this.#toolsets = toolsets;
    this.#tools = tools;
  }

  /**
   * Names of the tools, in the order of the catalog, those that the caller may not call among them. Undefined if there is no such toolset, and for a
   * toolset of which the caller may call nothing: it is not told of its name either.
   */
  namesFor(selection: Selection, visible: Visible): ReadonlySet<string> | undefined {
    const { set } = selection;
    if (set !== undefined && visible !== undefined) {
      const ofSet = this.#namesIn({ set });
      if (!ofSet?.values().some((name) => visible.allows(name))) return undefined;
    }
    return this.#namesIn(selection);
  }

  #namesIn(selection: Selection): ReadonlySet<string> | undefined {
    const [toolsets, tools] = [this.#toolsets(), this.#tools()];
    if (this.#of[0] !== toolsets || this.#of[1] !== tools || this.#known.size >= MOST_SELECTIONS) {
      this.#known = new Map();
      this.#of = [toolsets, tools];
    }
    const key = selectionKey(selection);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { set } = selection;
    if (set !== undefined && !Object.hasOwn(toolsets, set)) return undefined;
    const filters = [selection, ...(set === undefined ? [] : [toolsets[set] as ToolFilter])].map(matches);
    const names = new Set([...tools.values()].filter((tool) => filters.every((fits) => fits(tool))).map(nameOf));
    this.#known.set(key, names);
    return names;
  }
}

const nameOf = ({ toolName }: Tool): string => toolName;

const matches = ({ plugins, tools, annotations = [] }: ToolFilter): ((tool: Tool) => boolean) => {
  const fitsPlugin = plugins && matcherOf(plugins);
  const fitsTool = tools && matcherOf(tools);
  return (tool) =>
    fitsPlugin?.(tool.pluginName) !== false &&
    fitsTool?.(tool.toolName) !== false &&
    annotations.every((wanted) => hasAnnotation(tool, wanted));
};
