// Decides at the beginning of a request whether spans are made for it. Front process.

import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Trace } from './trace.ts';

/** One of the samplers that `OTEL_TRACES_SAMPLER` names. */
export interface Sampler {
  /** True if the caller's decision counts for a request with a valid `traceparent`. */
  readonly isParentBased: boolean;
  /** Share of the other traces that is recorded, from 0 to 1. */
  readonly ratio: number;
}

/** What decides for which requests spans are made. */
export interface Sampling {
  /** Read `traceparent` and `tracestate` of callers. */
  readonly readsCallers: boolean;
  /** Absent if no spans are made. */
  readonly sampler?: Sampler;
}

/** Without an exporter: the trace id of a caller is in the log, and no spans are made. */
export const NO_SPANS: Sampling = { readsCallers: true };

/** Load balancers ask for these many times a minute. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/readyz?require=store', '/livez']);
/** Hexadecimal digits of a trace id that are random in every version of the standard: the last 56 bits. */
const RANDOM_FROM = 18;
const RANDOM_VALUES = 2 ** 56;

/** The function that every request begins with. It returns undefined if the request belongs to no trace. */
export const createTraceStart = ({ readsCallers, sampler }: Sampling) => {
  return ({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>): Trace | undefined => {
    const caller = readsCallers && headers.traceparent !== undefined ? callerTraceOf(headers) : undefined;
    if (caller === undefined) {
      if (sampler === undefined || Math.random() >= sampler.ratio || PROBES.has(url)) return undefined;
      const traceId = newId(16);
      return { traceId, spanId: newId(8), parentId: undefined, isSampled: true, isRecorded: true, state: undefined };
    }
    const { traceId, spanId: parentId, isSampled, state } = caller;
    if (sampler === undefined || PROBES.has(url))
      return { traceId, spanId: parentId, parentId, isSampled, isRecorded: false, state };
    const isRecorded = sampler.isParentBased ? isSampled : isWithin(traceId, sampler.ratio);
    const spanId = isRecorded ? newId(8) : parentId;
    return { traceId, spanId, parentId, isSampled: isRecorded, isRecorded, state };
  };
};

/** All servers with the same ratio decide alike about one trace. */
const isWithin = (traceId: string, ratio: number): boolean =>
  ratio > 0 && Number.parseInt(traceId.slice(RANDOM_FROM), 16) / RANDOM_VALUES >= 1 - ratio;

/** A random id that is not all zeros. */
export const newId = (bytes: 8 | 16): string => {
  const id = randomBytes(bytes);
  return id.every((byte) => byte === 0) ? newId(bytes) : id.toString('hex');
};

interface CallerTrace {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  readonly state: string | undefined;
}

/** Versions after 00 may add parts; what they have in front stays the same. `ff` is no version. */
const TRACEPARENT =
  /^(?:00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})|(?!ff|00)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-[!-~]*)?)$/;
const MOST_CHARACTERS = 256;
const MOST_STATE_CHARACTERS = 512;
const MOST_STATE_MEMBERS = 32;
const STATE_MEMBER =
  /^(?:[a-z][a-z0-9_\-*/]{0,255}|[a-z0-9][a-z0-9_\-*/]{0,240}@[a-z][a-z0-9_\-*/]{0,13})=[ !-+\--<>-~]{0,255}[!-+\--<>-~]$/;
const ZEROS = /^0+$/;
const SAMPLED = 1;

/** Undefined if there is no valid `traceparent`. An invalid `tracestate` is left out, and the rest counts. */
export const callerTraceOf = ({ traceparent, tracestate }: IncomingHttpHeaders): CallerTrace | undefined => {
  // Node joins repeated headers with a comma, which the form does not allow.
  if (typeof traceparent !== 'string' || traceparent.length > MOST_CHARACTERS) return undefined;
  const match = TRACEPARENT.exec(traceparent);
  if (!match) return undefined;
  const traceId = (match[1] ?? match[4]) as string;
  const spanId = (match[2] ?? match[5]) as string;
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  const flags = Number.parseInt((match[3] ?? match[6]) as string, 16);
  return { traceId, spanId, isSampled: (flags & SAMPLED) !== 0, state: stateOf(tracestate) };
};

const stateOf = (tracestate: string | readonly string[] | undefined): string | undefined => {
  if (typeof tracestate !== 'string' || tracestate.length > MOST_STATE_CHARACTERS) return undefined;
  const members = tracestate
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
  if (members.length === 0 || members.length > MOST_STATE_MEMBERS) return undefined;
  if (!members.every((member) => STATE_MEMBER.test(member))) return undefined;
  const keys = new Set(members.map((member) => member.slice(0, member.indexOf('='))));
  return keys.size === members.length ? members.join(',') : undefined;
};
