// Finds the tools that fit a request and a budget of tokens. Front process; pure.

import type { FoundTool as Found, ToolFindings } from '../../shared/protocol/discovery.ts';
import type { DiscoverablePlugin, DiscoverableTool } from './fields.ts';
import { withMeaning } from './meaning.ts';
import { indexOf, type Match, type Reason } from './ranking.ts';
import type { TokensOf } from './tokens.ts';

/** Tools of one answer if the caller names no number. */
export const DEFAULT_LIMIT = 20;
/** Tools with less than this part of the best tool's score do not count as matches: they share a word by chance. */
const LEAST_PART = 0.2;
/** Words that a reason names. */
const MOST_REASONS = 4;

export interface FindRequest {
  /** What the agent wants, in its own words. The first 1,000 units are read. */
  readonly query: string;
  /** Tokens that the definitions may have together. Nothing is found with a number that is not positive. */
  readonly maxTokens: number;
  /** Tools at most. Default: 20. */
  readonly limit?: number;
  /** True for the tools that the caller may call. Default: all. Other tools have no influence on the answer. */
  readonly allows?: (toolName: string) => boolean;
  /**
   * The similarity of the query's meaning to each of these tools, -1 to 1; NaN for a tool of which nothing is known. Undefined, or absent, if nothing is
   * known of any: the words alone rank them.
   */
  readonly similaritiesOf?: ((tools: readonly DiscoverableTool[]) => Float32Array | undefined) | undefined;
}

/** A tool that was found. `tool` is the definition of the manifest, unchanged. */
export interface FoundTool extends Found {
  readonly tool: DiscoverableTool;
}

/** The best tools first; equal ones by name. */
export type Findings = Omit<ToolFindings, 'tools'> & { readonly tools: readonly FoundTool[] };

/**
 * Finds the best tools for a request. Goes through the matches by rank and takes each one that still fits, so a small tool may follow one that was too
 * large. The same request over the same plugins has the same answer. The list `plugins` is the key of the index: give the same object for the same
 * snapshot. Throws nothing.
 */
export const findTools = (
  plugins: readonly DiscoverablePlugin[],
  request: FindRequest,
  tokensOf: TokensOf,
): Findings => {
  const { query, maxTokens, limit = DEFAULT_LIMIT } = request;
  const { matches, ranking } = ranked(plugins, request);
  const tools: FoundTool[] = [];
  let usedTokens = 0;
  let tried = 0;
  for (const match of matches) {
    if (tools.length >= limit) break;
    tried += 1;
    const tokens = tokensOf(match.tool);
    if (!(usedTokens + tokens <= maxTokens)) continue;
    usedTokens += tokens;
    tools.push(foundTool(match, tokens));
  }
  const leftOut = { overBudget: tried - tools.length, overLimit: matches.length - tried };
  const hint = tools.length > 0 ? undefined : hintFor(query, matches.length, tried);
  return { ranking, tools, usedTokens, matched: matches.length, leftOut, ...(hint !== undefined && { hint }) };
};

/** The tools that match, the best first. */
const ranked = (
  plugins: readonly DiscoverablePlugin[],
  { query, allows, similaritiesOf }: FindRequest,
): { readonly matches: readonly Match[]; readonly ranking: Findings['ranking'] } => {
  const index = indexOf(plugins);
  const matches = index.search(query, allows);
  const entries = similaritiesOf && index.allowed(allows);
  const similarities = entries && similaritiesOf?.(entries.map(({ tool }) => tool));
  if (!similarities) return { matches: relevant(matches), ranking: 'words' };
  return { matches: relevant(withMeaning(matches, entries, similarities)), ranking: 'words+meaning' };
};

const relevant = (matches: readonly Match[]): readonly Match[] => {
  const least = (matches[0]?.score ?? 0) * LEAST_PART;
  return matches.filter(({ score }) => score >= least);
};

const foundTool = ({ tool, plugin, score, reasons, similarity }: Match, tokens: number): FoundTool => ({
  name: tool.name,
  score,
  why: sentenceOf(reasons(), similarity),
  tokens,
  pluginName: plugin.name,
  tool,
});

/** Such as: `Has "invoice" in name and description; has "customer" (for "client") in arguments.` */
const sentenceOf = (all: readonly Reason[], similarity: number | undefined): string => {
  // "money back" asks for "refund" twice: for "money", and for both words.
  const reasons = all.filter(({ found }, at) => all.findIndex((other) => other.found === found) === at);
  const parts = reasons.slice(0, MOST_REASONS).map(({ asked, found, fields }) => {
    const word = asked === found ? `"${found}"` : `"${found}" (for "${asked}")`;
    return `has ${word} in ${listed(fields)}`;
  });
  const more = reasons.length - parts.length;
  if (more > 0) parts.push(`and ${more} more ${more === 1 ? 'word' : 'words'}`);
  if (similarity !== undefined) parts.push(`close in meaning (${similarity.toFixed(2)})`);
  const text = `${parts.join('; ')}.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const hintFor = (query: string, matched: number, tried: number): string => {
  if (query.trim() === '')
    return 'The query is empty. Say what the tool should do, for instance "send an email to a customer".';
  if (matched === 0)
    return 'No tool that you may call has a word of the query. Say what the tool should do in other words, or list all tools without a query.';
  return tried === 0
    ? 'The limit allows no tool. Ask for at least 1.'
    : `${matched} ${matched === 1 ? 'tool matches' : 'tools match'}, but none fits the budget. Ask with more tokens.`;
};
