// The list of tools: asked for with the ETag of the last answer, kept, and narrowed to what a caller wants.

import type { Reply, Send } from './connection.ts';
import { ForeignReplyError } from './errors.ts';
import { isObject } from './reading.ts';
import type { Tool } from './types.ts';

/** Which tools `listTools` gives. Conditions add up. */
export interface ListOptions {
  /** Only tools of plugins with these names. */
  readonly plugins?: readonly string[];
  /** Only tools with these names. A name that the server does not list is ignored. */
  readonly tools?: readonly string[];
  /** True: only tools whose author says that they change nothing (`readOnlyHint`). The server does not check that. */
  readonly readOnly?: boolean;
  readonly signal?: AbortSignal;
}

/** A plugin as the list has it. */
interface ListedPlugin {
  readonly name: string;
  readonly tools: readonly string[];
}

interface Listed {
  readonly etag: string | undefined;
  readonly tools: readonly Tool[];
  /** Undefined if the server does not say which tools a plugin has. */
  readonly plugins: readonly ListedPlugin[] | undefined;
}

const PATH = 'mcp/metadata';
const NOT_MODIFIED = 304;

/** A server's tools. The last list is kept, and the server sends it again only if it has changed. */
export class ToolList {
  readonly #send: Send;
  readonly #url: string;
  #kept: Listed | undefined;

  constructor(send: Send, url: string) {
    this.#send = send;
    this.#url = url;
  }

  /** The tools that fit, sorted by name. Throws as `send` does, and an Error if the server cannot tell which tools a plugin has. */
  async read({ signal, ...wanted }: ListOptions = {}): Promise<readonly Tool[]> {
    const kept = this.#kept;
    const headers: Record<string, string> = kept?.etag === undefined ? {} : { 'if-none-match': kept.etag };
    const reply = await this.#send({ path: PATH, headers, signal });
    const isUnchanged = reply.status === NOT_MODIFIED && kept !== undefined;
    const listed = isUnchanged ? kept : listedIn(reply, this.#url);
    this.#kept = listed;
    return chosen(listed, wanted);
  }
}

const listedIn = ({ status, headers, value }: Reply, url: string): Listed => {
  if (!isObject(value) || !Array.isArray(value.tools) || !value.tools.every(isTool))
    throw new ForeignReplyError(url, status, 'it is not a list of tools');
  const { tools, plugins } = value;
  const areKnown = Array.isArray(plugins) && plugins.every(isPlugin);
  return {
    etag: headers.get('etag') ?? undefined,
    tools: Object.freeze(tools),
    plugins: areKnown ? plugins : undefined,
  };
};

const isTool = (value: unknown): value is Tool =>
  isObject(value) &&
  typeof value.name === 'string' &&
  typeof value.description === 'string' &&
  isObject(value.inputSchema) &&
  isObject(value.outputSchema) &&
  (value.contentBlocks === undefined || value.contentBlocks === true) &&
  (value.annotations === undefined || isObject(value.annotations));

const isPlugin = (value: unknown): value is ListedPlugin =>
  isObject(value) && typeof value.name === 'string' && Array.isArray(value.tools);

const chosen = (listed: Listed, { plugins, tools, readOnly }: ListOptions): readonly Tool[] => {
  if (plugins === undefined && tools === undefined && readOnly !== true) return listed.tools;
  const ofPlugins = plugins === undefined ? undefined : toolsOfPlugins(listed, plugins);
  return listed.tools.filter(
    ({ name, annotations }) =>
      (tools === undefined || tools.includes(name)) &&
      (ofPlugins === undefined || ofPlugins.has(name)) &&
      (readOnly !== true || annotations?.readOnlyHint === true),
  );
};

const toolsOfPlugins = ({ plugins }: Listed, names: readonly string[]): ReadonlySet<string> => {
  if (plugins === undefined)
    throw new Error('This server does not say which tools a plugin has. Choose tools by their names.');
  return new Set(plugins.filter(({ name }) => names.includes(name)).flatMap(({ tools }) => tools));
};
