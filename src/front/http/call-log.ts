// The log entry of a request: one for every call, and one for every request that failed. Front process.

import type { TLSSocket } from 'node:tls';
import type { NamedRoute, Usage } from '../../shared/protocol/call.ts';
import { ANONYMOUS, type Caller } from '../../shared/protocol/caller.ts';
import type { HostRequestTotals } from '../../shared/protocol/capabilities.ts';
import { ERRORS, type FailureCode } from '../../shared/protocol/errors.ts';
import { machineMs } from '../../shared/protocol/machine-clock.ts';
import type { Sampling } from '../../shared/protocol/sampling.ts';
import type { CallTimes, Trace } from '../../shared/protocol/trace.ts';
import { withoutKeys } from '../doors/api-key.ts';
import { CALL_TOOL, type Context, type RequestState } from './context.ts';
import type { CallPayload } from './payload.ts';
import { settingFor } from './problem.ts';

const SHOWN_PATH_CHARACTERS = 200;
/** Failures whose cause is an error of the host or of the issuer. All others may have the message of a parser, which quotes what the caller sent. */
const WITH_CAUSE: ReadonlySet<FailureCode> = new Set(['internal', 'identity_unavailable']);

type Maybe<T> = { readonly [Member in keyof T]?: T[Member] | undefined };

/**
 * One line of the call log. Holds arguments and results only if the operator asks for them. Times are milliseconds. Host requests are present only
 * if the call reached out; their bytes are those of bodies.
 */
export interface CallLogEntry
  extends Pick<Usage, 'queueMs' | 'runMs' | 'cpuMs'>,
    Maybe<Pick<Caller, 'client' | 'org' | 'user' | 'keyId'>>,
    Maybe<Pick<NamedRoute, 'pluginName' | 'version' | 'digest'>>,
    Maybe<HostRequestTotals> {
  readonly callId: string;
  readonly method: string;
  /** The request's path, at most 200 characters. */
  readonly path: string;
  /** Absent if the request failed before its tool was known. */
  readonly toolName?: string | undefined;
  /** Absent if the caller is anonymous; see protocol/caller.ts. */
  readonly caller?: string | undefined;
  /** Trace of the caller, or one that this server began and recorded; 32 hexadecimal digits. */
  readonly traceId?: string | undefined;
  /** Id of the first call with the same idempotency key, if the answer is that one's. Absent otherwise. */
  readonly replayOf?: string | undefined;
  /** IP address of the client; see client-address.ts. Absent if the connection was gone already. */
  readonly remoteAddress?: string | undefined;
  readonly code: 'ok' | FailureCode;
  readonly status: number;
  /** The largest heap that was measured of the call's isolate. */
  readonly heapBytes?: number | undefined;
  readonly hostCalls?: number | undefined;
  /** From the request's headers to the reply, including the time to read the body. */
  readonly totalMs: number;
  readonly argumentsBytes: number;
  readonly replyBytes: number;
  /** The full detail of a failure, even if the caller saw a fixed phrase. */
  readonly detail?: string | undefined;
  readonly limit?: string | undefined;
  /** The amount that the limit allows, and the amount that was used. */
  readonly allowed?: number | undefined;
  readonly used?: number | undefined;
  /** The setting that an operator has to change, as the reply names it. */
  readonly setting?: string | undefined;
  /** The setting by which the caller may not call the tool, even if the reply hides that there is such a tool. */
  readonly deniedBy?: string | undefined;
  readonly payload?: CallPayload | undefined;
  /** The error of the host's own code that caused an `internal` failure, or why nobody can say who calls. */
  readonly cause?: unknown;
}

/** The entry of a request that has been answered. It has all members, even if undefined, so that all entries have one shape. */
export const entryFor = (ctx: Context, replyBytes: number): CallLogEntry =>
  entryOf(ctx.state, { method: ctx.req.method ?? '', path: pathOf(ctx), replyBytes });

