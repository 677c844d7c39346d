// POST /mcp: MCP over HTTP, without sessions. Plain requests for tools are answered here, all others by the SDK. Front process.

import type { EventEmitter } from 'node:events';
import own from '../../../package.json' with { type: 'json' };
import type { ProgressReport } from '../../shared/protocol/call.ts';
import { CallError, type Failure, failureOf } from '../../shared/protocol/errors.ts';
import type { createTraceStart } from '../../shared/protocol/sampling.ts';
import { type Era, toolDefinitions } from '../../shared/protocol/tool-definitions.ts';
import { JsonScanner } from '../../shared/text/json-scan.ts';
import { contentFor, contentPartsOf } from '../mcp/content-results.ts';
import { type CallParams, MARKED_MEMBERS, type Message, MessageReader, paramsIn } from '../mcp/message.ts';
import { CALL_TOOL, FIND_TOOLS, innerCall, META_TOOLS, refuseOther, searchIn } from '../mcp/meta-tools.ts';
import {
  contentResult,
  errorOf,
  errorResponseOf,
  failureResult,
  type RpcError,
  responseOf,
  rpcErrorOf,
  valueResult,
} from '../mcp/outcome-texts.ts';
import { PlainRequests, revisionOf, traceOf } from '../mcp/plain-requests.ts';
import { CALL, LIST, LISTEN } from '../mcp/revisions.ts';
import type { Exchange, Sdk } from '../mcp/sdk.ts';
import { sdkMessage } from '../mcp/sdk-message.ts';
import { definitionsOf, NO_DEFINITIONS, type ToolList, toolListOf } from '../mcp/tool-list.ts';
import { type CallToolParts, createBodyReader } from './call-tool.ts';
import { callerSecretsOf } from './caller.ts';
import { type Context, MCP, refuseWhileDraining } from './context.ts';
import type { FindTools } from './discovery.ts';
import { createExecuteCall, type ExecuteCall } from './execute-call.ts';
import { ListChanges } from './list-changes.ts';
import { sendResponse, webRequest } from './mcp-response.ts';
import type { MetadataOf } from './metadata.ts';
import type { NewLists } from './new-lists.ts';
import type { PacedWork } from './paced-work.ts';
import { wantsReceipt } from './preference.ts';
import { fail } from './responder.ts';
import { ALL_TOOLS, type Offer, offerOf } from './selection.ts';
import { ownerOf } from './shares.ts';
import { type Scanned, scannedInSlices } from './sliced-scan.ts';
import type { Stays } from './stays.ts';
import { jsonIn, refuseSize, withoutMark } from './tool-request.ts';
import { SHORT_BYTES } from './turns.ts';

/** What happens to a server while it serves. */
export type ServerEvents = EventEmitter<{ readonly toolsChanged: []; readonly drain: [] }>;

export interface McpParts extends CallToolParts {
  readonly metadata: MetadataOf;
  readonly startTrace: ReturnType<typeof createTraceStart>;
  /** Without it, nobody can search. */
  readonly find?: FindTools;
  /** Whether clients may ask for the two tools that stand for all others. */
  readonly metaTools?: boolean;
  /** Nobody hears of changes if absent. */
  readonly events?: ServerEvents;
  readonly maxConnections: number;
  /** For what is made once for a list. */
  readonly paced: PacedWork;
  readonly lists: NewLists;
  /** Ends streams whose callers are not let in any more. */
  readonly stays: Stays;
  /** How long a caller may take to read a part of a stream, in milliseconds. */
  readonly replyTimeoutMs: number;
}

const FORM = 'Send one JSON-RPC message: {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}.';
const BATCH = 'The call is in a batch. Send each call as a message of its own.';
/** `params` around the arguments, which a body of /mcp/callTool does not have; and the arguments of `call_tool`, if there is such a tool. */
const MORE_LEVELS = 1;
const META_LEVELS = 2;
const SERVER_INFO = { name: own.name, version: own.version };
const SERVER_INFO_JSON = JSON.stringify(SERVER_INFO);

/** Answers one request. Each failure is a JSON-RPC error; one of a call that began has status 200, as the protocol wants it. */
export const createMcpRoute = (parts: McpParts): ((ctx: Context) => Promise<void>) => {
  const server = new McpServer(parts);
  return async (ctx) => {
    let message: Message | undefined;
    try {
      const { bytes, read } = await server.read(ctx);
      // An error has the id of the message, or the client waits for the answer.
      message = read;
      const offer = ctx.url === MCP ? ALL_TOOLS : offerOf(ctx, parts.metaTools === true && parts.find !== undefined);
      await server.answer(ctx, { message, bytes, ...offer });
    } catch (error) {
      fail(ctx, failureOf(error), error);
      const { failure } = ctx.state;
      ctx.set('Content-Type', 'application/json');
      ctx.body = errorResponseOf(message?.idJson, errorOf(failure as Failure));
    }
  };
};

/** A message, its bytes, and what its address offers. */
interface Asked extends Offer {
  readonly message: Message;
  readonly bytes: Buffer;
}

