// The headers that tell an upstream the trace: who gets them, and that a plugin cannot write them.

import { expect } from 'chai';
import { isTold, leavingHeaders, traceHeaders } from '../../../../src/control/capabilities/egress/request-headers.ts';
import { NO_GRANTS } from '../../../../src/shared/protocol/capabilities.ts';
import type { Trace } from '../../../../src/shared/protocol/trace.ts';

const TRACE: Trace = {
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentId: undefined,
  isSampled: true,
  isRecorded: true,
  state: undefined,
};

describe('the headers of a trace', () => {
  it('name the request itself if it has a span, and else the request that the call came with', () => {
    expect(traceHeaders(TRACE, 'c'.repeat(16))).to.deep.equal([
      ['traceparent', `00-${TRACE.traceId}-${'c'.repeat(16)}-01`],
    ]);
    expect(traceHeaders({ ...TRACE, isSampled: false, state: 'a=1' })).to.deep.equal([
      ['traceparent', `00-${TRACE.traceId}-${TRACE.spanId}-00`],
      ['tracestate', 'a=1'],
    ]);
  });

  it('go to all origins, to those that may be private, or to none', () => {
    const fetch = { requested: [], granted: ['https://public.example'], grantedPrivate: ['https://*.own.example'] };
    const grants = { ...NO_GRANTS, fetch };
    for (const [to, told] of [
      ['none', [false, false]],
      ['private', [false, true]],
      ['all', [true, true]],
    ] as const)
      expect(
        ['https://public.example', 'https://a.own.example'].map((origin) => isTold(origin, to, grants)),
      ).to.deep.equal(told);
  });

  it('are left out of what a plugin sends', () => {
    const names = leavingHeaders([
      ['traceparent', `00-${'f'.repeat(32)}-${'f'.repeat(16)}-01`],
      ['tracestate', 'a=1'],
      ['x-own', '1'],
    ]).map(([name]) => name);
    expect(names).to.include('x-own').and.not.to.include.members(['traceparent']);
    expect(names).not.to.include('tracestate');
  });
});
