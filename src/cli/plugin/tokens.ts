// Counts the tokens that a model reads for each tool. Runs in command-line processes only: the vocabulary takes 75 MB of memory.

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Manifest, ManifestTool } from '../../sdk/manifest.ts';

/** The tokens of a manifest's tools in every conversation that they are offered in. */
export interface TokenCounts {
  /** The vocabulary: exact for models of OpenAI since GPT-4o, an estimate for all others. */
  readonly encoding: 'o200k_base';
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  readonly total: number;
}

/** The JSON that a client passes on to its model. Clients do not pass on the output schema. */
const offered = ({ name, description, inputSchema }: ManifestTool): string =>
  JSON.stringify({ name, description, input_schema: inputSchema });

/** Counts the tokens of each tool's name, description and input schema as JSON, without the text that a provider adds around them. */
export const tokenCounts = ({ tools }: Pick<Manifest, 'tools'>): TokenCounts => {
  const counted = tools.map((tool) => ({
    name: tool.name,
    // A description may contain a special token, such as the one for the end of a text: it counts as plain text.
    tokens: countTokens(offered(tool), { disallowedSpecial: new Set() }),
  }));
  return {
    encoding: 'o200k_base',
    tools: counted,
    total: counted.reduce((sum, { tokens }) => sum + tokens, 0),
  };
};
