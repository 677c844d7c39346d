// Makes one call of a tool for a script: by the same steps as a direct call of the script's caller, with a log line and a receipt of its own. Front
// process.

import { CallError, failureOf } from '../../shared/protocol/errors.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { InnerCall } from '../scripts/inner-texts.ts';
import type { CallInner } from '../scripts/script-calls.ts';
import { type CallLogEntry, entryOf, innerRecordOf, type TraceParts } from './call-log.ts';
import type { CallToolParts } from './call-tool.ts';
import { newState, type RequestState, RUN_SCRIPT } from './context.ts';
import { type CallState, type createExecute, refuseName } from './execute-call.ts';
import { receiptOf } from './receipt.ts';
import type { Receipts } from './receipts.ts';
import { createArgumentsReader } from './tool-request.ts';

export interface InnerCallParts extends Pick<CallToolParts, 'bodyDepth' | 'argumentsBytes'> {
  readonly execute: ReturnType<typeof createExecute>;
  readonly readsIdempotencyKeys: boolean;
  readonly log: (entry: CallLogEntry) => void;
  readonly receipts: Receipts;
  readonly record: TraceParts['record'];
}

/** What all calls of one script share. */
export interface OfScript {
  readonly callerSecrets: Readonly<Record<string, string>> | undefined;
  readonly selection: Selection | undefined;
  /** How long a call may be queued: as long as the script may take. */
  readonly queueMs: number;
}

const KEY = /^[!-~]{1,255}$/;

/** Makes the calls of the script that `outer` is about. */
export const createInnerCall = (parts: InnerCallParts) => {
  const { execute, bodyDepth, argumentsBytes, readsIdempotencyKeys, log, receipts, record } = parts;
  const argumentsFrom = createArgumentsReader({ bodyDepth, argumentsBytes });
  return (outer: RequestState, { callerSecrets, selection, queueMs }: OfScript): CallInner =>
    async (call) => {
      const state = stateOf(outer, call);
      try {
        // In the order of a direct call, which is told the same first fault.
        const argumentsJson = await argumentsFrom(call.argumentsText);
        refuseName(call.toolName);
        state.toolName = call.toolName;
        if (readsIdempotencyKeys) state.idempotencyKey = keyOf(call);
        const outcome = await execute(state, {
          ...{ toolName: call.toolName, argumentsJson, ofScript: { queueMs } },
          ...(callerSecrets && { callerSecrets }),
          ...(selection && { selection }),
        });
        if (outcome.ok) state.result = outcome.resultJson;
        else state.failure = outcome.failure;
        const { resultForm, limits } = state.route ?? {};
        return { outcome, resultForm, resultDepth: limits?.resultDepth ?? 0 };
      } catch (error) {
        state.failure = failureOf(error);
        state.cause = error instanceof CallError ? error.cause : error;
        throw error;
      } finally {
        end(outer, state);
      }
    };

  function end(outer: RequestState, state: CallState): void {
    state.totalMs = performance.now() - state.startedAt;
    const replyBytes = Buffer.isBuffer(state.result) ? state.result.length : 0;
    if (outer.wantsReceipt) receipts.keep(state.callId, state.caller, JSON.stringify(receiptOf(state)));
    const entry = entryOf(state, { method: 'POST', path: RUN_SCRIPT, replyBytes });
    if (state.trace?.isRecorded) record(innerRecordOf(state, state.trace, entry));
    log(entry);
  }
};

const stateOf = (outer: RequestState, { callId, signal }: InnerCall): CallState => ({
  ...newState(outer.remoteAddress, signal, outer.trace),
  ...{ callId, caller: outer.caller, isCall: true },
});

/** Fails with: invalid_request. */
const keyOf = ({ idempotencyKey }: InnerCall): string | undefined => {
  if (idempotencyKey === undefined || KEY.test(idempotencyKey)) return idempotencyKey;
  throw new CallError('invalid_request', 'idempotencyKey must have 1 to 255 visible ASCII characters.');
};
