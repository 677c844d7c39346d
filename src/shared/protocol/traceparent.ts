// Reads `traceparent` and `tracestate` of callers, by W3C Trace Context. Front process.

import type { IncomingHttpHeaders } from 'node:http';

/** The part of a trace that a caller sends. */
export interface CallerTrace {
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
