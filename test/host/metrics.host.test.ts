// The figures of a host for Prometheus: they are those of the calls that were made, with one listening thread and with two, and a real
// Prometheus reads them.

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { StartRefused } from '../../src/server/host.ts';
import { type Exposition, scrape } from '../support/exposition.ts';
import { FAMILIES } from '../support/figures.ts';
import { startTestHost, type TestHost, type TestHostOptions } from '../support/host.ts';
import { noPrometheus, Prometheus } from '../support/prometheus.ts';
import { skipWithout } from '../support/skip.ts';

const SOURCE = `
  export const echo = (value) => value;
  export const fail = () => { throw new Error('it failed'); };
  export const burn = () => { for (;;); };
  export const hold = async ({ ms }) => { await new Promise((resolve) => setTimeout(resolve, ms)); return 1; };
  export const keep = async (_args, { store }) => { await store.set('key', 1); return await store.get('key'); };`;

const OPTIONS: TestHostOptions = {
  plugins: {
    echoes: { source: SOURCE, tools: { echo: {}, fail: {} } },
    burner: { source: SOURCE, tools: { burn: { limits: { cpuMs: 50 } } } },
    holder: { source: SOURCE, tools: { hold: {} } },
    keeper: { source: SOURCE, tools: { keep: {} }, manifest: { capabilities: { store: {} } } },
  },
  overrides: { holder: { limits: { concurrencyPerPlugin: 1 } } },
  grants: { keeper: { store: true } },
  metrics: { enabled: true, port: 0 },
};

const ALERTS = fileURLToPath(new URL('../../ops/prometheus-alerts.yml', import.meta.url));

/** A text is reused for a moment, so a scrape right after another one may miss the last call. */
const KEPT_MS = 300;

const scrapeAfresh = async ({ host }: TestHost): Promise<Exposition> => {
  await pause(KEPT_MS);
  return scrape(host.metricsUrl);
};

describe('the figures of a host with', function () {
  this.timeout(120_000);
  let host: TestHost;
  before(async () => {
    host = await startTestHost({ ...OPTIONS });
  });
  after(() => host?.close());

  it('count calls by tool and outcome, with what they used', async () => {
    for (let index = 0; index < 5; index += 1) await host.call('echo', { text: 'abc' });
    await host.call('fail');
    await host.call('keep');
    await host.call('burn');
    const text = await scrapeAfresh(host);
    const echo = { plugin: 'echoes', tool: 'echo' };
    expect(text.valueOf('toolcell_calls_total', { ...echo, code: 'ok' })).to.equal(5);
    expect(text.valueOf('toolcell_calls_total', { tool: 'fail', code: 'tool_error' })).to.equal(1);
    expect(text.valueOf('toolcell_calls_total', { tool: 'burn', code: 'exceeded_cpu' })).to.equal(1);
    expect(text.valueOf('toolcell_call_duration_seconds_count', { ...echo, outcome: 'ok' })).to.equal(5);
    expect(text.valueOf('toolcell_call_duration_seconds_bucket', { ...echo, le: '+Inf' })).to.equal(5);
    expect(text.valueOf('toolcell_call_duration_seconds_count', { tool: 'fail', outcome: 'failed' })).to.equal(1);
    expect(text.valueOf('toolcell_call_queue_seconds_count')).to.equal(8);
    expect(text.valueOf('toolcell_call_arguments_bytes_total', echo)).to.equal(5 * '{"text":"abc"}'.length);
    expect(text.valueOf('toolcell_call_reply_bytes_total', echo)).to.equal(5 * '{"text":"abc"}'.length);
    expect(text.valueOf('toolcell_call_cpu_seconds_total', { tool: 'burn' })).to.be.within(0.04, 5);
    expect(text.valueOf('toolcell_store_calls_total', { tool: 'keep' })).to.equal(2);
    expect(text.valueOf('toolcell_limits_hit_total', { limit: 'cpuMs' })).to.equal(1);
  });

  it('show runners, catalog and readiness', async () => {
    const text = await scrapeAfresh(host);
    const runners = text.lines.filter(({ name }) => name === 'toolcell_runners');
    expect(runners.reduce((sum, { value }) => sum + value, 0)).to.be.greaterThan(1);
    expect(text.valueOf('toolcell_runner_starts_total')).to.be.greaterThan(1);
    const ends = text.lines.filter(({ name }) => name === 'toolcell_runner_ends_total');
    expect(ends.reduce((sum, { value }) => sum + value, 0)).to.be.greaterThan(0);
    expect(text.valueOf('toolcell_plugins', { state: 'serving' })).to.equal(4);
    expect(text.valueOf('toolcell_plugins', { state: 'refused' })).to.equal(0);
    expect(text.valueOf('toolcell_tools')).to.equal(5);
    expect(text.valueOf('toolcell_ready')).to.equal(1);
    expect(text.valueOf('toolcell_unready', { cause: 'store' })).to.equal(0);
    expect(text.valueOf('toolcell_build_info')).to.equal(1);
    expect(text.valueOf('process_resident_memory_bytes')).to.be.greaterThan(10_000_000);
    expect(text.valueOf('nodejs_eventloop_lag_p99_seconds')).to.be.a('number');
  });

  it('show calls that run and calls that wait', async () => {
    const held = [1, 2, 3].map(() => host.call('hold', { ms: 1_500 }));
    while ((await host.host.status()).callsQueued < 2) await pause(10);
    const text = await scrapeAfresh(host);
    expect(text.valueOf('toolcell_calls_in_flight')).to.equal(1);
    expect(text.valueOf('toolcell_calls_queued')).to.equal(2);
    expect(text.valueOf('toolcell_isolates')).to.be.at.least(1);
    await Promise.all(held);
    const later = await scrapeAfresh(host);
    expect(later.valueOf('toolcell_calls_queued')).to.equal(0);
    expect(later.valueOf('toolcell_call_queue_seconds_sum')).to.be.greaterThan(4);
  });

  it('have no series for made-up names of tools and paths', async () => {
    await host.call('madeUp');
    await fetch(`${host.url}/madeUp`);
    const before = await scrapeAfresh(host);
    for (let index = 0; index < 50; index += 1) {
      await host.call(`madeUp${index}`);
      await fetch(`${host.url}/madeUp${index}`);
    }
    const after = await scrapeAfresh(host);
    const seriesOf = ({ lines }: Exposition) =>
      lines
        .filter(({ name }) => name.startsWith('toolcell_'))
        .map(({ name, labels }) => JSON.stringify([name, labels]));
    expect(seriesOf(after)).to.deep.equal(seriesOf(before));
    expect(after.valueOf('toolcell_calls_total', { tool: '(unknown)', code: 'tool_not_found' })).to.equal(51);
    expect(after.valueOf('toolcell_requests_refused_total', { code: 'not_found' })).to.equal(51);
  });

  it('are those of one exposition, with the type that the table says', async () => {
    const { types, lines } = await scrapeAfresh(host);
    for (const [name, { type }] of Object.entries(FAMILIES)) expect(types.get(name), name).to.equal(type);
    const own = [...types.keys()].filter((name) => name.startsWith('toolcell_'));
    expect(own).to.deep.equal(Object.keys(FAMILIES));
    const series = lines.map(({ name, labels }) => JSON.stringify([name, labels]));
    expect(new Set(series).size).to.equal(series.length);
  });
});

