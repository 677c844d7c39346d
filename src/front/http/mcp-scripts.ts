// Runs the script of a `run_script`, and words what came of it for a model. Front process.

import { SCRIPT_TOOL_NAME } from '../../settings/rules/rule.ts';
import type { ProgressReport } from '../../shared/protocol/call.ts';
import { CallError, type Failure, failureOf } from '../../shared/protocol/errors.ts';
import type { ScriptReport } from '../../shared/protocol/script-report.ts';
import type { Era } from '../../shared/protocol/tool-definitions.ts';
import type { CallParams } from '../mcp/message.ts';
import { failureResult, type RpcError, rpcErrorOf, valueResult } from '../mcp/outcome-texts.ts';
import { isScriptResult } from '../mcp/script-tool.ts';
import type { Context } from './context.ts';
import { type Asked, type McpParts, SERVER_INFO_JSON } from './mcp-parts.ts';
import { problemFor } from './problem.ts';
import { createScriptReader } from './script-request.ts';
import type { SendScript } from './send-script.ts';

export class McpScripts {
  readonly #parts: McpParts;
  readonly #readScript: ReturnType<typeof createScriptReader>;

  constructor(parts: McpParts) {
    this.#parts = parts;
    this.#readScript = createScriptReader(parts.bodyDepth);
  }

  /** True if the message calls the server's own `run_script`, which is the case as well for a caller who may not. */
  isCalled({ state }: Context, { message, selection, metaTools }: Asked): boolean {
    const { scripts } = this.#parts;
    if (scripts === undefined || message.call?.toolName !== SCRIPT_TOOL_NAME) return false;
    return metaTools || !scripts.isNameTaken(state.caller, selection);
  }

  /** Resolves with the JSON text of MCP's result, or with the error to answer with. */
  async run(
    ctx: Context,
    { message, selection }: Asked,
    era: Era,
    onProgress?: (report: ProgressReport) => void,
  ): Promise<string | RpcError> {
    ctx.state.toolName = SCRIPT_TOOL_NAME;
    try {
      const request = await this.#readScript((message.call as CallParams).argumentsJson);
      const sendScript = this.#parts.sendScript as SendScript;
      const end = await sendScript(ctx, request, { selection, onProgress });
      if (end.failure !== undefined) return failed(ctx, end.failure, era);
      if (ctx.state.signal.aborted) throw new CallError('cancelled', 'The caller hung up before the answer.');
      const answer = (end.answerJson as Buffer).toString('utf8');
      return valueResult(answer, 'object', era, SERVER_INFO_JSON, shortAnswer(end.resultJson, end.report));
    } catch (error) {
      return failed(ctx, failureOf(error), era, error);
    }
  }
}

/** What a model reads of an answer: the result, and if there are any, the lines of its log and the calls that failed. The ids of calls take more tokens. */
const shortAnswer = (resultJson: Buffer, { logs, calls }: ScriptReport): string => {
  const failed = calls.filter(({ code }) => code !== 'ok').map(({ tool, code }) => ({ tool, code }));
  const more = {
    ...(logs.length > 0 && { logs: logs.map(({ text }) => text) }),
    ...(failed.length > 0 && { failedCalls: failed }),
  };
  const rest = JSON.stringify(more).slice(1);
  return `{"result":${resultJson.toString('utf8')}${rest === '}' ? '' : ','}${rest}`;
};

/** A model reads the sentence, and programs the members that a failure has over HTTP. Clients hold structured content to the schema of an answer. */
const failed = (ctx: Context, failure: Failure, era: Era, cause?: unknown): string | RpcError => {
  const { state } = ctx;
  state.failure = failure;
  state.cause = cause;
  if (failure.code !== 'cancelled') state.replyStatus = 200;
  if (failure.code !== 'cancelled' && isScriptResult(failure))
    return failureResult(failure, era, SERVER_INFO_JSON, [problemFor(failure, state).text]);
  return rpcErrorOf(failure) ?? failureResult(failure, era, SERVER_INFO_JSON);
};
