// Answers what is no plain request of MCP by its SDK: the first request of each form, streams, batches and notes. Front process.

import { CallError } from '../../shared/protocol/errors.ts';
import type { Era } from '../../shared/protocol/tool-definitions.ts';
import type { PlainRequests } from '../mcp/plain-requests.ts';
import { LIST, LISTEN } from '../mcp/revisions.ts';
import type { Exchange, Sdk } from '../mcp/sdk.ts';
import { sdkMessage } from '../mcp/sdk-message.ts';
import { definitionsOf, type ToolList } from '../mcp/tool-list.ts';
import type { Context } from './context.ts';
import { ListChanges } from './list-changes.ts';
import { type McpCalls, refuseUnscoped } from './mcp-calls.ts';
import { listOf, listResponseOf, resultIn, withDefinitions } from './mcp-lists.ts';
import { type Asked, type McpParts, SERVER_INFO } from './mcp-parts.ts';
import { sendResponse, webRequest } from './mcp-response.ts';
import { ownerOf } from './shares.ts';

export class McpBySdk {
  readonly #parts: McpParts;
  readonly #calls: McpCalls;
  readonly #plain: PlainRequests;
  readonly #changes: ListChanges;
  #sdk: Sdk | undefined;

  constructor(parts: McpParts, calls: McpCalls, plain: PlainRequests) {
    this.#parts = parts;
    this.#calls = calls;
    this.#plain = plain;
    this.#changes = new ListChanges(parts.maxConnections);
    parts.events?.on('toolsChanged', () => void this.#changes.toolsChanged());
  }

  async answer(ctx: Context, asked: Asked): Promise<void> {
    const { message, bytes } = asked;
    const { endsConnections, replyTimeoutMs, held, stays } = this.#parts;
    const controller = new AbortController();
    const { signal } = controller;
    const beforeReply = (): void => refuseUnscoped(ctx);
    const options = { endsConnections, signal, replyTimeoutMs, held, stays, beforeReply, idJson: message.idJson };
    const end = (): void => controller.abort();
    let listed: Listed | undefined;
    let calling: Promise<unknown> | undefined;
    const exchange: Exchange = {
      listTools: (era) => {
        const list = listOf(this.#parts, ctx, asked);
        listed = { list, era };
        return list;
      },
      callTool: (era, onProgress) => {
        const called = this.#calls.call(ctx, asked, era, onProgress);
        calling = called;
        return called;
      },
      onAccepted: (era) => {
        if (era === 'modern') this.#plain.noteAccepted(message);
      },
    };
    const isListener = message.method === LISTEN;
    const sdk = await this.#loadedSdk(isListener);
    const stopListening = isListener ? this.#listen(ctx, asked, sdk) : undefined;
    ctx.state.signal.addEventListener('abort', end);
    // Other requests are answered to their end.
    if (isListener) this.#parts.events?.once('drain', end);
    try {
      const value = sdkMessage(bytes, message);
      const response = await sdk.answer(webRequest(ctx, signal), value, exchange);
      // Whatever lists tools runs no call, so its answer ends at once, even in the form of a stream.
      if (message.method !== LIST && !Array.isArray(value)) return await sendResponse(ctx, response, options);
      const { status, headers } = response;
      const text = await response.text();
      const reply = listed === undefined ? text || null : await this.#withList(ctx, asked, listed, text);
      if (reply !== undefined) await sendResponse(ctx, new Response(reply, { status, headers }), options);
    } finally {
      // A stream that its caller closes ends before its call, whose end is in the log.
      await calling;
      stopListening?.();
      ctx.state.signal.removeEventListener('abort', end);
      this.#parts.events?.off('drain', end);
      noteRefusal(ctx);
    }
  }

  /** The SDK's text with the definitions of the list; undefined if the reply of a plain request is made without it. */
  async #withList(ctx: Context, { message }: Asked, { list, era }: Listed, text: string): Promise<string | undefined> {
    const definitions = await definitionsOf(list, era, (work) => this.#parts.paced.run(ownerOf(ctx), work));
    const result = message.isPlain ? resultIn(text) : undefined;
    if (result === undefined) return withDefinitions(text, definitions);
    const made = list.results.get(era) ?? Buffer.from(withDefinitions(result, definitions));
    list.results.set(era, made);
    ctx.state.result = listResponseOf(message.idJson, made);
    return undefined;
  }

  /** Tells the caller of changes of its list until the returned function is called. Fails with: overloaded. */
  #listen(ctx: Context, asked: Asked, sdk: Sdk): () => void {
    return this.#changes.add({
      owner: ownerOf(ctx),
      etag: () => listOf(this.#parts, ctx, asked).listed.etag,
      tell: () => sdk.toolsChanged(),
    });
  }

  /** Loaded with the first request that needs it, to keep the start short. */
  async #loadedSdk(isForListener: boolean): Promise<Sdk> {
    const { createSdk } = await import('../mcp/sdk.ts');
    // A stream of changes has an SDK of its own, which tells nobody else.
    if (isForListener) return createSdk(SERVER_INFO);
    this.#sdk ??= createSdk(SERVER_INFO);
    return this.#sdk;
  }
}

/** A list that the SDK has been given, and for which era. */
interface Listed {
  readonly list: ToolList;
  readonly era: Era;
}

/** A stream that ended because its caller may not stay has this reason in the log, and not that its call was cancelled. */
const noteRefusal = ({ state }: Context): void => {
  const { reason } = state.signal;
  if (state.sentBytes === undefined || !(reason instanceof CallError)) return;
  state.failure = reason.failure;
  state.replyStatus = 200;
};
