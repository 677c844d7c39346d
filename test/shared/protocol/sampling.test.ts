// Which requests are recorded: decided once, by the caller's trace and the sampler.

import { expect } from 'chai';
import { createTraceStart, NO_SPANS, newId, type Sampler } from '../../../src/shared/protocol/sampling.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';
const URL = '/mcp/callTool';
const from = (flags: string, traceId = TRACE_ID) => ({
  url: URL,
  headers: { traceparent: `00-${traceId}-${SPAN_ID}-${flags}`, tracestate: 'a=1' },
});
const NOBODY = { url: URL, headers: {} };
const starting = (sampler: Sampler) => createTraceStart({ readsCallers: true, sampler });

describe('the start of a trace', () => {
  it('without an exporter keeps what the caller says, records nothing and begins nothing', () => {
    const start = createTraceStart(NO_SPANS);
    expect(start(NOBODY)).to.equal(undefined);
    for (const [flags, isSampled] of [
      ['00', false],
      ['01', true],
    ] as const)
      expect(start(from(flags))).to.deep.equal({
        ...{ traceId: TRACE_ID, spanId: SPAN_ID, parentId: SPAN_ID, state: 'a=1' },
        ...{ isSampled, isRecorded: false },
      });
  });

  it('heeds the flag of a caller only with a parent-based sampler', () => {
    const parentBased = starting({ isParentBased: true, ratio: 0 });
    expect(parentBased(from('01'))).to.include({ isRecorded: true, isSampled: true, parentId: SPAN_ID });
    expect(parentBased(from('01'))?.spanId)
      .to.match(/^[0-9a-f]{16}$/)
      .and.to.not.equal(SPAN_ID);
    expect(parentBased(from('00'))).to.include({ isRecorded: false, isSampled: false, spanId: SPAN_ID });
    expect(parentBased(NOBODY)).to.equal(undefined);
    expect(starting({ isParentBased: false, ratio: 0 })(from('01'))).to.include({
      isRecorded: false,
      isSampled: false,
    });
    expect(starting({ isParentBased: false, ratio: 1 })(from('00'))).to.include({ isRecorded: true, isSampled: true });
  });

  it('records the share that the ratio names, of traces with and without a caller', () => {
    const start = starting({ isParentBased: false, ratio: 0.1 });
    const recordedOf = (make: () => Parameters<typeof start>[0]): number =>
      Array.from({ length: 20_000 }, () => start(make())).filter((trace) => trace?.isRecorded).length;
    expect(recordedOf(() => NOBODY)).to.be.within(1_700, 2_300);
    expect(recordedOf(() => from('00', newId(16)))).to.be.within(1_700, 2_300);
  });

  it('decides alike about one trace, wherever it comes by', () => {
    const [one, other] = [
      starting({ isParentBased: false, ratio: 0.5 }),
      starting({ isParentBased: false, ratio: 0.5 }),
    ];
    for (let index = 0; index < 100; index += 1) {
      const request = from('00', newId(16));
      expect(one(request)?.isRecorded).to.equal(other(request)?.isRecorded);
    }
  });

  it('begins a trace of its own if that of the caller is not valid, or is not to be read', () => {
    const invalid = { url: URL, headers: { traceparent: 'xyz' } };
    expect(starting({ isParentBased: true, ratio: 1 })(invalid)).to.include({ parentId: undefined, isRecorded: true });
    const deaf = createTraceStart({ readsCallers: false, sampler: { isParentBased: true, ratio: 1 } });
    expect(deaf(from('00'))).to.include({ parentId: undefined, isRecorded: true });
    expect(createTraceStart({ readsCallers: false })(from('01'))).to.equal(undefined);
  });

  it('records no probes', () => {
    const start = starting({ isParentBased: true, ratio: 1 });
    for (const url of ['/healthz', '/readyz', '/readyz?require=store', '/livez']) {
      expect(start({ url, headers: {} })).to.equal(undefined);
      expect(start({ ...from('01'), url })).to.include({ isRecorded: false });
    }
  });
});
