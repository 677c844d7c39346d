// Makes the spans of a request that has been answered, by the semantic conventions of OpenTelemetry for HTTP, databases and tools of generative
// AI. Front process, main thread.
//
// Spans are made from the record of a call, after the reply. A tracer with live spans would need a context in every thread and in a process that
// is not trusted, and would cost calls that are not recorded; those pay for one random number. The control thread makes the ids of spans of its own
// requests, because an upstream is told them. A plugin's own `traceparent` is left out, and its runner is not told the trace. Times are of
// `machineMs`, because threads have different clocks.
//
// A trace id links all calls of a conversation, so only origins under `privateFetch` get it unless `egress.traceparent` is `all`. Arguments,
// results, error messages, store keys, paths and queries of upstreams are left out, although the conventions ask for `url.full`.
//
// Costs: a killed server loses the spans of its calls in flight. A call has at most 100 spans of requests; its `run` span counts the others.
// Rejected: an exporter in each thread, with a queue and a connection each.

import type { Attributes } from '@opentelemetry/api';
import type { RequestRecord } from '../../front/http/call-log.ts';
import { newId } from '../../shared/protocol/sampling.ts';
import type { TracedRequest } from '../../shared/protocol/trace.ts';

/** A span whose times are milliseconds of `machineMs`. */
export interface Span {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  /** True if the status of the span is an error. */
  readonly isError: boolean;
}

/** Paths that are the same in many requests. Others may hold the id of a call or a plugin, or anything that a caller sends. */
const ROUTES: ReadonlySet<string> = new Set(['/mcp/callTool', '/mcp/metadata', '/mcp/runScript']);
const METHODS: ReadonlySet<string> = new Set([
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'TRACE',
]);
const SERVER_FAULT = 500;
const UPSTREAM_REFUSAL = 400;
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** All spans of a request, the request's own first; of a script's call, which is no request, its own. `storeKind`: which store operations go to. */
export const spansOf = (record: RequestRecord, storeKind: 'sqlite' | 'redis'): readonly Span[] => {
  if (record.isInner === true) {
    const { trace, startMs, entry } = record;
    const inner = toolSpan(record, { spanId: trace.spanId, endMs: startMs + entry.totalMs });
    return inner === undefined ? [] : [inner, ...partsOf(record, inner, storeKind)];
  }
  const request = requestSpan(record);
  const tool = toolSpan(record, request);
  return tool === undefined ? [request] : [request, tool, ...partsOf(record, tool, storeKind)];
};

const requestSpan = ({ trace, startMs, status, isTls, entry }: RequestRecord): Span => {
  const { method: sent, path, code, totalMs, callId } = entry;
  const method = METHODS.has(sent) ? sent : '_OTHER';
  const route = ROUTES.has(path) ? path : undefined;
  const name = method === '_OTHER' ? 'HTTP' : method;
  return {
    name: route === undefined ? name : `${name} ${route}`,
    kind: 'server',
    spanId: trace.spanId,
    parentId: trace.parentId,
    startMs,
    endMs: startMs + totalMs,
    attributes: {
      'http.request.method': method,
      'url.path': path,
      'url.scheme': isTls ? 'https' : 'http',
      ...(route !== undefined && { 'http.route': route }),
      // Nobody got a status.
      ...(code !== 'cancelled' && { 'http.response.status_code': status }),
      ...(code !== 'ok' && { 'error.type': code }),
      'toolcell.call.id': callId,
    },
    isError: code !== 'cancelled' && status >= SERVER_FAULT,
  };
};

/** The call, from the end of its reading to the reply; undefined if there is no such tool, because callers could make up names. */
const toolSpan = ({ executedMs, entry }: RequestRecord, request: Pick<Span, 'spanId' | 'endMs'>): Span | undefined => {
  const { toolName, pluginName, version, callId, code, cpuMs } = entry;
  if (executedMs === undefined || toolName === undefined || pluginName === undefined) return undefined;
  return {
    name: `execute_tool ${toolName}`,
    kind: 'internal',
    spanId: newId(8),
    parentId: request.spanId,
    startMs: executedMs,
    endMs: request.endMs,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': toolName,
      'gen_ai.tool.call.id': callId,
      'toolcell.plugin.name': pluginName,
      ...(version !== undefined && { 'toolcell.plugin.version': version }),
      'toolcell.cpu_ms': cpuMs,
      ...(code !== 'ok' && { 'error.type': code }),
    },
    isError: code !== 'ok',
  };
};

/** The wait, the run, and the requests in it. A call that did not begin has waited to its end. */
const partsOf = ({ times, entry }: RequestRecord, tool: Span, storeKind: string): readonly Span[] => {
  const { queueMs, runMs, code } = entry;
  const begunMs = Math.max(times?.begunMs ?? tool.endMs, tool.startMs);
  const inner = { kind: 'internal', parentId: tool.spanId } as const;
  const waitFromMs = Math.max(tool.startMs, begunMs - queueMs);
  const failure = { attributes: code === 'ok' ? {} : { 'error.type': code }, isError: code !== 'ok' };
  const waited = times === undefined ? failure : { attributes: {}, isError: false };
  const wait: Span = { ...inner, name: 'wait', spanId: newId(8), startMs: waitFromMs, endMs: begunMs, ...waited };
  if (times === undefined) return [wait];
  const { requests = [], leftOut = 0 } = times;
  const run: Span = {
    ...inner,
    name: 'run',
    spanId: newId(8),
    startMs: begunMs,
    endMs: begunMs + runMs,
    ...failure,
    attributes: { ...failure.attributes, ...(leftOut > 0 && { 'toolcell.requests.without_span': leftOut }) },
  };
  return [wait, run, ...requests.map((each) => clientSpan(each, run.spanId, storeKind))];
};

const clientSpan = (request: TracedRequest, parentId: string, storeKind: string): Span => {
  const { spanId, startMs, endMs, name, status, error } = request;
  const errorType = error ?? (status !== undefined && status >= UPSTREAM_REFUSAL ? String(status) : undefined);
  return {
    name,
    kind: 'client',
    spanId,
    parentId,
    startMs,
    endMs,
    attributes: {
      ...(request.kind === 'fetch' ? fetchAttributes(request) : storeAttributes(name, storeKind)),
      ...(errorType !== undefined && { 'error.type': errorType }),
    },
    isError: errorType !== undefined,
  };
};

/** `url.full` is left out: paths and queries may hold arguments and secrets. */
const fetchAttributes = ({ name, origin = '', hops = 0, status }: TracedRequest): Attributes => {
  const { protocol, hostname, port } = new URL(origin);
  return {
    'http.request.method': name,
    'url.scheme': protocol.slice(0, -1),
    'server.address': hostname,
    'server.port': port === '' ? (PORTS[protocol] ?? 0) : Number(port),
    ...(status !== undefined && { 'http.response.status_code': status }),
    ...(hops > 0 && { 'http.request.resend_count': hops }),
  };
};

const storeAttributes = (operation: string, storeKind: string): Attributes => ({
  'db.system.name': storeKind,
  'db.operation.name': operation,
});
