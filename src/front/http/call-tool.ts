// POST /mcp/callTool and POST /tools/NAME: turn a request into a call, and the call's Outcome into a reply. Front process.

import type { ServerConfig } from '../../settings/config.ts';
import type { ByteBudget } from '../../shared/protocol/byte-budget.ts';
import { admitBody } from './body-guard.ts';
import { callerSecretsOf } from './caller.ts';
import type { AddressOf } from './client-address.ts';
import { type Context, refuseWhileDraining } from './context.ts';
import { readEncodedBody } from './encoded-body.ts';
import { ProgressStream, type StreamParts } from './event-stream.ts';
import { createExecuteCall, type ExecuteParts } from './execute-call.ts';
import { readPlainBody } from './plain-body.ts';
import { wantsEvents, wantsReceipt } from './preference.ts';
import { fail } from './responder.ts';
import { createArgumentsReader, createToolRequestReader, type ToolRequest } from './tool-request.ts';

export interface CallToolParts extends ExecuteParts, StreamParts {
  readonly server: Pick<ServerConfig, 'bodyBytes'>;
  readonly bodyDepth: number;
  /** Budget of the bodies that are arriving. */
  readonly held: ByteBudget;
  readonly addressOf: AddressOf;
  /** Most UTF-8 bytes of the arguments of any tool: the largest `argumentsBytes` in force. */
  readonly argumentsBytes: number;
  /** Lower-case names of headers in which callers bring values for secrets of their own. The list may change while the server runs. */
  readonly callerHeaders?: readonly string[];
}

/** Runs one call, up to the text of its result. The route throws a CallError if the call never began. */
export const createCallToolRoute = (parts: CallToolParts): ((ctx: Context) => Promise<void>) => {
  const { bodyDepth, argumentsBytes } = parts;
  return createCallRoute(parts, createToolRequestReader({ bodyDepth, argumentsBytes }));
};

/** The same for a path that names the tool and a body that is its arguments. `nameOf` reads the name from the path, untrusted. */
export const createToolRoute = (
  parts: CallToolParts,
  nameOf: (ctx: Context) => string,
): ((ctx: Context) => Promise<void>) => {
  const { bodyDepth, argumentsBytes } = parts;
  const argumentsFrom = createArgumentsReader({ bodyDepth, argumentsBytes });
  return createCallRoute(parts, (body, ctx) => {
    const toolName = nameOf(ctx);
    const argumentsJson = argumentsFrom(body);
    return argumentsJson instanceof Promise
      ? argumentsJson.then((read) => ({ argumentsJson: read, toolName }))
      : { argumentsJson, toolName };
  });
};

const createCallRoute = (
  parts: CallToolParts,
  toolRequestFrom: (body: Buffer, ctx: Context) => ToolRequest | Promise<ToolRequest>,
): ((ctx: Context) => Promise<void>) => {
  const { callerHeaders = [], isDraining } = parts;
  const readBody = createBodyReader(parts);
  const execute = createExecuteCall(parts);

  return async (ctx) => {
    const { state } = ctx;
    state.isCall = true;
    state.wantsReceipt = wantsReceipt(ctx.req);
    refuseWhileDraining(isDraining);
    const callerSecrets = callerSecretsOf(ctx.req, callerHeaders);
    const read = toolRequestFrom(await readBody(ctx), ctx);
    const { toolName, argumentsJson } = read instanceof Promise ? await read : read;
    const progress = wantsEvents(ctx.req) ? new ProgressStream(ctx, parts) : undefined;
    state.progress = progress;
    const onProgress = progress?.report;
    const outcome = await execute(ctx, { toolName, argumentsJson, callerSecrets, onProgress });
    if (outcome.ok) state.result = outcome.resultJson;
    else fail(ctx, outcome.failure);
  };
};

/** Reads a body of JSON, compressed or not. Fails with what {@link admitBody} and the readers of bodies fail with. */
export const createBodyReader = ({
  server: { bodyBytes },
  held,
  addressOf,
}: Pick<CallToolParts, 'server' | 'held' | 'addressOf'>): ((ctx: Context) => Promise<Buffer>) => {
  const room = { bodyBytes, held, addressOf };
  return (ctx) => {
    const encoding = admitBody(ctx, bodyBytes);
    return encoding === undefined
      ? readPlainBody(ctx.req, ctx.state.signal, room)
      : readEncodedBody(ctx.req, ctx.state.signal, encoding, room);
  };
};
