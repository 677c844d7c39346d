// Sends a guest's request and follows its redirects. Each hop is checked by the rules and gets its secrets. Control thread.

import { filledBody } from './body-secrets.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { Deadline } from './deadline.ts';
import { admit, clean, type FetchContext } from './fetch-context.ts';
import type { FetchHostRequest, Header, Request } from './fetch-request.ts';
import { checkNearMisses } from './near-misses.ts';
import { checkPlaces, filledHeaders, filledPath } from './placeholders.ts';
import { locationOf, redirected } from './redirects.ts';
import { failed, upstreamFailed } from './refusal.ts';
import { isTold, leavingHeaders, traceHeaders } from './request-headers.ts';
import {
  ConnectionLost,
  type LeavingRequest,
  type RawResponse,
  ResponseReader,
  type ResponseRoom,
} from './response-reader.ts';
import { checkRules } from './rules.ts';

const MAX_REDIRECTS = 10;

export interface Settled {
  readonly request: Request;
  readonly raw: RawResponse;
  readonly hops: number;
}

/** Follows redirects as `requested` says. Rejects with an {@link EgressRefusal}. */
export const send = async (
  requested: FetchHostRequest,
  context: FetchContext,
  connections: Connections,
): Promise<Settled> => {
  const { redirect } = requested;
  let request: Request = { ...requested, headers: leavingHeaders(requested.headers) };
  for (let hops = 0; ; hops += 1) {
    const raw = await sendHop(request, hops, context, connections);
    const location = locationOf(raw.status, raw.headers);
    if (location === undefined || redirect === 'manual') return { request, raw, hops };
    if (redirect === 'error') throw failed(`${request.url.origin} redirects, and the request does not allow that.`);
    if (hops === MAX_REDIRECTS) throw upstreamFailed(`The request was redirected more than ${MAX_REDIRECTS} times.`);
    request = redirected(request, raw.status, clean(location, context));
  }
};

/** `hops`: redirects before. Only the first hop's body counts, however often it is sent. */
const sendHop = async (
  request: Request,
  hops: number,
  context: FetchContext,
  connections: Connections,
): Promise<RawResponse> => {
  const { url, method, body } = request;
  const { scope, ring } = context;
  context.target = `${method} ${url.origin}`;
  context.origins.add(url.origin);
  checkPlaces(request);
  checkRules(url, method, scope);
  // What a redirect brings is the server's own text.
  if (hops === 0) checkNearMisses(request, scope.grants.secrets.requested);
  const headers = filledHeaders(request.headers, url.origin, ring);
  const leaving = { origin: url.origin, method, path: filledPath(url, ring), headers, body: filledBody(request, ring) };
  admit(context);
  const bodyBytes = hops === 0 ? (body?.length ?? 0) : 0;
  const { traces } = scope;
  if (traces === undefined) return sendTwice(url, leaving, bodyBytes, context, connections);
  const span = traces.begin('fetch', method, { origin: url.origin, hops });
  const traced = isTold(url.origin, context.traceparentTo, scope.grants)
    ? traceHeaders(traces.trace, span?.spanId)
    : [];
  try {
    const withTrace = { ...leaving, headers: [...headers, ...traced] };
    const raw = await sendTwice(url, withTrace, bodyBytes, context, connections);
    span?.end({ status: raw.status });
    return raw;
  } catch (error) {
    span?.end({ error: error instanceof Error ? error.name : 'Error' });
    throw error;
  }
};

/** Sends a request again if its connection was lost before anything arrived. */
const sendTwice = async (
  url: URL,
  leaving: LeavingRequest,
  bodyBytes: number,
  context: FetchContext,
  connections: Connections,
): Promise<RawResponse> => {
  try {
    return await exchangeOnce(url, leaving, bodyBytes, context, connections);
  } catch (error) {
    if (!(error instanceof ConnectionLost && error.isRepeatable)) throw error;
    admit(context);
    return await exchangeOnce(url, leaving, 0, context, connections);
  }
};

const exchangeOnce = async (
  url: URL,
  leaving: LeavingRequest,
  bodyBytes: number,
  context: FetchContext,
  connections: Connections,
): Promise<RawResponse> => {
  const { scope, deadline, holding } = context;
  const pool = connections.poolOf(scope.pluginName);
  const connection = await connections.take(url, pool, context);
  scope.note(url.origin, bodyBytes, 0);
  try {
    return await exchange(
      connection,
      leaving,
      { most: scope.limits.fetchResponseBytes, holding, pace: pool.pace },
      deadline,
    );
  } finally {
    pool.release(connection);
  }
};

/** Rejects with an {@link EgressRefusal}, and then closes the connection. If `deadline` is over, it throws and sends nothing. */
const exchange = (
  connection: Connection,
  request: LeavingRequest,
  room: ResponseRoom,
  deadline: Deadline,
): Promise<RawResponse> => {
  deadline.check();
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const handler = new ResponseReader(request, { ...room, isReused: connection.uses > 0 }, resolve, (why) => {
    reject(why);
    connection.close();
  });
  const forget = deadline.whenOver((why) => handler.fail(why));
  connection.uses += 1;
  connection.client.dispatch(
    {
      path: request.path,
      method: request.method,
      headers: request.headers.flat(),
      body: request.body ?? null,
      reset: provesConnection(request.headers),
    },
    handler,
  );
  return promise.finally(forget);
};

/** Such credentials hold for a whole connection, so it must not serve the next call, which may have another caller. */
const provesConnection = (headers: readonly Header[]): boolean =>
  headers.some(([name, value]) => name === 'authorization' && /^\s*(?:ntlm|negotiate)\b/i.test(value));
