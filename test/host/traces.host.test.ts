// Traces of a whole host: a real receiver takes them over HTTP, from calls that fetch and store, in both modes.

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { startTestHost, type TestHost, type TestHostOptions } from '../support/host.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { scriptSender } from '../support/scripts.ts';

const SOURCE = `
export const reach = async ({ origin }, { store }) => {
  const answers = [];
  for (const path of ['/plain?secret=arguments', '/moved?secret=arguments', '/broken'])
    answers.push((await fetch(origin + path, { headers: { traceparent: '${`00-${'f'.repeat(32)}-${'f'.repeat(16)}-01`}' } })).status);
  await store.set('secret-key', 'secret-value');
  await store.get('secret-key');
  return answers;
};
export const fail = () => { throw new Error('secret-error'); };
export const echo = (value) => value;
export const leave = async ({ origin }) => {
  fetch(origin + '/never').catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 100));
  return 'left';
};
export const many = async ({ count }, { store }) => {
  for (let index = 0; index < count; index += 1) await store.get('n');
  return count;
};
`;
const TOOLS = ['reach', 'fail', 'echo', 'leave', 'many'];

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';
const PARENT = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01`, tracestate: 'vendor=value,other=1' };

interface World {
  readonly host: TestHost;
  readonly receiver: OtlpReceiver;
  readonly origin: string;
  readonly seen: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

const startWorld = async (
  variables: Readonly<Record<string, string>> = {},
  options: Partial<TestHostOptions> = {},
): Promise<World> => {
  const seen: World['seen'] = [];
  const upstream: Server = createServer((request, response) => {
    const path = request.url ?? '';
    seen.push({ path, headers: request.headers });
    if (path === '/never') return;
    if (path.startsWith('/moved')) response.writeHead(302, { location: '/plain?secret=location' });
    if (path === '/broken') response.statusCode = 503;
    response.end('{}');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const receiver = await startOtlpReceiver();
  const capabilities = { fetch: [{ origin, methods: ['GET'], path: '/*' }], store: {} };
  const host = await startTestHost({
    plugins: {
      traced: {
        source: SOURCE,
        tools: Object.fromEntries(TOOLS.map((name) => [name, {}])),
        manifest: { capabilities },
      },
    },
    grants: { traced: { privateFetch: [origin], store: true } },
    traceVariables: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '20', ...variables },
    ...options,
  });
  const close = async (): Promise<void> => {
    await host.close();
    await receiver.close();
    upstream.closeAllConnections();
    upstream.close();
  };
  return { host, receiver, origin, seen, close };
};

const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan[] =>
  spans.filter((span) => span.name === name);
const only = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = named(spans, name);
  expect(found, name).to.have.lengthOf(1);
  return found[0] as ReceivedSpan;
};
const REQUEST = 'POST /mcp/callTool';

describe('the trace of a script', function () {
  this.timeout(120_000);

  it('has its calls below its own span', async () => {
    const world = await startWorld({}, { scripts: { allow: ['all'] } });
    try {
      const { body, headers } = await scriptSender(world.host.url)(
        `await tools.reach({ origin: ${JSON.stringify(world.origin)} }); await tools.fail().catch(() => 'caught')`,
        { headers: PARENT },
      );
      expect(body.result, JSON.stringify(body)).to.equal('caught');
      const callId = headers.get('toolcell-call-id');
      const spans = await world.receiver.until((all) => named(all, 'POST /mcp/runScript').length > 0);
      const request = only(spans, 'POST /mcp/runScript');
      expect(request.parentId).to.equal(PARENT_ID);
      for (const [name, id] of [
        ['execute_tool run_script', callId],
        ['execute_tool reach', `${callId}.1`],
        ['execute_tool fail', `${callId}.2`],
      ] as const) {
        const span = only(spans, name);
        expect(span.parentId, name).to.equal(request.spanId);
        expect(span.attributes['gen_ai.tool.call.id'], name).to.equal(id);
      }
      expect(only(spans, 'execute_tool fail').attributes['error.type']).to.equal('tool_error');
      const runOf = (name: string) =>
        spans.find((span) => span.name === 'run' && span.parentId === only(spans, name).spanId);
      const fetches = named(spans, 'GET');
      expect(fetches).to.have.length.above(2);
      for (const { parentId } of fetches) expect(parentId).to.equal(runOf('execute_tool reach')?.spanId);
    } finally {
      await world.close();
    }
  });
});

for (const { freshState } of [
  { freshState: 'realm', threads: 1 },
  { freshState: 'isolate', threads: 2 },
] as const)
  describe(`the trace of a call in ${freshState} mode`, function () {
    this.timeout(120_000);
    let world: World;
    before(async () => {
      world = await startWorld(
        {
          OTEL_SERVICE_NAME: 'tools',
          OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=te%20st,service.name=no',
          OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20t,x-a=1',
          OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-a=2',
          OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
        },
        { freshState },
      );
    });
    after(() => world?.close());

    it('has a span for the request, the call, its wait and run, each request and each store operation', async () => {
      const { host, receiver, origin, seen } = world;
      const { status, body, headers } = await host.call('reach', { origin }, undefined, PARENT);
      expect([status, body]).to.deep.equal([200, [200, 200, 503]]);
      const callId = headers.get('toolcell-call-id') ?? '';
      const spans = await receiver.until((all) => named(all, 'set').length > 0 && named(all, REQUEST).length > 0);
      for (const span of spans) {
        expect(span).to.include({ traceId: TRACE_ID, traceState: PARENT.tracestate, scope: 'toolcell' });
        expect(span.endNs >= span.startNs).to.equal(true);
        expect(Math.abs(Number(span.startNs) / 1e6 - Date.now())).to.be.below(30_000);
      }
      const request = only(spans, REQUEST);
      expect(request).to.include({ kind: 2, parentId: PARENT_ID, status: 0 });
      expect(request.attributes).to.deep.equal({
        'http.request.method': 'POST',
        'url.path': '/mcp/callTool',
        'url.scheme': 'http',
        'http.route': '/mcp/callTool',
        'http.response.status_code': 200,
        'toolcell.call.id': callId,
      });
      const tool = only(spans, 'execute_tool reach');
      expect(tool).to.include({ kind: 1, parentId: request.spanId, status: 0 });
      const { 'toolcell.cpu_ms': cpuMs, ...attributes } = tool.attributes;
      expect(cpuMs).to.be.a('number');
      expect(attributes).to.deep.equal({
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'reach',
        'gen_ai.tool.call.id': callId,
        'toolcell.plugin.name': 'traced',
        'toolcell.plugin.version': '1.0.0',
      });
      const wait = only(spans, 'wait');
      const run = only(spans, 'run');
      for (const each of [wait, run]) expect(each).to.include({ kind: 1, parentId: tool.spanId, status: 0 });
      expect(wait.endNs).to.equal(run.startNs);
      const { hostname, port } = new URL(origin);
      const place = { 'url.scheme': 'http', 'server.address': hostname, 'server.port': Number(port) };
      const fetched = { 'http.request.method': 'GET', ...place };
      const fetches = named(spans, 'GET');
      for (const span of [...fetches, only(spans, 'set'), only(spans, 'get')]) {
        expect(span).to.include({ kind: 3, parentId: run.spanId });
        expect(span.startNs >= run.startNs && span.endNs <= run.endNs + 5_000_000n).to.equal(true);
      }
      expect(fetches.map(({ status: code, attributes: each }) => ({ code, ...each }))).to.deep.equal([
        { code: 0, ...fetched, 'http.response.status_code': 200 },
        { code: 0, ...fetched, 'http.response.status_code': 302 },
        { code: 0, ...fetched, 'http.response.status_code': 200, 'http.request.resend_count': 1 },
        { code: 2, ...fetched, 'http.response.status_code': 503, 'error.type': '503' },
      ]);
      expect(only(spans, 'set').attributes).to.deep.equal({
        'db.system.name': 'sqlite',
        'db.operation.name': 'set',
      });
      // Each upstream was told the span of its own request, and nothing that the plugin wrote.
      expect(seen.map((each) => each.headers.traceparent)).to.deep.equal(
        fetches.map(({ spanId }) => `00-${TRACE_ID}-${spanId}-01`),
      );
      expect(new Set(seen.map((each) => each.headers.tracestate))).to.deep.equal(new Set([PARENT.tracestate]));
      const everything = JSON.stringify(spans, (_key, value) => (typeof value === 'bigint' ? Number(value) : value));
      expect(everything).not.to.include('secret');
      expect(host.log.at(-1)).to.include({ traceId: TRACE_ID, callId });
    });

    it('reaches the receiver as its variables say', () => {
      const { receiver } = world;
      const [first] = receiver.requests;
      expect(first).to.include({ path: '/v1/traces' });
      expect(first?.headers).to.include({
        'content-type': 'application/x-protobuf',
        'content-encoding': 'gzip',
        authorization: 'Bearer t',
        'x-a': '2',
      });
      expect(receiver.spans[0]?.resource).to.include({
        'service.name': 'tools',
        'deployment.environment.name': 'te st',
        'telemetry.sdk.name': 'opentelemetry',
      });
    });

    it('has the failure of a call, and no text of it', async () => {
      const { host, receiver } = world;
      receiver.spans.length = 0;
      const { body } = await host.call('fail');
      const { code, status } = body as { code: string; status: number };
      const spans = await receiver.until((all) => named(all, REQUEST).length > 0);
      expect(only(spans, 'execute_tool fail')).to.deep.include({ status: 2 });
      expect(only(spans, 'run').attributes).to.include({ 'error.type': code });
      expect(only(spans, REQUEST).attributes).to.include({ 'error.type': code, 'http.response.status_code': status });
      expect(only(spans, REQUEST).status).to.equal(status >= 500 ? 2 : 0);
      // Without a caller's trace, each request begins one.
      expect(only(spans, REQUEST)).to.include({ parentId: '', traceState: '' });
      expect(only(spans, REQUEST).traceId).to.equal(host.log.at(-1)?.traceId).and.to.not.equal(TRACE_ID);
    });

    it('ends what a call leaves open, and counts requests beyond a hundred', async () => {
      const { host, receiver, origin } = world;
      receiver.spans.length = 0;
      await host.call('leave', { origin });
      const [left] = named(await receiver.until((all) => named(all, 'GET').length > 0), 'GET');
      expect(left).to.deep.include({ status: 2 });
      expect(left?.attributes).to.include({ 'error.type': 'AbortError' });
      receiver.spans.length = 0;
      expect(await host.call('many', { count: 105 })).to.include({ status: 200 });
      const spans = await receiver.until((all) => named(all, REQUEST).length > 0);
      expect(named(spans, 'get')).to.have.lengthOf(100);
      expect(only(spans, 'run').attributes).to.deep.equal({ 'toolcell.requests.without_span': 5 });
    });

    it('has no span for a tool that does not exist, for its name, or for probes', async () => {
      const { host, receiver } = world;
      receiver.spans.length = 0;
      await fetch(`${host.url}/healthz`);
      await fetch(`${host.url}/readyz`, { headers: PARENT });
      await host.call('no_such_tool');
      await fetch(`${host.url}/mcp/metadata`);
      await fetch(`${host.url}/some/where?secret=1`);
      const spans = await receiver.until((all) => named(all, 'GET').length > 0);
      expect(spans.map(({ name }) => name).toSorted()).to.deep.equal(['GET', 'GET /mcp/metadata', REQUEST]);
      expect(only(spans, 'GET').attributes).to.include({ 'url.path': '/some/where', 'error.type': 'not_found' });
    });
  });
