// A part of the tools, as an operator names it in a toolset or a caller in an address: fewer tools, never more.

/** What a tool has to be. A member that is absent matches every tool. */
export interface ToolFilter {
  /** Names or patterns with `*`, of which one has to match. */
  readonly plugins?: readonly string[];
  readonly tools?: readonly string[];
  /** Annotations that the tool has to have, all of them: `readOnlyHint`, or `!destructiveHint` for one that must be false. */
  readonly annotations?: readonly string[];
}

/** What a caller asks for: the tools of a toolset, or all, that pass the filter too. */
export interface Selection extends ToolFilter {
  /** Name of a toolset. */
  readonly set?: string;
  /** A further filter, such as the one that a script brings besides that of its address. */
  readonly also?: ToolFilter;
}

/** The same for equal selections. */
export const selectionKey = ({ set, plugins, tools, annotations, also }: Selection): string =>
  JSON.stringify([set, plugins, tools, annotations, also?.plugins, also?.tools, also?.annotations]);

/** The tools that are in both. */
export const selectionWith = (
  selection: Selection | undefined,
  filter: ToolFilter | undefined,
): Selection | undefined => (selection && filter ? { ...selection, also: filter } : (selection ?? filter));