class McpServer {
  readonly #parts: McpParts;
  readonly #readBody: (ctx: Context) => Promise<Buffer>;
  readonly #execute: ExecuteCall;
  readonly #levels: number;
  readonly #scanner: JsonScanner;
  readonly #reader: MessageReader;
  readonly #plain = new PlainRequests();
  readonly #changes: ListChanges;
  #sdk: Sdk | undefined;

  constructor(parts: McpParts) {
    this.#parts = parts;
    this.#readBody = createBodyReader(parts);
    this.#execute = createExecuteCall(parts);
    this.#levels = parts.bodyDepth + (parts.metaTools ? META_LEVELS : MORE_LEVELS);
    this.#scanner = new JsonScanner(this.#levels, MARKED_MEMBERS);
    this.#reader = new MessageReader(this.#levels);
    this.#changes = new ListChanges(parts.maxConnections);
    parts.events?.on('toolsChanged', () => void this.#changes.toolsChanged());
  }

  async read(ctx: Context): Promise<{ readonly bytes: Buffer; readonly read: Message }> {
    const body = await this.#readBody(ctx);
    const scanned = body.length <= SHORT_BYTES ? this.#scanner : await this.#scanned(withoutMark(body));
    const bytes = jsonIn(body, scanned, this.#levels, FORM);
    const params = body.length <= SHORT_BYTES ? undefined : paramsIn(bytes, scanned.marks);
    const read = this.#reader.read(bytes, scanned.marks, params && (await this.#marksOfLong(params)));
    const { state } = ctx;
    const trace = ctx.req.headers.traceparent === undefined ? traceOf(read) : undefined;
    if (trace !== undefined) state.trace = this.#parts.startTrace({ headers: { ...trace }, url: ctx.url });
    if (read.method === CALL) {
      state.isCall = true;
      state.wantsReceipt = wantsReceipt(ctx.req);
      refuseWhileDraining(this.#parts.isDraining);
    }
    return { bytes, read };
  }

  #scanned(bytes: Buffer): Promise<Scanned> {
    return scannedInSlices(bytes, this.#levels, MARKED_MEMBERS);
  }

  /** The marks of a part of a message, if it is long. Those of a short one are made at once, where they are needed. */
  async #marksOfLong(part: Buffer): Promise<Uint32Array | undefined> {
    return part.length <= SHORT_BYTES ? undefined : (await this.#scanned(part)).marks;
  }

  async answer(ctx: Context, asked: Asked): Promise<void> {
    const { message } = asked;
    const era = this.#plain.eraOf(message, ctx.req.headers);
    if (era === undefined) {
      if (message.call === undefined) await this.#makeList(ctx, asked);
      return this.#ask(ctx, asked);
    }
    const { idJson = 'null', call } = message;
    if (call !== undefined) {
      const result = await this.#call(ctx, asked, era);
      refuseUnscoped(ctx);
      ctx.state.result = typeof result === 'string' ? responseOf(idJson, result) : errorResponseOf(idJson, result);
      return;
    }
    await this.#makeList(ctx, asked);
    const list = this.#list(ctx, asked);
    const known = list.results.get(era);
    if (known === undefined) return this.#ask(ctx, asked);
    ctx.state.result = listResponseOf(idJson, known);
  }

  /** Makes the list of the address ahead of a message that may be about it. Messages that begin no call and are not known may be a batch. */
  async #makeList(ctx: Context, { message: { method }, selection }: Asked): Promise<void> {
    if (method === undefined || method === LIST || method === LISTEN) await this.#parts.lists.of(ctx, selection);
  }

  /** The list of the address. Fails with: not_found (there is no such toolset). */
  #list({ state }: Context, { selection, metaTools }: Asked): ToolList {
    const { metadata } = this.#parts;
    if (!metaTools) return toolListOf(metadata(state.caller, selection));
    if (selection !== undefined) metadata(state.caller, selection);
    return toolListOf(META_TOOLS);
  }

  async #ask(ctx: Context, asked: Asked): Promise<void> {
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
        const list = this.#list(ctx, asked);
        listed = { list, era };
        return list;
      },
      callTool: (era, onProgress) => {
        const called = this.#call(ctx, asked, era, onProgress);
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
      if (listed === undefined)
        return await sendResponse(ctx, new Response(text || null, { status, headers }), options);
      const { list, era } = listed;
      const definitions = await definitionsOf(list, era, (work) => this.#parts.paced.run(ownerOf(ctx), work));
      const result = message.isPlain ? resultIn(text) : undefined;
      if (result === undefined) {
        const full = withDefinitions(text, definitions);
        return await sendResponse(ctx, new Response(full, { status, headers }), options);
      }
      const made = list.results.get(era) ?? Buffer.from(withDefinitions(result, definitions));
      list.results.set(era, made);
      ctx.state.result = listResponseOf(message.idJson, made);
    } finally {
      // A stream that its caller closes ends before its call, whose end is in the log.
      await calling;
      stopListening?.();
      ctx.state.signal.removeEventListener('abort', end);
      this.#parts.events?.off('drain', end);
      noteRefusal(ctx);
    }
  }

