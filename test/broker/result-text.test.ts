import { expect } from 'chai';
import fc from 'fast-check';
import { resultFault } from '../../src/broker/result-text.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe("a result's text", () => {
  it('passes where it is JSON within the depth, and only there', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 6 }), (value, depth) => {
        const isWithin = depthOf(value) <= depth;
        expect(resultFault(JSON.stringify(value), depth) === undefined).to.equal(isWithin);
      }),
      { numRuns: 500 },
    );
  });

  it('may hold brackets and escapes in strings', () => {
    expect(resultFault(JSON.stringify(['[[[[[[', '\\"[[[[', '\\\\']), 2)).to.equal(undefined);
  });

  it('of 100,000 levels is refused without a stack', () => {
    expect(resultFault('['.repeat(100_000) + ']'.repeat(100_000), 64)?.detail).to.match(/deeper than 64/);
  });

  for (const text of ['', 'undefined', '{"a":1', '1 2', '{"a":1}{"b":2}', '\u0000']) {
    it(`is refused where it is not JSON: ${JSON.stringify(text)}`, () =>
      expect(resultFault(text, 64)?.detail).to.match(/not JSON/));
  }
});
