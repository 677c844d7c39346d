// The trace that a request belongs to, and the times of what its call did. Types only; every zone. Ids are hexadecimal digits in small letters.
// Times are milliseconds of `machineMs`.

export interface Trace {
  /** 32 digits. */
  readonly traceId: string;
  /** 16 digits: the request's own span if it is recorded, else the span in the caller that sent it. */
  readonly spanId: string;
  /** The span in the caller that sent the request; undefined if this server began the trace. */
  readonly parentId: string | undefined;
  /** True if the sender of the next request down the line is to say that the trace is sampled. */
  readonly isSampled: boolean;
  /** True if this server makes spans for the request. Decided once, before anything else is read. */
  readonly isRecorded: boolean;
  /** The `tracestate` of the caller, at most 512 characters. */
  readonly state: string | undefined;
}

/** A request that left for an upstream, or an operation of the store. Holds no path, no query, no key and no value. */
export interface TracedRequest {
  readonly kind: 'fetch' | 'store' | 'sign';
  readonly spanId: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Method of the request, or name of the operation. */
  readonly name: string;
  /** Absent for the store. */
  readonly origin?: string;
  /** Redirects that were followed before. */
  readonly hops?: number;
  /** Absent if there was no response. */
  readonly status?: number;
  /** Name of the error that it ended with. */
  readonly error?: string;
}

/** The requests of one call, in the order in which they began. */
export interface TracedRequests {
  readonly requests: readonly TracedRequest[];
  /** Number of later ones, which have no span. */
  readonly leftOut: number;
}

/** Times of a recorded call that has begun. */
export interface CallTimes extends Partial<TracedRequests> {
  /** When the plugin's code began. */
  readonly begunMs: number;
}

/** Which requests of plugins carry `traceparent`: none, those to origins of `privateFetch`, or all. */
export type TraceparentTo = 'none' | 'private' | 'all';
