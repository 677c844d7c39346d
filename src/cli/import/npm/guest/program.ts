// The tools of an imported server: each call is one session with it. Runs inside the isolate, as the packed entry.

import { type Context, callServer, openSession } from './session.ts';

type Fields = Record<string, unknown>;

/** What the importer wrote down for a plugin. */
export interface Program {
  /** Evaluates the server's module; does nothing if it is evaluated ahead. */
  readonly load: () => unknown;
  /** Name of the tool → its name on the server, if they differ. */
  readonly names: Readonly<Record<string, string>>;
  /** Tools that have an output schema. */
  readonly structured: readonly string[];
}

const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  text: ['type', 'text', 'annotations'],
  image: ['type', 'data', 'mimeType', 'annotations'],
  audio: ['type', 'data', 'mimeType', 'annotations'],
  resource_link: ['type', 'uri', 'name', 'title', 'description', 'mimeType', 'size', 'annotations'],
  resource: ['type', 'resource', 'annotations'],
};
const RESOURCE_MEMBERS = ['uri', 'text', 'blob', 'mimeType'];

const only = (value: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => value[name] !== undefined).map((name) => [name, value[name]]));

/** A block without what Toolcell's blocks do not have, such as `_meta`. */
const tidyBlock = (block: Fields): Fields => {
  const tidy = only(block, MEMBERS[String(block.type)] ?? ['type']);
  if (typeof tidy.resource === 'object' && tidy.resource !== null)
    tidy.resource = only(tidy.resource as Fields, RESOURCE_MEMBERS);
  return tidy;
};

const textOf = (content: readonly Fields[]): string =>
  content.map(({ type, text }) => (typeof text === 'string' ? text : `[${type}]`)).join('\n');

/** Calls the tool of the context, and resolves with its content. Throws what the server calls an error. */
export const callTool = async (program: Program, args: Fields, context: Context): Promise<Fields> => {
  const { toolName } = context;
  const session = await openSession(program.load, context);
  const name = Object.hasOwn(program.names, toolName) ? (program.names[toolName] as string) : toolName;
  const { content, structuredContent, isError } = await callServer(session, name, args, context);
  const blocks = Array.isArray(content) ? content.map(tidyBlock) : [];
  if (isError === true) throw Object.assign(new Error(textOf(blocks) || 'The tool failed.'), { name: 'ToolError' });
  if (!program.structured.includes(toolName)) return { content: blocks };
  return { content: blocks, structuredContent };
};

/** The tools that the server lists now, for the importer, which compares them with those of its first list. */
export const listedTools = async ({ load }: Program, context: Context): Promise<unknown[]> => {
  const { request } = await openSession(load, context);
  const { tools } = await request('tools/list', {});
  return Array.isArray(tools) ? tools : [];
};
