// The receipt of a call: what it used of everything that is limited, as a JSON document. Holds no arguments, no results, nothing
// that the tool said, and no secrets. Front process.

import type { NamedRoute, Usage } from '../protocol/call.ts';
import type { Reach } from '../protocol/capabilities.ts';
import type { Failure, FailureCode } from '../protocol/errors.ts';
import type { RequestState } from './context.ts';
import { bytesOf } from './reply.ts';

/** What was used of a limit. Null stands for what is not known, and for what has no limit of its own. */
export interface Share {
  readonly used: number | null;
  readonly limit: number | null;
  /** `used` ÷ `limit`, to four digits. */
  readonly share: number | null;
}

/** A call's receipt. Times are milliseconds. */
export interface Receipt {
  readonly callId: string;
  /** Null where the request did not get as far as naming a tool. */
  readonly toolName: string | null;
  /** What answered; null where the call did not get as far. */
  readonly plugin: { readonly name: string; readonly version: string; readonly digest: string } | null;
  readonly code: 'ok' | FailureCode;
  /** Name of the limit that was passed. */
  readonly limit?: string;
  /** When the request's headers had arrived, as in `2026-01-31T12:00:00.000Z`. */
  readonly startedAt: string;
  readonly queueMs: number;
  readonly totalMs: number;
  readonly usage: ReceiptUsage;
}

/** Each figure beside its limit. The bytes of requests and responses are those of all the call's fetches together; their limits hold for each. */
export interface ReceiptUsage {
  readonly cpuMs: Share;
  readonly wallMs: Share;
  readonly heapBytes: Share;
  readonly hostCalls: Share;
  readonly argumentsBytes: Share;
  readonly resultBytes: Share;
  readonly fetchCalls: Share;
  readonly requestBytes: Share;
  readonly responseBytes: Share;
  readonly storeCalls: Share;
  /** Those that the call reached, sorted. */
  readonly origins: readonly string[];
}

const BYTES_PER_MB = 2 ** 20;
const NO_REACH: Reach = Object.freeze({ fetches: 0, storeCalls: 0, requestBytes: 0, responseBytes: 0, origins: [] });

/** The receipt of a call that is about to be answered. */
export const receiptOf = (state: RequestState): Receipt => {
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
    usage: { ...computed(usage, failure, route), ...exchanged(state), ...reached(usage.reach ?? NO_REACH, route) },
  };
};

type Route = NamedRoute | undefined;

const computed = (usage: Usage, failure: Failure | undefined, route: Route) => ({
  cpuMs: shareOf(cpuMsOf(usage, failure), route?.limits.cpuMs),
  wallMs: shareOf(rounded(usage.runMs), route?.limits.wallMs),
  // No heap is empty: 0 says that none was seen.
  heapBytes: shareOf(usage.heapBytes || undefined, route && route.limits.memoryMb * BYTES_PER_MB),
  hostCalls: shareOf(usage.hostCalls, route?.limits.hostCalls),
});

/** A runner whose process had to be ended has not said what the call used; what the broker saw then stands in the failure. */
const cpuMsOf = ({ cpuMs, runMs, hostCalls }: Usage, failure: Failure | undefined): number | undefined => {
  if (failure?.limit === 'cpuMs' && failure.used !== undefined) return failure.used;
  return hostCalls === undefined && cpuMs === 0 && runMs > 0 ? undefined : rounded(cpuMs);
};

const exchanged = ({ toolName, argumentsBytes, failure, result, route }: RequestState) => {
  const isResult = failure === undefined && result !== undefined;
  return {
    argumentsBytes: shareOf(toolName === undefined ? undefined : argumentsBytes, route?.limits.argumentsBytes),
    resultBytes: shareOf(isResult ? bytesOf(result) : undefined, route?.limits.resultBytes),
  };
};

const reached = ({ fetches, storeCalls, requestBytes, responseBytes, origins }: Reach, route: Route) => ({
  fetchCalls: shareOf(fetches, route?.limits.fetchCalls),
  requestBytes: shareOf(requestBytes, undefined),
  responseBytes: shareOf(responseBytes, undefined),
  storeCalls: shareOf(storeCalls, undefined),
  origins,
});

const shareOf = (used: number | undefined, limit: number | undefined): Share => ({
  used: used ?? null,
  limit: limit ?? null,
  share: used === undefined || limit === undefined ? null : Math.round((used / limit) * 10_000) / 10_000,
});

/** To the microsecond. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;
