// Finds the tools of a selection: those of a toolset, or all, that pass a filter. Front process, main thread.

import { matcherOf } from '../../../settings/rules/pattern.ts';
import { hasAnnotation, type Tool } from '../../../settings/rules/rule.ts';
import { type Selection, selectionKey, type ToolFilter } from '../../../shared/protocol/selection.ts';
import { compositeKey } from '../../../shared/text/composite-key.ts';

/** What a caller may call; undefined for one who may call everything. */
type Visible = { readonly allows: (toolName: string) => boolean } | undefined;

export type Toolsets = Readonly<Record<string, ToolFilter>>;

/** Answers that are remembered. The one that was not asked for for longest is found again, which takes a look at each tool. */
const MOST_SELECTIONS = 200;

/** Finds the tools of selections, and keeps what it found as long as tools and toolsets are the same objects. */
export class Selections {
  readonly #toolsets: () => Toolsets;
  readonly #tools: () => ReadonlyMap<string, Tool>;
  /** Selection → the names of its tools. */
  #known = new Recent<ReadonlySet<string>>(MOST_SELECTIONS);
  /** The names in one text → the set of them. So selections that mean the same tools share what is made for them. */
  #sets = new Recent<ReadonlySet<string>>(MOST_SELECTIONS);
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

  /** The names, if they were looked for before. `isThere`: there is such a toolset. */
  known(selection: Selection): { readonly isThere: boolean; readonly names: ReadonlySet<string> | undefined } {
    const { set } = selection;
    const isThere = set === undefined || Object.hasOwn(this.#toolsets(), set);
    const isCurrent = this.#of[0] === this.#toolsets() && this.#of[1] === this.#tools();
    return { isThere, names: isThere && isCurrent ? this.#known.peek(selectionKey(selection)) : undefined };
  }

  /** In the same set for the same tools. */
  #namesIn(selection: Selection): ReadonlySet<string> | undefined {
    const [toolsets, tools] = [this.#toolsets(), this.#tools()];
    if (this.#of[0] !== toolsets || this.#of[1] !== tools) {
      this.#known = new Recent(MOST_SELECTIONS);
      this.#sets = new Recent(MOST_SELECTIONS);
      this.#of = [toolsets, tools];
    }
    const { set } = selection;
    if (set !== undefined && !Object.hasOwn(toolsets, set)) return undefined;
    return this.#known.get(selectionKey(selection), () => {
      const { also } = selection;
      const ofSet = set === undefined ? [] : [toolsets[set] as ToolFilter];
      const filters = [selection, ...(also ? [also] : []), ...ofSet].map(matches);
      const names = [...tools.values()].filter((tool) => filters.every((fits) => fits(tool))).map(nameOf);
      return this.#sets.get(compositeKey(...names), () => new Set(names));
    });
  }
}

/** What was made last, by its key. */
class Recent<Value> {
  readonly #most: number;
  readonly #made = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  peek(key: string): Value | undefined {
    return this.#made.get(key);
  }

  get(key: string, make: () => Value): Value {
    const value = this.#made.get(key) ?? make();
    // The newest last.
    this.#made.delete(key);
    this.#made.set(key, value);
    if (this.#made.size > this.#most) this.#made.delete(this.#made.keys().next().value as string);
    return value;
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
