// A search for tools, and its answer, as they pass from the HTTP layer to the catalog and back.

import type { Selection } from './selection.ts';

export interface ToolSearch {
  readonly query: string;
  /** Tokens that the definitions may have together. */
  readonly maxTokens: number;
  readonly limit: number;
  /** The tools that may be found; all if absent. */
  readonly selection?: Selection | undefined;
  /** True for tools that may be found; all of the selection if absent. */
  readonly allows?: (toolName: string) => boolean;
}

/** Characters of a query, and bounds of the numbers of a search. */
export const SEARCH_BOUNDS = {
  query: { most: 1_000 },
  maxTokens: { standard: 2_000, most: 1_000_000 },
  limit: { standard: 20, most: 200 },
} as const;

/** Tokens of what a model reads of the tools that its scripts may call. The least of them hold how scripts are written, and how many tools there are. */
export const SCRIPT_API_TOKENS = { least: 200, standard: 2_000, most: 100_000 } as const;

/** What a search says of a tool, beside its definition. */
export interface FoundTool {
  readonly name: string;
  readonly pluginName: string;
  /** 0 to 1, with three digits: how much of what was asked the tool has. */
  readonly score: number;
  /** One sentence: the words that were found, the fields that have them, and whether the meaning is near. */
  readonly why: string;
  /** Tokens of the definition as a model reads it. */
  readonly tokens: number;
}

/** The best tools, and how many more there are. */
export interface ToolFindings {
  /** By what the tools are ranked: by the words of the query, or also by its meaning. */
  readonly ranking: 'words' | 'words+meaning';
  readonly tools: readonly FoundTool[];
  /** Sum of the tokens of `tools`; at most `maxTokens`. */
  readonly usedTokens: number;
  /** Tools that match, those left out included. */
  readonly matched: number;
  /** Matching tools that had more tokens than were left, and those that were not tried because `limit` was reached. */
  readonly leftOut: { readonly overBudget: number; readonly overLimit: number };
  /** Says what to do if nothing was found. */
  readonly hint?: string;
}
