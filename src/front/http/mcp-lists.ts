// The list of tools that an address of POST /mcp has, and the response with it. Front process.

import { META_TOOLS } from '../mcp/meta-tools.ts';
import { responseOf } from '../mcp/outcome-texts.ts';
import { LIST, LISTEN } from '../mcp/revisions.ts';
import { listWithOwn, NO_DEFINITIONS, type ToolList, toolListOf } from '../mcp/tool-list.ts';
import type { Context } from './context.ts';
import type { Asked, McpParts } from './mcp-parts.ts';

type ListParts = Pick<McpParts, 'lists' | 'metadata' | 'scripts'>;

/** Makes the list of the address ahead of a message that may be about it. Messages that begin no call and are not known may be a batch. */
export const makeList = async (
  { lists }: ListParts,
  ctx: Context,
  { message: { method }, selection }: Asked,
): Promise<void> => {
  if (method === undefined || method === LIST || method === LISTEN) await lists.of(ctx, selection);
};

/** The list of the address. Fails with: not_found (there is no such toolset). */
export const listOf = (
  { metadata, scripts }: ListParts,
  { state }: Context,
  { selection, metaTools }: Asked,
): ToolList => {
  const { caller } = state;
  // A plugin's own tool of this name is listed and called in its place. Behind the two tools, no tool of a plugin is called by its name.
  const isTaken = !metaTools && scripts?.isNameTaken(caller, selection) === true;
  const script = isTaken ? undefined : scripts?.tool(caller, selection);
  if (!metaTools || selection !== undefined || script !== undefined) {
    const listed = metadata(caller, selection);
    if (script !== undefined) return listWithOwn(listed, metaTools ? META_TOOLS : listed, script);
    if (!metaTools) return toolListOf(listed);
  }
  return toolListOf(META_TOOLS);
};

/** The list itself is in memory once, however many replies with it wait for their readers. */
export const listResponseOf = (idJson: string | undefined, result: Buffer): readonly Buffer[] => {
  const [before = '', after = ''] = responseOf(idJson ?? 'null', '\n').split('\n');
  return [Buffer.from(before), result, Buffer.from(after)];
};

/** JSON text of the result in a response of the SDK, which is a document or the one event of a stream; undefined if it is an error. */
export const resultIn = (text: string): string | undefined => {
  const [, event] = /^data: (.*)$/m.exec(text) ?? [];
  const { result } = JSON.parse(event ?? text) as { readonly result?: object };
  return result && JSON.stringify(result);
};

/** A text of the SDK with the definitions that it was not given. */
export const withDefinitions = (text: string, definitions: string): string =>
  text.replace(NO_DEFINITIONS, () => `"tools":${definitions}`);
