// POST /mcp/runScript: turns a request into a script, and what came of it into a reply. Front process.

import { type CallToolParts, createBodyReader } from './call-tool.ts';
import { type Context, refuseWhileDraining } from './context.ts';
import { ProgressStream } from './event-stream.ts';
import { wantsEvents, wantsReceipt } from './preference.ts';
import { fail } from './responder.ts';
import { createScriptReader } from './script-request.ts';
import { addressedIn } from './selection.ts';
import type { SendScript } from './send-script.ts';

/** Runs one script. The route throws a CallError if it never began. */
export const createRunScriptRoute = (
  parts: CallToolParts,
  sendScript: SendScript,
): ((ctx: Context) => Promise<void>) => {
  const { isDraining, bodyDepth } = parts;
  const readBody = createBodyReader(parts);
  const readScript = createScriptReader(bodyDepth);

  return async (ctx) => {
    const { state } = ctx;
    state.isCall = true;
    state.wantsReceipt = wantsReceipt(ctx.req);
    refuseWhileDraining(isDraining);
    const { selection } = addressedIn(ctx);
    const request = await readScript(await readBody(ctx));
    const progress = wantsEvents(ctx.req) ? new ProgressStream(ctx, parts) : undefined;
    state.progress = progress;
    const { failure, answerJson } = await sendScript(ctx, request, { selection, onProgress: progress?.report });
    if (failure === undefined) state.result = answerJson;
    else fail(ctx, failure);
  };
};
