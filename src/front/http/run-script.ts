// POST /mcp/runScript: turns a request into a script, and what came of it into a reply. Front process.

import { identityOf } from '../../shared/protocol/caller.ts';
import { compositeKey } from '../../shared/text/composite-key.ts';
import { runScript, type ScriptEnd, type ScriptParts } from '../scripts/run-script.ts';
import type { CallLogEntry } from './call-log.ts';
import { type CallToolParts, createBodyReader } from './call-tool.ts';
import { callerSecretsOf } from './caller.ts';
import { type Context, refuseWhileDraining } from './context.ts';
import { createExecute } from './execute-call.ts';
import { createInnerCall } from './inner-call.ts';
import { wantsReceipt } from './preference.ts';
import type { Receipts } from './receipts.ts';
import { fail } from './responder.ts';
import { createScriptReader, limitsFor } from './script-request.ts';
import { ownerOf } from './shares.ts';

export interface RunScriptParts extends CallToolParts {
  readonly scripts: ScriptParts;
  readonly log: (entry: CallLogEntry) => void;
  readonly receipts: Receipts;
}

/** Runs one script. The route throws a CallError if it never began. */
export const createRunScriptRoute = (parts: RunScriptParts): ((ctx: Context) => Promise<void>) => {
  const { callerHeaders = [], isDraining, scripts, bodyDepth, argumentsBytes, log, receipts } = parts;
  const { readsIdempotencyKeys = false } = parts;
  const readBody = createBodyReader(parts);
  const readScript = createScriptReader(bodyDepth);
  const execute = createExecute(parts);
  const innerCall = createInnerCall({ execute, bodyDepth, argumentsBytes, readsIdempotencyKeys, log, receipts });

  return async (ctx) => {
    const { state } = ctx;
    state.isCall = true;
    state.wantsReceipt = wantsReceipt(ctx.req);
    refuseWhileDraining(isDraining);
    const callerSecrets = callerSecretsOf(ctx.req, callerHeaders);
    const { code, selection, limits: asked } = await readScript(await readBody(ctx));
    const limits = limitsFor(scripts.config(), asked);
    const { callId, caller, signal, trace } = state;
    const end = await runScript(scripts, {
      ...{ code, limits },
      // Callers of one share may be several, and none of them enters the process of another.
      owner: compositeKey(identityOf(caller), ownerOf(ctx)),
      call: {
        ...{ callId, caller, signal, trace, sharer: () => ownerOf(ctx) },
        onQuotas: (quotas) => {
          state.quotas = quotas;
        },
      },
      callTool: innerCall(state, { callerSecrets, selection, queueMs: limits.wallMs }),
    });
    note(ctx, end);
  };
};

const note = (ctx: Context, end: ScriptEnd): void => {
  const { state } = ctx;
  const { outcome, report, route } = end;
  state.toolName = route.toolName;
  state.route = route;
  state.usage = outcome.usage;
  if (end.failure !== undefined) return fail(ctx, end.failure);
  const { logs, calls, usage } = report;
  const rest = JSON.stringify({ logs, calls, usage });
  // The result is JSON that its runner has been checked for.
  state.result = Buffer.concat([Buffer.from('{"result":'), end.resultJson, Buffer.from(`,${rest.slice(1)}`)]);
};
