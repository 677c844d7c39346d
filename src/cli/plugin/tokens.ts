// Counts the tokens that a model reads for each tool of a manifest. Runs in command-line processes only, which may load the vocabulary at once.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { toolTokens } from '../../catalog/search/token-count.ts';

/** The tokens of a manifest's tools in every conversation that they are offered in. */
export interface TokenCounts {
  /** The vocabulary: exact for models of OpenAI since GPT-4o, an estimate for all others. */
  readonly encoding: 'o200k_base';
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  readonly total: number;
}

/** Counts the tokens of each tool's name, description and input schema as JSON, without the text that a provider adds around them. */
export const tokenCounts = ({ tools }: Pick<Manifest, 'tools'>): TokenCounts => {
  const counted = tools.map((tool) => ({ name: tool.name, tokens: toolTokens(tool) }));
  return {
    encoding: 'o200k_base',
    tools: counted,
    total: counted.reduce((sum, { tokens }) => sum + tokens, 0),
  };
};