describe('figures of a plugin that costs runners', function () {
  this.timeout(120_000);

  it('count its kills by reason, and show its pause', async () => {
    const source = `export const crash = () => 'x'.repeat(2 ** 28).split('').length;`;
    const host = await startTestHost({
      plugins: { crasher: { source, tools: { crash: {} } } },
      bounds: { quarantine: { kills: 1, windowMs: 60_000, pauseMs: 60_000, maxPauseMs: 60_000 } },
      metrics: { enabled: true, port: 0 },
    });
    const before = await scrapeAfresh(host);
    expect(before.valueOf('toolcell_quarantines_total')).to.equal(0);
    const { code } = await host.call('crash');
    expect((await host.call('crash')).code).to.equal('quarantined');
    const after = await scrapeAfresh(host);
    await host.close();
    const losses = ({ lines }: Exposition): number =>
      lines
        .filter(({ name, labels }) => name === 'toolcell_runner_ends_total' && labels.reason !== 'retired')
        .reduce((sum, { value }) => sum + value, 0);
    expect(losses(after) - losses(before)).to.equal(1);
    const reason = code === 'runner_lost' ? 'crashed' : code;
    expect(after.valueOf('toolcell_runner_ends_total', { reason: String(reason) })).to.equal(1);
    expect(after.valueOf('toolcell_quarantines_total')).to.equal(1);
    expect(after.valueOf('toolcell_quarantine_seconds', { cordon: 'plugin:crasher' })).to.be.within(1, 60);
    expect(after.valueOf('toolcell_calls_total', { tool: 'crash', code: 'quarantined' })).to.equal(1);
  });
});

describe('figures of tools that reach out', function () {
  this.timeout(120_000);

  it('count requests and bytes to the network, but name no server', async () => {
    const upstream = createServer((_request, response) => response.end('x'.repeat(500))).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const source = `export const send = async ({ url }) => {
      const replies = [1, 2].map(() => fetch(url, { method: 'POST', body: 'y'.repeat(100) }));
      for (const reply of replies) await (await reply).text();
      return 'sent';
    };`;
    const capabilities = { fetch: [{ origin, methods: ['POST'], path: '/*' }] };
    const host = await startTestHost({
      plugins: { sender: { source, tools: { send: {} }, manifest: { capabilities } } },
      grants: { sender: { privateFetch: [origin] } },
      metrics: { enabled: true, port: 0 },
    });
    expect((await host.call('send', { url: `${origin}/in` })).body).to.equal('sent');
    const text = await scrapeAfresh(host);
    await host.close();
    upstream.close();
    expect(text.valueOf('toolcell_egress_requests_total', { plugin: 'sender', tool: 'send' })).to.equal(2);
    expect(text.valueOf('toolcell_egress_request_bytes_total', { tool: 'send' })).to.equal(200);
    expect(text.valueOf('toolcell_egress_response_bytes_total', { tool: 'send' })).to.equal(1_000);
    expect(text.valueOf('toolcell_host_calls_total', { tool: 'send' })).to.be.at.least(2);
    expect(JSON.stringify(text.lines)).not.to.contain('127.0.0.1');
  });
});

