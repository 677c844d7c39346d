// Notes when the requests and store operations of a traced call begin and end. Control thread.

import { randomBytes } from 'node:crypto';
import { machineMs } from '../../shared/protocol/machine-clock.ts';
import type { Trace, TracedRequest, TracedRequests } from '../../shared/protocol/trace.ts';
import type { CapabilityAnswer } from './refusal.ts';

/** Requests of one call that get a span. Later ones are only counted. */
const MOST_TRACED = 100;
const SPAN_ID_BYTES = 8;
/** The ends of requests that a call left open. */
const ABANDONED = 'AbortError';

export interface OpenRequestSpan {
  readonly spanId: string;
  /** Counts once. */
  end(how: { readonly status?: number; readonly error?: string | undefined }): void;
}

export class RequestTraces {
  readonly trace: Trace;
  readonly #requests: TracedRequest[] = [];
  #leftOut = 0;

  constructor(trace: Trace) {
    this.trace = trace;
  }

  /** Undefined if the trace is not recorded, or if the call has had enough requests. */
  begin(
    kind: TracedRequest['kind'],
    name: string,
    more: Pick<TracedRequest, 'origin' | 'hops'> = {},
  ): OpenRequestSpan | undefined {
    if (!this.trace.isRecorded) return undefined;
    if (this.#requests.length >= MOST_TRACED) {
      this.#leftOut += 1;
      return undefined;
    }
    const spanId = randomBytes(SPAN_ID_BYTES).toString('hex');
    const open: TracedRequest = { kind, spanId, startMs: machineMs(), endMs: 0, name, ...more };
    const at = this.#requests.push(open) - 1;
    return {
      spanId,
      end: ({ status, error }) => {
        if (this.#requests[at] !== open) return;
        const how = { ...(status !== undefined && { status }), ...(error !== undefined && { error }) };
        this.#requests[at] = { ...open, endMs: machineMs(), ...how };
      },
    };
  }

  /** Those so far; the open ones end now. Undefined if the trace is not recorded. */
  take(): TracedRequests | undefined {
    if (!this.trace.isRecorded) return undefined;
    const nowMs = machineMs();
    const requests = this.#requests.map((each) =>
      each.endMs === 0 ? { ...each, endMs: nowMs, error: ABANDONED } : each,
    );
    return { requests, leftOut: this.#leftOut };
  }
}

const OPERATION = /^\{"op":"(get|set|delete|list)"/;

/** The operation in a host request to the store. The text is untrusted and may be long, so it is not parsed for this. */
export const operationIn = (requestText: string): string => OPERATION.exec(requestText)?.[1] ?? 'unknown';

const ALGORITHM = /"algorithm":"((?:HS|RS|ES)\d{3})"/;
/** What the members before the algorithm take at most in a host request as the guest's script writes it. */
const HEAD_CHARACTERS = 200;

/** The algorithm in a host request for a signature. The text is untrusted, as in {@link operationIn}. */
export const algorithmIn = (requestText: string): string =>
  ALGORITHM.exec(requestText.slice(0, HEAD_CHARACTERS))?.[1] ?? 'unknown';

/** Name of the error in the answer to a store operation or to a request for a signature. */
export const errorIn = ({ ok, text }: CapabilityAnswer): string | undefined =>
  ok ? undefined : String((JSON.parse(text) as { readonly name?: unknown }).name);
