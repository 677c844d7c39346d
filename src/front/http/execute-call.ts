// Runs one call for a request, and notes in the request's state what the log, the receipt and the trace say of it. Front process.

import type { IncomingMessage } from 'node:http';
import type { LogConfig } from '../../settings/config.ts';
import type { CallSignal, Executor, Outcome, ProgressReport, ToolCall } from '../../shared/protocol/call.ts';
import { CallError } from '../../shared/protocol/errors.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import { quoted } from '../../shared/text/quoted.ts';
import { type Context, type RequestState, refuseWhileDraining } from './context.ts';
import { headerValues } from './header-values.ts';
import { PayloadTaker } from './payload.ts';
import { type SettingOf, withSetting } from './problem.ts';
import { ownerOf } from './shares.ts';
import type { ToolRequest } from './tool-request.ts';

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

export interface ExecuteParts {
  readonly executor: Executor;
  readonly settingOf?: SettingOf;
  /** Tools whose arguments and results are logged now; none if absent. */
  readonly payloads?: (() => LogConfig['payloads']) | undefined;
  /** The server keeps answers for calls with an idempotency key; else the header is ignored. */
  readonly readsIdempotencyKeys?: boolean;
  /** True as soon as the server takes no new calls. */
  readonly isDraining: () => boolean;
  /** True as soon as each reply is the last on its connection. */
  readonly endsConnections: () => boolean;
}

export interface Sent extends ToolRequest {
  readonly callerSecrets?: ToolCall['callerSecrets'];
  readonly selection?: Selection | undefined;
  readonly onProgress?: ((report: ProgressReport) => void) | undefined;
  readonly ofScript?: ToolCall['ofScript'];
}

/** Resolves with the call's Outcome, whose failure names the setting of its limit. Throws a CallError if the call never began. */
export type ExecuteCall = (ctx: Context, sent: Sent) => Promise<Outcome>;

export const createExecuteCall = (parts: ExecuteParts): ExecuteCall => {
  const { isDraining, readsIdempotencyKeys = false } = parts;
  const execute = createExecute(parts);
  return async (ctx, sent) => {
    const { state } = ctx;
    refuseName(sent.toolName);
    refuseWhileDraining(isDraining);
    if (readsIdempotencyKeys) state.idempotencyKey = idempotencyKeyOf(ctx.req);
    return execute(state, sent);
  };
};

/** The part of a request's state that one call reads and writes. A script has one for each of its calls. */
export type CallState = Omit<RequestState, 'signal'> & { readonly signal: CallSignal };

/** The same for a call whose request has been looked at: `state` has the call's id, its caller, and its key if the server reads keys. */
export const createExecute = (parts: ExecuteParts): ((state: CallState, sent: Sent) => Promise<Outcome>) => {
  const { executor, settingOf, payloads } = parts;
  const takerNow = payloads && takerOf(payloads);
  return async (state, sent) => {
    const { toolName, argumentsJson, callerSecrets } = sent;
    state.toolName = toolName;
    state.argumentsBytes = argumentsJson.length;
    if (state.trace?.isRecorded) state.executedAt = performance.now();
    const outcome = await executor.execute(callOf(sent, state));
    state.usage = outcome.usage;
    state.replayOf = outcome.replayOf;
    state.isReplayed = outcome.replayOf !== undefined;
    const taker = takerNow?.();
    if (taker !== undefined)
      state.payload = taker.take(sent, outcome.ok ? outcome.resultJson : undefined, callerSecrets);
    if (outcome.ok) return state.signal.aborted ? { ok: false, failure: CANCELLED, usage: outcome.usage } : outcome;
    const failure = withSetting(outcome.failure, toolName, settingOf);
    return failure === outcome.failure ? outcome : { ...outcome, failure };
  };
};

