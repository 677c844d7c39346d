// The variables `OTEL_…` that decide whether and of what spans are made: each works as OpenTelemetry says, and one that cannot work is a warning that
// names it and quotes no value. What the SDK reads is seen at a receiver: test/host/traces.host.test.ts.

import { expect } from 'chai';
import { readTraceSettings } from '../../../src/server/traces/environment.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const read = (env: Readonly<Record<string, string>>) => readTraceSettings({ ...ENDPOINT, ...env });
const receiverWith = (env: Readonly<Record<string, string>>): string | undefined => {
  const { receiver, warnings } = read(env);
  expect(warnings).to.deep.equal([]);
  return receiver;
};

describe('the variables for traces', () => {
  it('send nothing without an endpoint, and read the traces of callers', () => {
    for (const env of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, { OTEL_SERVICE_NAME: 'x' }])
      expect(readTraceSettings(env)).to.deep.equal({ sampling: { readsCallers: true }, warnings: [] });
  });

  it('have the standard values of OpenTelemetry', () => {
    expect(read({})).to.deep.equal({
      sampling: { readsCallers: true, sampler: { isParentBased: true, ratio: 1 } },
      receiver: 'http://collector:4318/v1/traces',
      warnings: [],
    });
    expect(readTraceSettings({ OTEL_TRACES_EXPORTER: 'otlp' }).receiver).to.equal('http://localhost:4318/v1/traces');
  });

  it('add the path to the endpoint for all signals, and not to the one for traces', () => {
    const general = {
      'http://a:1/': 'http://a:1/v1/traces',
      'https://a/base': 'https://a/base/v1/traces',
      'https://user:secret@a/base/': 'https://a/base/v1/traces',
    };
    for (const [text, url] of Object.entries(general))
      expect(receiverWith({ OTEL_EXPORTER_OTLP_ENDPOINT: text })).to.equal(url);
    expect(receiverWith({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://b:2/in?key=secret' })).to.equal('http://b:2/in');
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

  const secret = 'hidden-value';
  const wrong: Readonly<Record<string, readonly [variable: string, value: string, stillSent: boolean]>> = {
    'an endpoint that is no address': ['OTEL_EXPORTER_OTLP_ENDPOINT', secret, false],
    'an endpoint of another scheme': ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', `grpc://${secret}:4317`, false],
    'another protocol': ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', false],
    'another protocol for traces': ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json', false],
    'another exporter': ['OTEL_TRACES_EXPORTER', 'zipkin', false],
    'another sampler': ['OTEL_TRACES_SAMPLER', secret, true],
    'a share above 1': ['OTEL_TRACES_SAMPLER_ARG', '2', true],
    'a queue of nothing': ['OTEL_BSP_MAX_QUEUE_SIZE', '0', false],
    'batches of nothing': ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE', '0', false],
    'a queue that is no number': ['OTEL_BSP_MAX_QUEUE_SIZE', 'many', false],
    'another propagator': ['OTEL_PROPAGATORS', 'b3,tracecontext', true],
  };
  for (const [what, [variable, value, stillSent]] of Object.entries(wrong))
    it(`are a warning for ${what}`, () => {
      const { receiver, warnings } = read({ OTEL_TRACES_SAMPLER: 'traceidratio', [variable]: value });
      expect(warnings).to.have.lengthOf(1);
      expect(warnings[0])
        .to.match(new RegExp(`^${variable} .* → .*`))
        .and.not.to.include(secret);
      expect(receiver !== undefined).to.equal(stillSent);
    });
});
