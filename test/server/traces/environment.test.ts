// The variables `OTEL_…`: each works as OpenTelemetry says, and one that cannot work is a warning that names it and quotes no value.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readTraceSettings } from '../../../src/server/traces/environment.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const read = (env: Readonly<Record<string, string>>) => readTraceSettings({ ...ENDPOINT, ...env });
const exported = (env: Readonly<Record<string, string>> = {}) => {
  const { export: found, warnings } = read(env);
  expect(warnings).to.deep.equal([]);
  return found;
};

describe('the variables for traces', () => {
  it('send nothing without an endpoint, and read the traces of callers', () => {
    for (const env of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, { OTEL_SERVICE_NAME: 'x' }])
      expect(readTraceSettings(env)).to.deep.equal({ sampling: { readsCallers: true }, warnings: [] });
  });

  it('have the standard values of OpenTelemetry', () => {
    expect(read({})).to.deep.equal({
      sampling: { readsCallers: true, sampler: { isParentBased: true, ratio: 1 } },
      export: {
        ...{ url: 'http://collector:4318/v1/traces', headers: {}, timeoutMs: 10_000, isGzip: false },
        ...{ resource: { 'service.name': 'toolcell' }, queueSpans: 2_048, batchSpans: 512, delayMs: 5_000 },
      },
      warnings: [],
    });
    expect(readTraceSettings({ OTEL_TRACES_EXPORTER: 'otlp' }).export?.url).to.equal('http://localhost:4318/v1/traces');
  });

  it('add the path to the endpoint for all signals, and not to the one for traces', () => {
    const general = { 'http://a:1/': 'http://a:1/v1/traces', 'https://a/base': 'https://a/base/v1/traces' };
    for (const [text, url] of Object.entries(general))
      expect(exported({ OTEL_EXPORTER_OTLP_ENDPOINT: text })?.url).to.equal(url);
    expect(exported({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://b:2/in' })?.url).to.equal('http://b:2/in');
  });

  it('name headers, time, compression and batches', () => {
    const found = exported({
      OTEL_EXPORTER_OTLP_HEADERS: 'a=1,b=two%20words',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a=3',
      OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
      OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '2000',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_BSP_SCHEDULE_DELAY: '10',
      OTEL_BSP_MAX_QUEUE_SIZE: '20',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '30',
    });
    expect(found).to.deep.include({ headers: { a: '3', b: 'two words' }, timeoutMs: 2_000, isGzip: true });
    expect(found).to.include({ delayMs: 10, queueSpans: 20, batchSpans: 20 });
    expect(exported({ OTEL_BSP_EXPORT_TIMEOUT: '100' })?.timeoutMs).to.equal(100);
  });

  it('choose the sampler', () => {
    const ratio = { OTEL_TRACES_SAMPLER_ARG: '0.25' };
    const samplers = {
      always_on: [false, 1],
      always_off: [false, 0],
      traceidratio: [false, 0.25],
      parentbased_always_on: [true, 1],
      parentbased_always_off: [true, 0],
      parentbased_traceidratio: [true, 0.25],
    };
    for (const [name, [isParentBased, share]] of Object.entries(samplers)) {
      const { sampling, warnings } = read({ ...ratio, OTEL_TRACES_SAMPLER: name });
      expect(sampling.sampler).to.deep.equal({ isParentBased, ratio: share });
      expect(warnings).to.deep.equal([]);
    }
  });

  it('turn everything off, or only the reading of callers', () => {
    for (const env of [{ OTEL_SDK_DISABLED: 'TRUE' }, { OTEL_TRACES_EXPORTER: 'none' }])
      expect(read(env)).to.deep.equal({ sampling: { readsCallers: true }, warnings: [] });
    expect(read({ OTEL_PROPAGATORS: 'none' }).sampling.readsCallers).to.equal(false);
    expect(read({ OTEL_PROPAGATORS: 'baggage, tracecontext' }).sampling.readsCallers).to.equal(true);
  });

  it('name files of certificates', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-otel-'));
    for (const name of ['ca', 'cert', 'key']) writeFileSync(join(folder, name), `text of ${name}`);
    const found = exported({
      OTEL_EXPORTER_OTLP_CERTIFICATE: join(folder, 'ca'),
      OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE: join(folder, 'cert'),
      OTEL_EXPORTER_OTLP_CLIENT_KEY: join(folder, 'key'),
    });
    rmSync(folder, { recursive: true });
    expect(found).to.include({ ca: 'text of ca', cert: 'text of cert', key: 'text of key' });
  });

  const secret = 'hidden-value';
  const wrong: Readonly<Record<string, readonly [variable: string, value: string, stillSent: boolean]>> = {
    'an endpoint that is no address': ['OTEL_EXPORTER_OTLP_ENDPOINT', secret, false],
    'an endpoint of another scheme': ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', `grpc://${secret}:4317`, false],
    'another protocol': ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', false],
    'another protocol for traces': ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json', false],
    'another exporter': ['OTEL_TRACES_EXPORTER', 'zipkin', false],
    'a file that is not there': ['OTEL_EXPORTER_OTLP_CERTIFICATE', `/${secret}`, false],
    'another sampler': ['OTEL_TRACES_SAMPLER', secret, true],
    'a share above 1': ['OTEL_TRACES_SAMPLER_ARG', '2', true],
    'a header without a name': ['OTEL_EXPORTER_OTLP_HEADERS', `=${secret}`, true],
    'a header with a line break': ['OTEL_EXPORTER_OTLP_HEADERS', `a=${secret}%0d%0ab`, true],
    'percent signs alone': ['OTEL_RESOURCE_ATTRIBUTES', `a=${secret}%`, true],
    'another compression': ['OTEL_EXPORTER_OTLP_COMPRESSION', 'brotli', true],
    'a negative time': ['OTEL_EXPORTER_OTLP_TIMEOUT', '-1', true],
    'a queue of nothing': ['OTEL_BSP_MAX_QUEUE_SIZE', '0', true],
    'another propagator': ['OTEL_PROPAGATORS', 'b3,tracecontext', true],
  };
  for (const [what, [variable, value, stillSent]] of Object.entries(wrong))
    it(`are a warning for ${what}`, () => {
      const { export: found, warnings } = read({ OTEL_TRACES_SAMPLER: 'traceidratio', [variable]: value });
      expect(warnings).to.have.lengthOf(1);
      expect(warnings[0])
        .to.match(new RegExp(`^${variable} .* → .*`))
        .and.not.to.include(secret);
      expect(found !== undefined).to.equal(stillSent);
    });
});
