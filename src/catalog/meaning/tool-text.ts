// The text of a tool that an embedding endpoint turns into a vector. Front process; pure.

import { type DiscoverablePlugin, type DiscoverableTool, fieldTexts } from '../search/fields.ts';

/** UTF-16 units of the text: some 500 tokens, which every model of embeddings reads. */
const MOST_UNITS = 2_000;

/** What a tool does comes first, because the end may be cut off. Never empty. */
export const toolText = (tool: DiscoverableTool, plugin: DiscoverablePlugin): string => {
  const { name, title, description, examples, plugin: ofPlugin, arguments: ofArguments } = fieldTexts(tool, plugin);
  const lines = [...name.map(spaced), ...title, ...description, ...examples, ofPlugin.join(': '), ...ofArguments];
  let text = '';
  for (const line of lines) {
    if (text.length >= MOST_UNITS) break;
    if (line.trim() !== '') text += `${line.slice(0, MOST_UNITS)}\n`;
  }
  return text.slice(0, MOST_UNITS).trim().toWellFormed();
};

/** `createPullRequest` and `create_pull_request` as words, which models know better. */
const spaced = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ');
