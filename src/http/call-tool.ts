// POST /mcp/callTool and POST /tools/NAME: turn a request into a call, and the call's Outcome into a reply. Front process.

import type { LogConfig, ServerConfig } from '../config/config.ts';
import type { ByteBudget } from '../protocol/byte-budget.ts';
import type { Executor, ToolCall } from '../protocol/call.ts';
import { CallError } from '../protocol/errors.ts';
import { quoted } from '../text/quoted.ts';
import { admitBody } from './body-guard.ts';
import { callerSecretsOf } from './caller.ts';
import type { AddressOf } from './client-address.ts';
import { type Context, type RequestState, refuseWhileDraining } from './context.ts';
import { readEncodedBody } from './encoded-body.ts';
import { PayloadTaker } from './payload.ts';
import { readPlainBody } from './plain-body.ts';
import { wantsReceipt } from './preference.ts';
import { type SettingOf, withSetting } from './problem.ts';
import { fail } from './responder.ts';
import { createArgumentsReader, createToolRequestReader, type ToolRequest } from './tool-request.ts';

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Parts of the route of calls. */
export interface CallToolParts {
  readonly executor: Executor;
  readonly server: Pick<ServerConfig, 'bodyBytes' | 'bodyDepth'>;
  /** Budget of the bodies that are arriving. */
  readonly held: ByteBudget;
  readonly addressOf: AddressOf;
  /** Most UTF-8 bytes of the arguments of any tool: the largest `argumentsBytes` in force. */
  readonly argumentsBytes: number;
  /** Lower-case names of headers in which callers bring values for secrets of their own. The list may change while the server runs. */
  readonly callerHeaders?: readonly string[];
  readonly settingOf?: SettingOf;
  /** Tools whose arguments and results are logged; none if absent. */
  readonly payloads?: LogConfig['payloads'] | undefined;
  /** True as soon as the server takes no new calls. */
  readonly isDraining: () => boolean;
}

/** Runs one call, up to the text of its result. The route throws a CallError if the call never began. */
export const createCallToolRoute = (parts: CallToolParts): ((ctx: Context) => Promise<void>) => {
  const { server, argumentsBytes } = parts;
  return createCallRoute(parts, createToolRequestReader({ bodyDepth: server.bodyDepth, argumentsBytes }));
};

/** The same for a path that names the tool and a body that is its arguments. `nameOf` reads the name from the path, untrusted. */
export const createToolRoute = (
  parts: CallToolParts,
  nameOf: (ctx: Context) => string,
): ((ctx: Context) => Promise<void>) => {
  const { server, argumentsBytes } = parts;
  const argumentsFrom = createArgumentsReader({ bodyDepth: server.bodyDepth, argumentsBytes });
  return createCallRoute(parts, (body, ctx) => ({ argumentsJson: argumentsFrom(body), toolName: nameOf(ctx) }));
};

const createCallRoute = (
  parts: CallToolParts,
  toolRequestFrom: (body: Buffer, ctx: Context) => ToolRequest,
): ((ctx: Context) => Promise<void>) => {
  const { executor, server, held, addressOf, callerHeaders = [], settingOf, isDraining } = parts;
  const { bodyBytes } = server;
  const room = { bodyBytes, held, addressOf };
  const payloads = PayloadTaker.for(parts.payloads);

  return async (ctx) => {
    const { state } = ctx;
    state.isCall = true;
    state.wantsReceipt = wantsReceipt(ctx.req);
    refuseWhileDraining(isDraining);
    const callerSecrets = callerSecretsOf(ctx.req, callerHeaders);
    const encoding = admitBody(ctx, bodyBytes);
    const body = await (encoding === undefined
      ? readPlainBody(ctx.req, state.signal, room)
      : readEncodedBody(ctx.req, state.signal, encoding, room));
    const request = toolRequestFrom(body, ctx);
    refuseName(request.toolName);
    refuseWhileDraining(isDraining);
    state.toolName = request.toolName;
    state.argumentsBytes = request.argumentsJson.length;
    if (state.trace?.isRecorded) state.executedAt = performance.now();
    const outcome = await executor.execute(callOf(request, state, callerSecrets));
    state.usage = outcome.usage;
    if (payloads !== undefined)
      state.payload = payloads.take(request, outcome.ok ? outcome.resultJson : undefined, callerSecrets);
    if (outcome.ok && !state.signal.aborted) state.result = outcome.resultJson;
    else fail(ctx, outcome.ok ? CANCELLED : withSetting(outcome.failure, request.toolName, settingOf));
  };
};

/** Most calls bring no secrets, so their object is not copied. */
const callOf = (
  { toolName, argumentsJson }: ToolRequest,
  state: RequestState,
  callerSecrets: ToolCall['callerSecrets'],
): ToolCall => {
  const { callId, caller, signal, trace } = state;
  const onRoute: ToolCall['onRoute'] = (route) => {
    state.route = route;
  };
  const onQuotas: ToolCall['onQuotas'] = (quotas) => {
    state.quotas = quotas;
  };
  const call: ToolCall = { callId, toolName, argumentsJson, caller, signal, trace, onRoute, onQuotas };
  return callerSecrets === undefined ? call : { ...call, callerSecrets };
};

const CANCELLED = { code: 'cancelled', detail: 'The caller hung up before the answer.' } as const;

const refuseName = (toolName: string): void => {
  if (TOOL_NAME.test(toolName)) return;
  const detail = `No tool can be called ${quoted(toolName)}. GET /mcp/metadata lists the tools.`;
  throw new CallError('tool_not_found', detail);
};
