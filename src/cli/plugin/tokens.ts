// Counts the tokens that a model reads of each tool. Runs in command-line processes only: the vocabulary takes 75 MB.

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Manifest, ManifestTool } from '../../sdk/manifest.ts';

/** What the tools of a manifest cost in every conversation that they are offered in. */
export interface TokenCounts {
  /** The vocabulary that was counted with: right for models of OpenAI since GPT-4o, an estimate for all others. */
  readonly encoding: 'o200k_base';
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  readonly total: number;
}

/** What a client passes on to its model: without the output schema, which clients keep to themselves. */
const offered = ({ name, description, inputSchema }: ManifestTool): string =>
  JSON.stringify({ name, description, input_schema: inputSchema });

/** Tokens of each tool's name, description and input schema as JSON. What a provider adds around them is not counted. */
export const tokenCounts = ({ tools }: Pick<Manifest, 'tools'>): TokenCounts => {
  const counted = tools.map((tool) => ({
    name: tool.name,
    // A description may hold what means the end of a text to a model: here it is a text like any other.
    tokens: countTokens(offered(tool), { disallowedSpecial: new Set() }),
  }));
  return {
    encoding: 'o200k_base',
    tools: counted,
    total: counted.reduce((sum, { tokens }) => sum + tokens, 0),
  };
};
