// Writes the text of a list of tools in the form that was asked for. The thread of definitions; pure.

import type { ListForm } from '../../../shared/protocol/formats.ts';
import type { ListedTool } from './api.ts';
import { formedList, tokensOf } from './formed-list.ts';

export interface Counting {
  textTokens(text: string): number;
  toolTokens(tool: ListedTool): number;
}

const NO_TOKENS: Counting = { textTokens: () => 0, toolTokens: () => 0 };

/** The JSON text of the list in its form. `listText`: an object with `tools`. `counting` is needed for a form with tokens. */
export const formedText = (listText: string, form: ListForm, counting = NO_TOKENS): string => {
  const { format } = form;
  const { tools } = JSON.parse(listText) as { readonly tools: readonly ListedTool[] };
  if (format !== undefined) return JSON.stringify(formedList(tools, { ...form, format }, counting.textTokens));
  if (!form.hasTokens) return listText;
  const tokens = tokensOf(tools, counting.toolTokens);
  return `${listText.slice(0, -1)},"tokens":${JSON.stringify(tokens)}}`;
};
