// Makes the receipt of a call: what it used of each limit, as a JSON document. It holds no arguments, results, text of the tool or secrets.

import type { Usage } from '../../shared/protocol/call.ts';
import type { HostRequestTotals } from '../../shared/protocol/capabilities.ts';
import type { Failure, FailureCode } from '../../shared/protocol/errors.ts';
import { rounded } from '../../shared/text/milliseconds.ts';
import type { RequestState } from './context.ts';
import { bytesOf } from './reply.ts';

/** The use of a limit. Null if it is not known, or if there is no such limit. */
export interface Share {
  readonly used: number | null;
  readonly limit: number | null;
  /** `used` ÷ `limit`, to four digits. */
  readonly share: number | null;
}

/** A call's receipt. Times are milliseconds. */
export interface Receipt {
  readonly callId: string;
  /** Null if the request failed before its tool was known. */
  readonly toolName: string | null;
  /** The plugin that the call was given to; null if the call failed before that. */
  readonly plugin: { readonly name: string; readonly version: string; readonly digest: string } | null;
  readonly code: 'ok' | FailureCode;
  readonly limit?: string;
  /** Time at which the request's headers had arrived, as in `2026-01-31T12:00:00.000Z`. */
  readonly startedAt: string;
  readonly queueMs: number;
  readonly totalMs: number;
  readonly usage: ReceiptUsage;
}

/** Each figure with its limit. Bytes of requests and responses are sums over the call's fetches, whereas their limits hold for each fetch. */
type ReceiptUsage = Readonly<Record<Figure, Share>> & {
  /** Origins that the call reached, sorted. */
  readonly origins: readonly string[];
};

type Figure =
  | ('cpuMs' | 'wallMs' | 'heapBytes' | 'hostCalls' | 'argumentsBytes' | 'resultBytes')
  | ('fetchCalls' | 'requestBytes' | 'responseBytes' | 'storeCalls' | 'signCalls');

const BYTES_PER_MB = 2 ** 20;
const NO_HOST_REQUESTS: HostRequestTotals = Object.freeze({
  ...{ fetches: 0, storeCalls: 0, signatures: 0, requestBytes: 0, responseBytes: 0 },
  origins: [],
});

export const receiptOf = (state: Omit<RequestState, 'signal'>): Receipt => {
  const { callId, toolName, route, failure, usage, totalMs } = state;
  return {
    callId,
    toolName: toolName ?? null,
    plugin: route ? { name: route.pluginName, version: route.version, digest: route.digest } : null,
    code: failure?.code ?? 'ok',
    ...(failure?.limit === undefined ? {} : { limit: failure.limit }),
    startedAt: new Date(Date.now() - totalMs).toISOString(),
    queueMs: rounded(usage.queueMs),
    totalMs: rounded(totalMs),
    usage: usageOf(state, usage.hostRequests ?? NO_HOST_REQUESTS),
  };
};

const usageOf = (state: Omit<RequestState, 'signal'>, made: HostRequestTotals): ReceiptUsage => {
  const { toolName, argumentsBytes, failure, result, usage, route } = state;
  const limits = route?.limits;
  const isResult = failure === undefined && result !== undefined;
  return {
    cpuMs: shareOf(cpuMsOf(usage, failure), limits?.cpuMs),
    wallMs: shareOf(rounded(usage.runMs), limits?.wallMs),
    // No heap is empty: 0 means that none was measured.
    heapBytes: shareOf(usage.heapBytes || undefined, limits && limits.memoryMb * BYTES_PER_MB),
    hostCalls: shareOf(usage.hostCalls, limits?.hostCalls),
    argumentsBytes: shareOf(toolName === undefined ? undefined : argumentsBytes, limits?.argumentsBytes),
    resultBytes: shareOf(isResult ? bytesOf(result) : undefined, limits?.resultBytes),
    fetchCalls: shareOf(made.fetches, limits?.fetchCalls),
    requestBytes: shareOf(made.requestBytes, undefined),
    responseBytes: shareOf(made.responseBytes, undefined),
    storeCalls: shareOf(made.storeCalls, undefined),
    signCalls: shareOf(made.signatures, limits?.signCalls),
    origins: made.origins,
  };
};

/** A runner that was killed has not reported what the call used. The failure then has the CPU time that the broker measured. */
const cpuMsOf = ({ cpuMs, runMs, hostCalls }: Usage, failure: Failure | undefined): number | undefined => {
  if (failure?.limit === 'cpuMs' && failure.used !== undefined) return failure.used;
  return hostCalls === undefined && cpuMs === 0 && runMs > 0 ? undefined : rounded(cpuMs);
};

const shareOf = (used: number | undefined, limit: number | undefined): Share => ({
  used: used ?? null,
  limit: limit ?? null,
  share: used === undefined || limit === undefined ? null : Math.round((used / limit) * 10_000) / 10_000,
});
