// Entry of the thread that counts tokens of definitions and writes lists in formats: both would hold up every other request of the main thread. Front
// process.

import type { ListForm } from '../../shared/protocol/formats.ts';
import { type DeclaredTool, scriptApi } from '../typing/script-api.ts';
import type { ListedTool } from './formats/api.ts';
import { formedList, tokensOf } from './formats/formed-list.ts';
import type { OfferedTool } from './token-count.ts';

export type DefinitionsTask =
  /** Answered with the tokens of each. */
  | { readonly kind: 'count'; readonly tools: readonly OfferedTool[] }
  /** Answered with the JSON text. `listText`: an object with `tools`, as the body of GET /mcp/metadata. */
  | {
      /** Answered with what a model reads of these tools. */
      readonly kind: 'script api';
      readonly listText: string;
      readonly names: readonly string[];
      readonly maxTokens: number;
    }
  | { readonly kind: 'form'; readonly listText: string; readonly form: ListForm };

export default async (task: DefinitionsTask): Promise<readonly number[] | string> => {
  if (task.kind === 'form' && !task.form.hasTokens) return formedText(task.listText, task.form);
  // The vocabulary takes 60 MB, and most lists are written without it.
  const { textTokens, toolTokens } = await import('./token-count.ts');
  if (task.kind === 'count') return task.tools.map(toolTokens);
  if (task.kind === 'script api') return apiText(task, textTokens);
  return formedText(task.listText, task.form, { textTokens, toolTokens });
};

const apiText = (
  { listText, names, maxTokens }: Extract<DefinitionsTask, { kind: 'script api' }>,
  textTokens: (text: string) => number,
): string => {
  const { tools } = JSON.parse(listText) as { readonly tools: readonly DeclaredTool[] };
  const wanted = new Set(names);
  return scriptApi(
    tools.filter(({ name }) => wanted.has(name)),
    maxTokens,
    textTokens,
  );
};

interface Counting {
  textTokens(text: string): number;
  toolTokens(tool: ListedTool): number;
}

const NO_TOKENS: Counting = { textTokens: () => 0, toolTokens: () => 0 };

/** The JSON text of the list in its form. `listText`: an object with `tools`. `counting` is needed for a form with tokens. */
const formedText = (listText: string, form: ListForm, counting = NO_TOKENS): string => {
  const { format } = form;
  const { tools } = JSON.parse(listText) as { readonly tools: readonly ListedTool[] };
  if (format !== undefined) return JSON.stringify(formedList(tools, { ...form, format }, counting.textTokens));
  if (!form.hasTokens) return listText;
  const tokens = tokensOf(tools, counting.toolTokens);
  return `${listText.slice(0, -1)},"tokens":${JSON.stringify(tokens)}}`;
};
