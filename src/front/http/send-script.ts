// Runs one script for a request, and notes in the request's state what the log, the receipt and the trace say of it. Front process.

import type { ProgressReport } from '../../shared/protocol/call.ts';
import { identityOf } from '../../shared/protocol/caller.ts';
import { type Selection, selectionWith } from '../../shared/protocol/selection.ts';
import { compositeKey } from '../../shared/text/composite-key.ts';
import { runScript, type ScriptEnd, type ScriptParts } from '../scripts/run-script.ts';
import type { CallLogEntry, TraceParts } from './call-log.ts';
import type { CallToolParts } from './call-tool.ts';
import { callerSecretsOf } from './caller.ts';
import type { Context, RequestState } from './context.ts';
import { createExecute } from './execute-call.ts';
import { createInnerCall } from './inner-call.ts';
import type { Receipts } from './receipts.ts';
import { limitsFor, type ScriptRequest } from './script-request.ts';
import { ownerOf } from './shares.ts';
import { createAnswerQuestion } from './tool-questions.ts';

export interface SendScriptParts extends CallToolParts {
  readonly scripts: ScriptParts;
  readonly log: (entry: CallLogEntry) => void;
  readonly receipts: Receipts;
  /** Without it, nothing is recorded. */
  readonly traces?: TraceParts;
}

export interface SentOptions {
  /** The tools that the request's address is about. Undefined: all. */
  readonly selection: Selection | undefined;
  readonly onProgress?: ((report: ProgressReport) => void) | undefined;
}

/** A script that has ended, and the JSON text of its whole answer if it succeeded. */
export type ScriptAnswer = ScriptEnd & { readonly answerJson: Buffer | undefined };

/** Rejects with CallError if the script never began: forbidden, not_found, invalid_script, overloaded. */
export type SendScript = (ctx: Context, request: ScriptRequest, options: SentOptions) => Promise<ScriptAnswer>;

export const createSendScript = (parts: SendScriptParts): SendScript => {
  const { callerHeaders = [], scripts, bodyDepth, argumentsBytes, log, receipts, readsIdempotencyKeys = false } = parts;
  const execute = createExecute(parts);
  const record = parts.traces?.record ?? (() => {});
  const innerCall = createInnerCall({
    execute,
    bodyDepth,
    argumentsBytes,
    readsIdempotencyKeys,
    log,
    receipts,
    record,
  });

  const answersFor = createAnswerQuestion({ questions: scripts.questions, bodyDepth, argumentsBytes });

  return async (ctx, { code, filter, limits: asked }, { selection, onProgress }) => {
    const { state } = ctx;
    const { callId, caller, signal, trace } = state;
    const ruled = scripts.admit(caller, selection);
    const callerSecrets = callerSecretsOf(ctx.req, callerHeaders);
    const selected = selectionWith(selection, filter);
    const limits = limitsFor(scripts.config(), asked, ruled?.values);
    if (trace?.isRecorded) state.executedAt = performance.now();
    const end = await runScript(scripts, {
      ...{ code, limits, ruled, onProgress },
      // Callers of one share may be several, and none of them enters the process of another.
      owner: compositeKey(identityOf(caller), ownerOf(ctx)),
      call: {
        ...{ callId, caller, signal, trace, sharer: () => ownerOf(ctx) },
        onQuotas: (quotas) => {
          state.quotas = quotas;
        },
      },
      callTool: innerCall(state, { callerSecrets, selection: selected, queueMs: limits.wallMs }),
      answerQuestion: answersFor(caller, selected),
    });
    note(state, end);
    return { ...end, answerJson: answerOf(end) };
  };
};

const note = (state: RequestState, { outcome, route }: ScriptEnd): void => {
  state.toolName = route.toolName;
  state.route = route;
  state.usage = outcome.usage;
};

const answerOf = (end: ScriptEnd): Buffer | undefined => {
  if (end.failure !== undefined) return undefined;
  const { logs, calls, usage } = end.report;
  const rest = JSON.stringify({ logs, calls, usage });
  // The result is JSON that its runner has been checked for.
  return Buffer.concat([Buffer.from('{"result":'), end.resultJson, Buffer.from(`,${rest.slice(1)}`)]);
};
