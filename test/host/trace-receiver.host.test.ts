// A receiver of traces that is down, slow, or fails: calls and the end of the server do not wait for it, and the operator hears of it once.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { writePlugins } from '../support/config.ts';
import { startTestHost, type TestHost, type TestHostOptions } from '../support/host.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { startServer } from '../support/server-process.ts';

const PLUGIN = { source: 'export const echo = (value) => value;', tools: { echo: {} } };
const PARENT = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
/** Spans of one call that reaches nothing: request, tool, wait and run. */
const SPANS = 4;

describe('a receiver of traces', function () {
  this.timeout(120_000);
  let receiver: OtlpReceiver;
  let host: TestHost | undefined;
  beforeEach(async () => {
    receiver = await startOtlpReceiver();
  });
  afterEach(async () => {
    await host?.close();
    host = undefined;
    await receiver.close().catch(() => {});
  });

  const start = async (variables: Readonly<Record<string, string>> = {}, options: Partial<TestHostOptions> = {}) => {
    host = await startTestHost({
      plugins: { echoes: PLUGIN },
      traceVariables: {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_BSP_SCHEDULE_DELAY: '10',
        OTEL_EXPORTER_OTLP_TIMEOUT: '300',
        ...variables,
      },
      ...options,
    });
    return host;
  };
  const textsOf = ({ notices }: TestHost, level: string): string[] =>
    notices.filter((notice) => notice.level === level).map(({ text }) => text);
  const untilText = async (from: TestHost, level: string): Promise<string> => {
    for (let turn = 0; turn < 1_000 && textsOf(from, level).length === 0; turn += 1) await pause(10);
    return textsOf(from, level)[0] ?? '';
  };

  it('that is down is named once, costs no call, and gets spans again when it is back', async () => {
    const { port } = receiver;
    await receiver.close();
    const running = await start();
    for (let call = 0; call < 6; call += 1) {
      expect(await running.call('echo', { call })).to.include({ status: 200 });
      await pause(50);
    }
    expect(await untilText(running, 'error')).to.match(
      new RegExp(`^Traces cannot be sent to http://127.0.0.1:${port}/v1/traces: .+ OTEL_EXPORTER_OTLP_ENDPOINT`),
    );
    receiver = await startOtlpReceiver(port);
    await running.call('echo');
    await receiver.until((spans) => spans.length >= SPANS);
    expect(await untilText(running, 'info')).to.match(/ again\. \d+ spans were lost\.$/);
    expect(textsOf(running, 'error')).to.have.lengthOf(1);
  });

  it('that answers with errors is named once, and costs no call', async () => {
    receiver.answer = (response) => response.writeHead(400).end('no');
    const running = await start();
    for (let call = 0; call < 5; call += 1) {
      expect(await running.call('echo')).to.include({ status: 200 });
      await pause(60);
    }
    await untilText(running, 'error');
    expect(receiver.requests.length).to.be.greaterThan(1);
    expect(textsOf(running, 'error')).to.have.lengthOf(1);
  });

  it('that does not answer holds up no call and not the end, and has a bounded queue', async () => {
    receiver.answer = () => {};
    const variables = { OTEL_EXPORTER_OTLP_TIMEOUT: '60000', OTEL_BSP_MAX_QUEUE_SIZE: '40' };
    const running = await start({ ...variables, OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10' });
    for (let call = 0; call < 50; call += 1) expect(await running.call('echo')).to.include({ status: 200 });
    const startMs = performance.now();
    await running.close();
    host = undefined;
    expect(performance.now() - startMs).to.be.within(1_500, 6_000);
    const sent = receiver.requests.reduce((sum, { spans }) => sum + spans, 0);
    expect(sent).to.be.within(10, 50);
  });

  it('is reached in spite of values that the SDK cannot use, each of which is a warning', async () => {
    const running = await start({
      OTEL_EXPORTER_OTLP_COMPRESSION: 'brotli',
      OTEL_EXPORTER_OTLP_TIMEOUT: '-1',
      OTEL_BSP_EXPORT_TIMEOUT: 'soon',
      OTEL_EXPORTER_OTLP_CERTIFICATE: '/no/such/file',
      OTEL_EXPORTER_OTLP_HEADERS: '=hidden,a=%,b=2',
      OTEL_RESOURCE_ATTRIBUTES: 'a=%',
    });
    await running.call('echo');
    await receiver.until((spans) => spans.length >= SPANS);
    expect(receiver.requests[0]?.headers).to.include({ b: '2' });
    expect(receiver.spans[0]?.resource).to.include({ 'service.name': 'toolcell' });
    const warnings = textsOf(running, 'warn').filter((text) => text.startsWith('traces: '));
    for (const name of ['_COMPRESSION', '_TIMEOUT', 'OTEL_BSP_EXPORT_TIMEOUT', 'root certificate'])
      expect(warnings.filter((text) => text.includes(name)).length, name).to.be.greaterThan(0);
    expect(warnings.join()).to.not.include('hidden');
  });

  it('gets the last spans when the host ends', async () => {
    const running = await start({ OTEL_BSP_SCHEDULE_DELAY: '600000' });
    await running.call('echo');
    expect(receiver.spans).to.have.lengthOf(0);
    await running.close();
    host = undefined;
    expect(receiver.spans).to.have.lengthOf(SPANS);
  });

  it('gets the share of traces that the sampler names', async () => {
    const running = await start({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
    await running.call('echo');
    await running.call('echo', {}, undefined, PARENT);
    const spans = await receiver.until((all) => all.length > 0);
    expect(new Set(spans.map(({ traceId }) => traceId))).to.have.lengthOf(1);
    expect(running.log.map(({ traceId }) => traceId)).to.deep.equal([undefined, spans[0]?.traceId]);
  });

  it('is not needed for the trace id in the log, or to pass a trace on', async () => {
    const seen: (string | undefined)[] = [];
    const upstream = createServer((request, response) => {
      seen.push(request.headers.traceparent as string | undefined);
      response.end();
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const reaching = {
      source: 'export const get = async ({ url }) => (await fetch(url)).status;',
      tools: { get: {} },
      manifest: { capabilities: { fetch: [{ origin, methods: ['GET'], path: '/*' }] } },
    };
    const options = { plugins: { reaching }, grants: { reaching: { privateFetch: [origin] } } };
    for (const traceparent of ['private', 'none', 'all'] as const) {
      const running = await startTestHost({ ...options, egress: { traceparent } });
      expect(await running.call('get', { url: origin }, undefined, PARENT)).to.include({ status: 200 });
      expect(await running.call('get', { url: origin })).to.include({ status: 200 });
      await running.close();
      expect(running.log.map(({ traceId }) => traceId)).to.deep.equal([PARENT.traceparent.slice(3, 35), undefined]);
    }
    upstream.close();
    const { traceparent } = PARENT;
    expect(seen).to.deep.equal([traceparent, undefined, undefined, undefined, traceparent, undefined]);
  });

  it('is named by the environment of the server, whose log has the trace id and the warnings', async () => {
    const plugins = writePlugins({ echoes: PLUGIN });
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER: 'sometimes' };
    const server = await startServer({ plugins, config: { log: { format: 'json' } }, env });
    try {
      await fetch(`${server.url}/mcp/callTool`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...PARENT },
        body: JSON.stringify({ toolName: 'echo', arguments: {} }),
      });
      expect(await server.end()).to.equal(0);
      const traceId = PARENT.traceparent.slice(3, 35);
      expect(server.entries().find(({ msg }) => msg === 'call')).to.include({ traceId, code: 'ok' });
      const warning = server.entries().find(({ msg }) => msg === 'traces');
      expect(warning?.detail).to.match(/^OTEL_TRACES_SAMPLER is none of .* → /);
      expect(receiver.spans.map((span) => span.traceId)).to.deep.equal(Array(SPANS).fill(traceId));
    } finally {
      server.remove();
    }
  });
});
