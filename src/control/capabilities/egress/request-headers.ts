// Decides which of the guest's headers are sent, and adds the host's own. Control thread.

import type { Grants } from '../../../shared/protocol/capabilities.ts';
import type { Trace, TraceparentTo } from '../../../shared/protocol/trace.ts';
import type { Header } from './fetch-request.ts';
import { notAllowed } from './refusal.ts';
import { mayBePrivate } from './rules.ts';

/** Headers that the host or the connection writes. The guest's are left out without an error, as in browsers. */
const OURS = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'http2-settings',
  'expect',
  'content-length',
  'accept-encoding',
  'via',
  // Otherwise a plugin could put its requests into traces of others.
  'traceparent',
  'tracestate',
]);

/** Frameworks take method or path from these headers, which would get around the manifest's rules. */
const OVERRIDES = new Set([
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-url',
  'x-rewrite-url',
]);

/** Encodings that the host can decompress for {@link FetchResponse}; see decompress.ts. */
const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

/** The headers to send: the host's first, then the guest's in their order. Throws if one would get around a rule. */
export const leavingHeaders = (headers: readonly Header[]): readonly Header[] => {
  const override = headers.find(([name]) => OVERRIDES.has(name));
  if (override)
    throw notAllowed(
      `The header ${override[0]} could replace the method or the path; send the request with that method and path, and leave the header out.`,
      { denied: { rule: 'manifest' } },
    );
  const own = headers.filter(([name]) => !OURS.has(name) && !name.startsWith('proxy-'));
  const agent: readonly Header[] = own.some(([name]) => name === 'user-agent') ? [] : [['user-agent', 'toolcell']];
  return [['accept-encoding', ACCEPT_ENCODING], ...agent, ...own];
};

/** The headers that tell an upstream which trace a request belongs to. `spanId`: of the request itself, if it has a span. */
export const traceHeaders = ({ traceId, spanId, isSampled, state }: Trace, ownSpanId = spanId): readonly Header[] => {
  const traceparent: Header = ['traceparent', `00-${traceId}-${ownSpanId}-${isSampled ? '01' : '00'}`];
  return state === undefined ? [traceparent] : [traceparent, ['tracestate', state]];
};

/** True if requests to this origin carry {@link traceHeaders}. */
export const isTold = (origin: string, to: TraceparentTo, grants: Grants): boolean =>
  to === 'all' || (to === 'private' && mayBePrivate(origin, grants));