/** Makes what takes payloads again only if the setting has changed. */
const takerOf = (payloads: () => LogConfig['payloads']): (() => PayloadTaker | undefined) => {
  let of: LogConfig['payloads'] | undefined;
  let taker: PayloadTaker | undefined;
  return () => {
    const now = payloads();
    if (now !== of) [of, taker] = [now, PayloadTaker.for(now)];
    return taker;
  };
};

/** Most calls bring no secrets and ask for nothing more, so their object is not copied. */
const callOf = (
  { toolName, argumentsJson, callerSecrets, selection, onProgress, ofScript }: Sent,
  state: CallState,
): ToolCall => {
  const { callId, caller, signal, trace, idempotencyKey } = state;
  const onRoute: ToolCall['onRoute'] = (route) => {
    state.route = route;
  };
  const onQuotas: ToolCall['onQuotas'] = (quotas) => {
    state.quotas = quotas;
  };
  const sharer = (): string => ownerOf({ state });
  const call: ToolCall = { callId, toolName, argumentsJson, caller, sharer, signal, trace, onRoute, onQuotas };
  const isPlain = callerSecrets === undefined && onProgress === undefined && selection === undefined;
  if (isPlain && idempotencyKey === undefined && ofScript === undefined) return call;
  return {
    ...call,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(callerSecrets && { callerSecrets }),
    ...(selection && { selection }),
    ...(onProgress && { onProgress }),
    ...(ofScript && { ofScript }),
  };
};

const CANCELLED = { code: 'cancelled', detail: 'The caller hung up before the answer.' } as const;

/** A name behind a prefix, as in `functions.slugify`, which models write. */
const BARE_NAME = /(?<=[./:])[A-Za-z_][A-Za-z0-9_-]*$/;
const MOST_NAME_CHARACTERS = 80;

/** Fails with: tool_not_found. */
export const refuseName = (toolName: string): void => {
  if (TOOL_NAME.test(toolName)) return;
  const [bare] = BARE_NAME.exec(toolName.slice(-MOST_NAME_CHARACTERS)) ?? [];
  const advice = bare === undefined ? '' : ` Send its name alone, without what is before it: "${bare}".`;
  const detail = `No tool can be called ${quoted(toolName)}.${advice} GET /mcp/metadata lists the tools.`;
  throw new CallError('tool_not_found', detail);
};

const MOST_CHARACTERS = 255;
/** A text of a structured field (RFC 9651) may have each of its characters behind a backslash, and two quotes. */
const MOST_SENT_CHARACTERS = 2 * MOST_CHARACTERS + 2;
const QUOTED = /^"((?:[!#-[\]-~]|\\["\\])*)"$/;
const BARE = /^[!-~]+$/;

/**
 * The key of a request; undefined if it has none. `"abc"` and `abc` are the same key. Fails with: invalid_request, if it is empty, too long, not
 * visible ASCII or there twice. No message has the key in it.
 */
export const idempotencyKeyOf = (req: IncomingMessage): string | undefined => {
  if (req.headers['idempotency-key'] === undefined) return undefined;
  const [sent = '', second] = headerValues(req, 'idempotency-key');
  if (second !== undefined) throw refusal('is there twice');
  const key = sent.length > MOST_SENT_CHARACTERS ? sent : keyIn(sent);
  if (key === undefined) throw refusal('is empty or has characters that a key may not have');
  if (key.length > MOST_CHARACTERS) throw refusal(`is longer than ${MOST_CHARACTERS} characters`);
  return key;
};

const keyIn = (sent: string): string | undefined => {
  if (!sent.startsWith('"')) return BARE.test(sent) ? sent : undefined;
  const [, quoted = ''] = QUOTED.exec(sent) ?? [];
  return quoted === '' ? undefined : quoted.replaceAll(/\\(.)/g, '$1');
};

const refusal = (wrong: string): CallError =>
  new CallError(
    'invalid_request',
    `The header Idempotency-Key ${wrong}. Send it once, with 1 to ${MOST_CHARACTERS} visible ASCII characters, such as a random UUID, with or without quotes around them.`,
  );
