// Entry of the thread that counts tokens of definitions and writes lists in formats: both would hold up every other request of the main thread. Front
// process.

import type { ListForm } from '../../shared/protocol/formats.ts';
import { formedText } from './formats/formed-text.ts';
import type { OfferedTool } from './token-count.ts';

/** What the main thread asks for. */
export type DefinitionsTask =
  /** Answered with the tokens of each. */
  | { readonly kind: 'count'; readonly tools: readonly OfferedTool[] }
  /** Answered with the JSON text. `listText`: an object with `tools`, as the body of GET /mcp/metadata. */
  | { readonly kind: 'form'; readonly listText: string; readonly form: ListForm };

export default async (task: DefinitionsTask): Promise<readonly number[] | string> => {
  if (task.kind === 'form' && !task.form.hasTokens) return formedText(task.listText, task.form);
  // The vocabulary takes 60 MB, and most lists are written without it.
  const { textTokens, toolTokens } = await import('./token-count.ts');
  if (task.kind === 'count') return task.tools.map(toolTokens);
  return formedText(task.listText, task.form, { textTokens, toolTokens });
};