  /** Tells the caller of changes of its list until the returned function is called. Fails with: overloaded. */
  #listen(ctx: Context, asked: Asked, sdk: Sdk): () => void {
    return this.#changes.add({
      owner: ownerOf(ctx),
      etag: () => this.#list(ctx, asked).listed.etag,
      tell: () => sdk.toolsChanged(),
    });
  }

  /** Runs the call of a message. Resolves with the JSON text of MCP's result, or with the error to answer with. */
  async #call(
    ctx: Context,
    asked: Asked,
    era: Era,
    onProgress?: (report: ProgressReport) => void,
  ): Promise<string | RpcError> {
    const { argumentsBytes, callerHeaders = [] } = this.#parts;
    try {
      const { selection, metaTools, message } = asked;
      if (message.call === undefined) throw new CallError('invalid_request', BATCH);
      if (metaTools && message.call.toolName === FIND_TOOLS) return await this.#find(ctx, asked, era);
      const call = metaTools ? await this.#innerCall(message.call) : message.call;
      refuseSize(call.argumentsJson.length, argumentsBytes);
      const callerSecrets = callerSecretsOf(ctx.req, callerHeaders);
      const outcome = await this.#execute(ctx, {
        ...call,
        callerSecrets,
        selection,
        ...(onProgress && { onProgress }),
      });
      if (outcome.ok) return resultText(ctx, outcome.resultJson, era);
      return this.#failed(ctx, outcome.failure, era);
    } catch (error) {
      return this.#failed(ctx, failureOf(error), era, error);
    }
  }

  /** A search is no call: it has no receipt, and no line in the log unless it fails. */
  async #find(ctx: Context, { message, selection }: Asked, era: Era): Promise<string> {
    const { state } = ctx;
    state.isCall = false;
    state.wantsReceipt = false;
    const { argumentsJson } = message.call as CallParams;
    refuseSize(argumentsJson.length, this.#parts.argumentsBytes);
    const search = searchIn(argumentsJson);
    const findings = await (this.#parts.find as FindTools)(state.caller, { ...search, selection });
    const tools = toolDefinitions(JSON.stringify(findings), era);
    return valueResult(JSON.stringify({ ...findings, tools }), 'object', era, SERVER_INFO_JSON);
  }

  /** The call of the tool that `call_tool` names. Fails with: invalid_arguments, tool_not_found. */
  async #innerCall({ toolName, argumentsJson }: CallParams): Promise<CallParams> {
    if (toolName !== CALL_TOOL) return refuseOther(toolName);
    return innerCall(this.#reader.callIn(argumentsJson, await this.#marksOfLong(argumentsJson)));
  }

  /** Notes the failure for the log, and words it for the model. */
  #failed(ctx: Context, failure: Failure, era: Era, cause?: unknown): string | RpcError {
    const { state } = ctx;
    state.failure = failure;
    state.cause = cause;
    if (failure.code !== 'cancelled') state.replyStatus = 200;
    return rpcErrorOf(failure) ?? failureResult(failure, era, SERVER_INFO_JSON);
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

const resultText = ({ req, state: { route } }: Context, result: Buffer, era: Era): string => {
  if (route?.resultForm !== 'content')
    return valueResult(result.toString('utf8'), route?.resultForm ?? 'value', era, SERVER_INFO_JSON);
  const { content, structured } = contentPartsOf(result, route.limits.resultDepth);
  const known = contentFor(content, revisionOf(req.headers));
  return contentResult({ content: known, structured }, era, SERVER_INFO_JSON);
};

/** A list that the SDK has been given, and for which era. */
interface Listed {
  readonly list: ToolList;
  readonly era: Era;
}

/** JSON text of the result in a response of the SDK, which is a document or the one event of a stream; undefined if it is an error. */
const resultIn = (text: string): string | undefined => {
  const [, event] = /^data: (.*)$/m.exec(text) ?? [];
  const { result } = JSON.parse(event ?? text) as { readonly result?: object };
  return result && JSON.stringify(result);
};

/** The list itself is in memory once, however many replies with it wait for their readers. */
const listResponseOf = (idJson: string | undefined, result: Buffer): readonly Buffer[] => {
  const [before = '', after = ''] = responseOf(idJson ?? 'null', '\n').split('\n');
  return [Buffer.from(before), result, Buffer.from(after)];
};

const withDefinitions = (text: string, definitions: string): string =>
  text.replace(NO_DEFINITIONS, () => `"tools":${definitions}`);

/** A stream that ended because its caller may not stay has this reason in the log, and not that its call was cancelled. */
const noteRefusal = ({ state }: Context): void => {
  const { reason } = state.signal;
  if (state.sentBytes === undefined || !(reason instanceof CallError)) return;
  state.failure = reason.failure;
  state.replyStatus = 200;
};

/** A caller without the scope learns of it by the status and the header, which send it to get one. */
const refuseUnscoped = ({ state }: Context): void => {
  const { failure } = state;
  if (failure?.challenge === undefined) return;
  const { code, detail, ...more } = failure;
  state.replyStatus = undefined;
  throw new CallError(code, detail, { more });
};