describe('figures of clients', function () {
  this.timeout(120_000);

  it('count callers without a checked credential under fixed names', async () => {
    const host = await startTestHost({ ...OPTIONS, metrics: { enabled: true, port: 0, clients: true } });
    await host.call('echo');
    for (const token of ['one', 'two', 'three'])
      await fetch(`${host.url}/mcp/callTool`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: '{"toolName":"echo","arguments":{}}',
      });
    const { lines } = await scrapeAfresh(host);
    await host.close();
    const clients = lines.filter(({ name }) => name === 'toolcell_client_calls_total');
    expect(clients.map(({ labels, value }) => [labels.client, labels.code, value])).to.deep.equal([
      ['(anonymous)', 'ok', 1],
      ['(unchecked)', 'ok', 3],
    ]);
  });
});

describe('the listener of the figures', function () {
  this.timeout(120_000);
  let host: TestHost;
  before(async () => {
    host = await startTestHost(OPTIONS);
  });
  after(() => host?.close());

  it('is off by default', async () => {
    const quiet = await startTestHost({ plugins: {} });
    expect(quiet.host.metricsUrl).to.equal(undefined);
    await quiet.close();
  });

  it('is not reached over the port of the tools', async () => {
    expect((await fetch(`${host.url}/metrics`)).status).to.equal(404);
  });

  it('refuses other paths, other methods and foreign names of this machine', async () => {
    const url = host.host.metricsUrl ?? '';
    expect((await fetch(new URL('/', url))).status).to.equal(404);
    expect((await fetch(new URL('/mcp/metadata', url))).status).to.equal(404);
    expect((await fetch(url, { method: 'POST' })).status).to.equal(405);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
    expect(head.headers.get('content-type')).to.contain('text/plain; version=0.0.4');
    expect(await statusWithHost(url, 'rebound.example')).to.equal(403);
    expect(await statusWithHost(url, 'localhost')).to.equal(200);
  });

  it('shows that the server drains, and closes with it', async () => {
    const overrides = { holder: { limits: { wallMs: 60_000 } } };
    const draining = await startTestHost({ ...OPTIONS, overrides });
    const hangUp = new AbortController();
    const held = draining.call('hold', { ms: 60_000 }, hangUp.signal).catch(() => {});
    while ((await draining.host.status()).callsInFlight === 0) await pause(10);
    const closing = draining.close();
    let text = await scrapeAfresh(draining);
    // A busy machine may have begun that text before the drain.
    while (text.valueOf('toolcell_ready') !== 0) text = await scrapeAfresh(draining);
    expect(text.valueOf('toolcell_unready', { cause: 'draining' })).to.equal(1);
    hangUp.abort();
    await Promise.all([held, closing]);
    await fetch(draining.host.metricsUrl ?? '').then(
      () => expect.fail('it still listens'),
      () => {},
    );
  });

  it('keeps the host from starting if its port is taken', async () => {
    const port = Number(new URL(host.host.metricsUrl ?? '').port);
    await startTestHost({ plugins: {}, metrics: { enabled: true, port } }).then(
      (started) => started.close().then(() => expect.fail('it started')),
      (error: unknown) =>
        expect(error).to.be.instanceOf(StartRefused).with.property('message').that.contains('metrics.port'),
    );
  });
});

describe('a real Prometheus', function () {
  this.timeout(90_000);

  it('scrapes a host, and answers questions about it', async function () {
    skipWithout(this, 'figures in a real Prometheus', noPrometheus());
    const host = await startTestHost({ ...OPTIONS });
    const prometheus = await Prometheus.start(host.host.metricsUrl ?? '', [ALERTS]);
    try {
      for (let index = 0; index < 20; index += 1) await host.call('echo', { index });
      await host.call('fail');
      const [calls] = await prometheus.until('sum by (tool) (toolcell_calls_total{tool="echo"}) >= 20');
      expect(calls).to.deep.equal({ metric: { tool: 'echo' }, value: 20 });
      expect(await prometheus.query('up{job="toolcell"}')).to.have.nested.property('[0].value', 1);
      // A rate needs an increase between two scrapes.
      for (let index = 0; index < 5; index += 1) await host.call('echo', { index });
      const [slow] = await prometheus.until(
        'histogram_quantile(0.99, sum by (le) (rate(toolcell_call_duration_seconds_bucket{tool="echo"}[1m]))) > 0',
      );
      expect(slow?.value).to.be.within(0, 30);
      expect(await prometheus.query('toolcell_ready')).to.have.nested.property('[0].value', 1);
      expect(await prometheus.query('ALERTS')).to.deep.equal([]);
    } finally {
      await prometheus.end();
      await host.close();
    }
  });
});

/** The status of a scrape that calls this machine by `name`. */
const statusWithHost = (url: string, name: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers: { host: name } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });
