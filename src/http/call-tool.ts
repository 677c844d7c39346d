// POST /mcp/callTool: a request becomes a call, the call's outcome a reply.

import type { ServerConfig } from '../config/config.ts';
import type { ByteBudget } from '../protocol/byte-budget.ts';
import type { Executor, ToolCall } from '../protocol/call.ts';
import { CallError } from '../protocol/errors.ts';
import { admitBody } from './body-guard.ts';
import { callerOf, callerSecretsOf } from './caller.ts';
import type { Context, RequestState } from './context.ts';
import { createEncodedBodyReader } from './encoded-body.ts';
import { readPlainBody } from './plain-body.ts';
import { wantsReceipt } from './preference.ts';
import { quoted } from './quoted.ts';
import { fail } from './responder.ts';
import { createToolRequestReader, type ToolRequest } from './tool-request.ts';
import { type SettingOf, withSetting } from './with-setting.ts';

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

export interface CallToolParts {
  readonly executor: Executor;
  readonly server: Pick<ServerConfig, 'bodyBytes' | 'bodyDepth'>;
  /** What bodies under way hold. */
  readonly held: ByteBudget;
  /** UTF-8 bytes that the arguments of any tool may take. */
  readonly argumentsBytes: number;
  /** Names of headers, in small letters, in which callers bring values for secrets of their own. */
  readonly callerHeaders?: readonly string[];
  readonly settingOf?: SettingOf;
  readonly isDraining: () => boolean;
}

/** Runs one call, up to the text of its result. */
export const createCallToolRoute = (parts: CallToolParts): ((ctx: Context) => Promise<void>) => {
  const { executor, server, held, argumentsBytes, callerHeaders = [], settingOf, isDraining } = parts;
  const { bodyBytes, bodyDepth } = server;
  const toolRequestFrom = createToolRequestReader({ bodyDepth, argumentsBytes });
  const readEncodedBody = createEncodedBodyReader(bodyBytes, held);

  return async (ctx) => {
    const { state } = ctx;
    state.isCall = true;
    state.caller = callerOf(ctx.req);
    state.wantsReceipt = wantsReceipt(ctx.req);
    refuseWhileDraining(isDraining);
    const callerSecrets = callerSecretsOf(ctx.req, callerHeaders);
    const encoding = admitBody(ctx, bodyBytes);
    const body = await (encoding === undefined
      ? readPlainBody(ctx.req, state.signal, { bodyBytes, held })
      : readEncodedBody(ctx, encoding));
    const request = toolRequestFrom(body);
    refuseName(request.toolName);
    refuseWhileDraining(isDraining);
    state.toolName = request.toolName;
    state.argumentsBytes = request.argumentsJson.length;
    const outcome = await executor.execute(callOf(request, state, callerSecrets));
    state.usage = outcome.usage;
    if (outcome.ok && !state.signal.aborted) state.result = outcome.resultJson;
    else fail(ctx, outcome.ok ? CANCELLED : withSetting(outcome.failure, request.toolName, settingOf));
  };
};

/** Most calls bring no secrets: theirs is the plain object. */
const callOf = (
  { toolName, argumentsJson }: ToolRequest,
  state: RequestState,
  callerSecrets: ToolCall['callerSecrets'],
): ToolCall => {
  const { callId, caller, signal } = state;
  const onRoute: ToolCall['onRoute'] = (route) => {
    state.route = route;
  };
  const call: ToolCall = { callId, toolName, argumentsJson, caller, signal, onRoute };
  return callerSecrets === undefined ? call : { ...call, callerSecrets };
};

const CANCELLED = { code: 'cancelled', detail: 'The caller hung up before the answer.' } as const;

const refuseWhileDraining = (isDraining: () => boolean): void => {
  if (isDraining()) throw new CallError('shutting_down', 'The server is shutting down and takes no new calls.');
};

const refuseName = (toolName: string): void => {
  if (TOOL_NAME.test(toolName)) return;
  const detail = `No tool can be called ${quoted(toolName)}. GET /mcp/metadata lists the tools there are.`;
  throw new CallError('tool_not_found', detail);
};
