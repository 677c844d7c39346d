// Trace contexts of callers, who may send anything: only the exact form counts.

import { expect } from 'chai';
import fc from 'fast-check';
import { callerTraceOf } from '../../../src/shared/protocol/sampling.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';
const GOOD = `00-${TRACE_ID}-${SPAN_ID}-01`;
const stateOf = (tracestate: string): string | undefined => callerTraceOf({ traceparent: GOOD, tracestate })?.state;

describe('the traceparent of a caller', () => {
  it('gives the ids and whether the caller samples', () => {
    const ids = { traceId: TRACE_ID, spanId: SPAN_ID, state: undefined };
    expect(callerTraceOf({ traceparent: GOOD })).to.deep.equal({ ...ids, isSampled: true });
    const flags = { '00': false, '02': false, '03': true, ff: true };
    for (const [text, isSampled] of Object.entries(flags))
      expect(callerTraceOf({ traceparent: `00-${TRACE_ID}-${SPAN_ID}-${text}` })).to.deep.equal({ ...ids, isSampled });
    // A later version may have more parts.
    expect(callerTraceOf({ traceparent: `01-${TRACE_ID}-${SPAN_ID}-01-more` })).to.deep.equal({
      ...ids,
      isSampled: true,
    });
  });

  const wrong = {
    'an empty one': '',
    capitals: GOOD.toUpperCase(),
    'a short trace id': `00-${TRACE_ID.slice(1)}-${SPAN_ID}-01`,
    'a long trace id': `00-${TRACE_ID}0-${SPAN_ID}-01`,
    'a short span id': `00-${TRACE_ID}-${SPAN_ID.slice(1)}-01`,
    'a trace id of zeros': `00-${'0'.repeat(32)}-${SPAN_ID}-01`,
    'a span id of zeros': `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
    'the version ff': `ff-${TRACE_ID}-${SPAN_ID}-01`,
    'more parts in version 00': `${GOOD}-more`,
    'no flags': `00-${TRACE_ID}-${SPAN_ID}`,
    blanks: ` ${GOOD}`,
    'two of them': `${GOOD}, ${GOOD}`,
    'a letter that is no digit': GOOD.replace('0af', '0ag'),
    'a line break at the end': `${GOOD}\n`,
    'more than 256 characters': `01-${TRACE_ID}-${SPAN_ID}-01-${'x'.repeat(250)}`,
  };
  for (const [what, traceparent] of Object.entries(wrong))
    it(`is ignored if it is ${what}`, () => expect(callerTraceOf({ traceparent })).to.equal(undefined));

  it('never yields anything but digits, and never throws', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9a-f-]{0,70}$/));
    fc.assert(
      fc.property(text, text, (traceparent, tracestate) => {
        const found = callerTraceOf({ traceparent, tracestate });
        if (found) expect([found.traceId, found.spanId].join('-')).to.match(/^[0-9a-f]{32}-[0-9a-f]{16}$/);
      }),
    );
  });
});

describe('the tracestate of a caller', () => {
  it('is kept if it has the form of the standard', () => {
    expect(stateOf('a=1')).to.equal('a=1');
    expect(stateOf('vendor=va lue,1tenant@sys=2 , ,x_-*/=~')).to.equal('vendor=va lue,1tenant@sys=2,x_-*/=~');
  });

  for (const [what, text] of Object.entries({
    'is empty': '',
    'has no value': 'a=',
    'has no name': '=1',
    'has capitals in a name': 'A=1',
    'has a name twice': 'a=1,a=2',
    'has control characters': 'a=\u0001',
    'has characters beyond ASCII': 'a=é',
    'has 33 members': Array.from({ length: 33 }, (_, index) => `k${index}=1`).join(','),
    'has more than 512 characters': `a=${'1'.repeat(250)},b=${'1'.repeat(250)},c=${'1'.repeat(50)}`,
  }))
    it(`is left out if it ${what}, and the traceparent counts`, () => {
      expect(stateOf(text)).to.equal(undefined);
      expect(callerTraceOf({ traceparent: GOOD, tracestate: text })).to.include({ traceId: TRACE_ID });
    });
});