/** The same for a call that is no request of its own: one of a script. */
export const entryOf = (
  state: Omit<RequestState, 'signal'>,
  { method, path, replyBytes }: Pick<CallLogEntry, 'method' | 'path' | 'replyBytes'>,
): CallLogEntry => {
  const {
    callId,
    toolName,
    caller,
    former,
    remoteAddress,
    route,
    argumentsBytes,
    usage,
    totalMs,
    failure,
    cause,
    trace,
    payload,
    replyStatus,
    replayOf,
  } = state;
  const { hostRequests } = usage;
  return {
    callId,
    method,
    path,
    toolName,
    pluginName: route?.pluginName,
    version: route?.version,
    digest: route?.digest,
    caller: caller.name === ANONYMOUS ? undefined : caller.name,
    // A refused request has no caller, but may have the key of somebody.
    client: caller.client ?? former?.client,
    org: caller.org ?? former?.org,
    user: caller.user,
    keyId: caller.keyId ?? former?.id,
    traceId: trace?.traceId,
    replayOf,
    remoteAddress,
    code: failure?.code ?? 'ok',
    status: failure === undefined ? 200 : (replyStatus ?? ERRORS[failure.code].status),
    queueMs: usage.queueMs,
    runMs: usage.runMs,
    cpuMs: usage.cpuMs,
    // No heap is empty: 0 means that none was measured.
    heapBytes: usage.heapBytes || undefined,
    hostCalls: usage.hostCalls,
    fetches: hostRequests?.fetches,
    storeCalls: hostRequests?.storeCalls,
    signatures: hostRequests?.signatures,
    requestBytes: hostRequests?.requestBytes,
    responseBytes: hostRequests?.responseBytes,
    origins: hostRequests?.origins,
    totalMs,
    argumentsBytes,
    replyBytes,
    detail: failure?.detail,
    limit: failure?.limit,
    allowed: failure?.allowed,
    used: failure?.used,
    setting: failure && settingFor(failure),
    deniedBy: failure?.deniedBy,
    payload,
    cause: failure !== undefined && WITH_CAUSE.has(failure.code) ? cause : undefined,
  };
};

/** Nearly all requests have this path, which needs no parser. */
const pathOf = (ctx: Context): string =>
  ctx.req.url === CALL_TOOL ? CALL_TOOL : withoutKeys(ctx.path).slice(0, SHOWN_PATH_CHARACTERS);

/** How requests get their traces, and where those go. */
export interface TraceParts {
  readonly sampling: Sampling;
  /** Called once for each request whose trace is recorded, when it has been answered. */
  readonly record: (record: RequestRecord) => void;
}

/** A request that has been answered. Times are milliseconds of `machineMs`. Holds no arguments and no result. */
export interface RequestRecord {
  readonly trace: Trace;
  readonly startMs: number;
  /** When the call left the HTTP layer; undefined if there was no call. */
  readonly executedMs: number | undefined;
  /** Undefined if the call did not begin. */
  readonly times: CallTimes | undefined;
  readonly status: number;
  readonly isTls: boolean;
  readonly entry: Omit<CallLogEntry, 'cause'>;
  /** It is a call of a script. `trace` is that of the script's request. */
  readonly isInner?: true;
}

export const recordOf = (ctx: Context, replyBytes: number, trace: Trace): RequestRecord => {
  const { startedAt, executedAt, usage } = ctx.state;
  const { cause, ...entry } = entryFor(ctx, replyBytes);
  return {
    trace,
    startMs: machineMs(startedAt),
    executedMs: executedAt === 0 ? undefined : machineMs(executedAt),
    times: usage.times,
    status: entry.code === 'ok' ? ctx.res.statusCode : entry.status,
    isTls: (ctx.req.socket as Partial<TLSSocket>).encrypted === true,
    entry,
  };
};

/** The same for a call of a script, with the trace of the script's request. */
export const innerRecordOf = (
  { startedAt, executedAt, usage }: Pick<RequestState, 'startedAt' | 'executedAt' | 'usage'>,
  trace: Trace,
  { cause, ...entry }: CallLogEntry,
): RequestRecord => ({
  ...{ trace, entry, status: entry.status, isTls: false, isInner: true, times: usage.times },
  startMs: machineMs(startedAt),
  executedMs: executedAt === 0 ? undefined : machineMs(executedAt),
});
