// Counts the tokens that a model reads for a tool. The vocabulary takes about 60 MB of memory and 0.15 to 0.35 s to load, so the front process
// imports this file in a thread of its own. Front process and command line; pure.

import { countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base';

/** What a client passes on to its model; the manifest's fields of the same names. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

/** Words that the tokenizer remembers. Its own default is 100,000, which strangers' texts could fill. */
const REMEMBERED_WORDS = 5_000;
/** Units of an unbroken run that are counted together. Merging the pairs of a run takes time in the square of its length. */
const MOST_RUN_UNITS = 128;
const LONG_RUN = new RegExp(
  [
    `[\\p{L}\\p{M}]{${MOST_RUN_UNITS + 1},}`,
    `[^\\s\\p{L}\\p{N}]{${MOST_RUN_UNITS + 1},}`,
    `\\s{${MOST_RUN_UNITS + 1},}`,
  ].join('|'),
  'gu',
);
/** Units of a text that are counted. A manifest has fewer, unless JSON has to escape most of them. */
const MOST_COUNTED_UNITS = 500_000;
/** A description may contain a special token, such as the one for the end of a text: it counts as plain text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

setMergeCacheSize(REMEMBERED_WORDS);

/** The JSON that a client passes on to its model. Clients do not pass on the output schema. */
const offered = ({ name, description, inputSchema }: OfferedTool): string =>
  JSON.stringify({ name, description, input_schema: inputSchema });

/**
 * Tokens of a text in the encoding `o200k_base`: exact for models of OpenAI since GPT-4o, an estimate for all others. Runs of more than 128 letters,
 * signs or spaces are counted in pieces, which may give a few tokens more. Of a text with more than 500,000 units, each further one counts as a token.
 */
export const textTokens = (text: string): number => {
  const counted = text.slice(0, MOST_COUNTED_UNITS);
  let tokens = text.length - counted.length;
  let from = 0;
  for (const { 0: run, index } of counted.matchAll(LONG_RUN)) {
    tokens += countTokens(counted.slice(from, index), AS_TEXT) + runTokens(run);
    from = index + run.length;
  }
  return tokens + countTokens(counted.slice(from), AS_TEXT);
};

const runTokens = (run: string): number => {
  let tokens = 0;
  for (let from = 0; from < run.length; from += MOST_RUN_UNITS)
    tokens += countTokens(run.slice(from, from + MOST_RUN_UNITS), AS_TEXT);
  return tokens;
};

/** Tokens of a tool's name, description and input schema as JSON, without the text that a provider adds around them. See {@link textTokens}. */
export const toolTokens = (tool: OfferedTool): number => textTokens(offered(tool));
