// What a language model reads of a call: the result as text, or what was wrong. The same for all frameworks.

import type { ToolcellClient } from '../core/client.ts';
import { CallTimeoutError, ForeignReplyError, ToolcellError, UnreachableError } from '../core/errors.ts';
import { isObject } from '../core/reading.ts';
import type { Tool } from '../core/types.ts';

/** A client, whatever types of tools it has. */
// biome-ignore lint/suspicious/noExplicitAny: the names come from a model, so no type can check them.
export type AnyClient = ToolcellClient<any>;

/** How a call ended: a JSON value, or a text that says what was wrong. The first line of the text is `code: detail`. */
export type ModelOutcome =
  /** `text`: what a model reads, if the tool answered content blocks. */
  | { readonly isError: false; readonly result: unknown; readonly text?: string }
  | { readonly isError: true; readonly text: string };

/** Characters of a `detail` that a model gets. A tool writes the detail of its own errors. */
const MOST_DETAIL_CHARACTERS = 4_000;
const MS_PER_S = 1_000;

/** Calls one of the tools. A failure becomes text; only an aborted signal and a mistake in the program throw. */
export type ModelCall = (name: string, args: unknown, signal?: AbortSignal) => Promise<ModelOutcome>;

/** Makes the function by which a model calls these tools, and no others. */
export const modelCallFor = (client: AnyClient, tools: readonly Tool[]): ModelCall => {
  const known = new Map(tools.map((tool) => [tool.name, tool]));
  return async (name, args, signal) => {
    const tool = known.get(name);
    if (tool === undefined)
      return failed('tool_not_found', `There is no tool ${JSON.stringify(name.slice(0, 64))} here.`);
    if (typeof args !== 'object' || args === null || Array.isArray(args))
      return failed('invalid_arguments', 'The arguments must be a JSON object.');
    try {
      const result = await client.callTool(name, args, signal === undefined ? {} : { signal });
      return { isError: false, result, ...(tool.contentBlocks && { text: contentText(result) }) };
    } catch (error) {
      signal?.throwIfAborted();
      return { isError: true, text: failureText(error) };
    }
  };
};

/** The same for arguments as a model writes them: the text of a JSON object. */
export const modelCallOfText = (call: ModelCall, name: string, text: string, signal?: AbortSignal) => {
  let args: unknown;
  try {
    // Some models write nothing if a tool takes no arguments.
    args = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return Promise.resolve(failed('invalid_json', 'The arguments are not valid JSON. Write one JSON object.'));
  }
  return call(name, args, signal);
};

/** The text of an outcome: that of a failure or of content blocks, a result that is text, or any other result as JSON. */
export const outcomeText = (outcome: ModelOutcome): string => {
  if (outcome.isError) return outcome.text;
  const { result, text } = outcome;
  return text ?? (typeof result === 'string' ? result : JSON.stringify(result));
};

const failed = (code: string, detail: string): ModelOutcome => ({ isError: true, text: `${code}: ${detail}` });

/** What a model reads of an error: `code: detail`, and on a second line whether to call again. Throws errors that are not of a call. */
export const failureText = (error: unknown): string => {
  if (error instanceof ToolcellError) {
    const detail = error.detail.slice(0, MOST_DETAIL_CHARACTERS);
    return [`${error.code}: ${detail}`, ...adviceOn(error)].join('\n');
  }
  if (error instanceof CallTimeoutError)
    return `timed_out: The call took longer than ${error.timeoutMs} ms and was ended.`;
  if (error instanceof UnreachableError) return 'unreachable: The server of this tool could not be reached.';
  if (error instanceof ForeignReplyError)
    return `foreign_reply: The server of this tool answered with status ${error.status} in a form that is not known.`;
  throw error;
};

const adviceOn = ({ retryable, retryAfterMs, fault }: ToolcellError): readonly string[] => {
  if (retryable) {
    const when = retryAfterMs === undefined ? 'later' : `after ${Math.ceil(retryAfterMs / MS_PER_S)} s`;
    return [`The same call may succeed ${when}.`];
  }
  return fault === 'operator' || fault === 'host' ? ['Calling again will not help.'] : [];
};

/** The blocks as text, one after the other, and structured content as JSON at the end. A picture or a sound is named, with its length. */
const contentText = (result: unknown): string => {
  if (!isObject(result) || !Array.isArray(result.content)) return JSON.stringify(result);
  const { content, structuredContent } = result;
  const structured = structuredContent === undefined ? [] : [JSON.stringify(structuredContent)];
  return [...content.map(blockText), ...structured].join('\n\n');
};

const blockText = (block: unknown): string => {
  if (!isObject(block)) return '';
  const { type, text, uri, name, description, resource } = block;
  if (type === 'text' && typeof text === 'string') return text;
  if (type === 'resource_link')
    return [`${String(name)}: ${String(uri)}`, ...(typeof description === 'string' ? [description] : [])].join('\n');
  if (type !== 'resource' || !isObject(resource)) return leftOut(String(type), block.mimeType, block.data);
  const named = `${String(resource.uri)}:\n`;
  if (typeof resource.text === 'string') return `${named}${resource.text}`;
  return `${named}${leftOut('resource', resource.mimeType, resource.blob)}`;
};

const leftOut = (what: string, mimeType: unknown, base64: unknown): string => {
  const bytes = typeof base64 === 'string' ? Math.floor((base64.replace(/=+$/, '').length * 3) / 4) : 0;
  const kind = typeof mimeType === 'string' ? `${what}, ${mimeType}` : what;
  return `(${kind}, ${bytes} bytes, not shown)`;
};
