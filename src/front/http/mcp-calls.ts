// Runs the call, or the search, of a message of POST /mcp, and words what came of it. Front process.

import type { ProgressReport } from '../../shared/protocol/call.ts';
import { CallError, type Failure, failureOf } from '../../shared/protocol/errors.ts';
import { type Era, toolDefinitions } from '../../shared/protocol/tool-definitions.ts';
import { contentFor, contentPartsOf } from '../mcp/content-results.ts';
import type { CallParams } from '../mcp/message.ts';
import { CALL_TOOL, FIND_TOOLS, innerCall, refuseOther, searchIn } from '../mcp/meta-tools.ts';
import { contentResult, failureResult, type RpcError, rpcErrorOf, valueResult } from '../mcp/outcome-texts.ts';
import { revisionOf } from '../mcp/plain-requests.ts';
import { callerSecretsOf } from './caller.ts';
import type { Context } from './context.ts';
import type { FindTools } from './discovery.ts';
import { createExecuteCall, type ExecuteCall } from './execute-call.ts';
import { type Asked, type McpParts, SERVER_INFO_JSON } from './mcp-parts.ts';
import type { McpReader } from './mcp-reader.ts';
import { McpScripts } from './mcp-scripts.ts';
import { refuseSize } from './tool-request.ts';

const BATCH = 'The call is in a batch. Send each call as a message of its own.';

export class McpCalls {
  readonly #parts: McpParts;
  readonly #reader: McpReader;
  readonly #execute: ExecuteCall;
  readonly #scripts: McpScripts;

  constructor(parts: McpParts, reader: McpReader) {
    this.#parts = parts;
    this.#reader = reader;
    this.#execute = createExecuteCall(parts);
    this.#scripts = new McpScripts(parts);
  }

  /** Runs the call of a message. Resolves with the JSON text of MCP's result, or with the error to answer with. */
  async call(
    ctx: Context,
    asked: Asked,
    era: Era,
    onProgress?: (report: ProgressReport) => void,
  ): Promise<string | RpcError> {
    const { argumentsBytes, callerHeaders = [] } = this.#parts;
    if (this.#scripts.isCalled(ctx, asked)) return this.#scripts.run(ctx, asked, era, onProgress);
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
      return failed(ctx, outcome.failure, era);
    } catch (error) {
      return failed(ctx, failureOf(error), era, error);
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
    return innerCall(await this.#reader.callIn(argumentsJson));
  }
}

/** A caller without the scope learns of it by the status and the header, which send it to get one. */
export const refuseUnscoped = ({ state }: Context): void => {
  const { failure } = state;
  if (failure?.challenge === undefined) return;
  const { code, detail, ...more } = failure;
  state.replyStatus = undefined;
  throw new CallError(code, detail, { more });
};

/** Notes the failure for the log, and words it for the model. */
const failed = (ctx: Context, failure: Failure, era: Era, cause?: unknown): string | RpcError => {
  const { state } = ctx;
  state.failure = failure;
  state.cause = cause;
  if (failure.code !== 'cancelled') state.replyStatus = 200;
  return rpcErrorOf(failure) ?? failureResult(failure, era, SERVER_INFO_JSON);
};

const resultText = ({ req, state: { route } }: Context, result: Buffer, era: Era): string => {
  if (route?.resultForm !== 'content')
    return valueResult(result.toString('utf8'), route?.resultForm ?? 'value', era, SERVER_INFO_JSON);
  const { content, structured } = contentPartsOf(result, route.limits.resultDepth);
  const known = contentFor(content, revisionOf(req.headers));
  return contentResult({ content: known, structured }, era, SERVER_INFO_JSON);
};
