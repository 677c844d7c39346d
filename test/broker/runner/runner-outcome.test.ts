import { expect } from 'chai';
import fc from 'fast-check';
import { resultFault } from '../../../src/broker/runner/runner-outcome.ts';
import type { Failure } from '../../../src/shared/protocol/errors.ts';

const faultIn = (text: string, depth: number): Failure | undefined => resultFault(Buffer.from(text), depth);

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe("a result's text", () => {
  it('passes if it is JSON within the depth, and only then', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 6 }), (value, depth) => {
        const isWithin = depthOf(value) <= depth;
        expect(faultIn(JSON.stringify(value), depth) === undefined).to.equal(isWithin);
      }),
      { numRuns: 500 },
    );
  });

  it('may hold brackets and escapes in strings', () => {
    expect(faultIn(JSON.stringify(['[[[[[[', '\\"[[[[', '\\\\']), 2)).to.equal(undefined);
  });

  it('of 100,000 levels is refused without a stack', () => {
    expect(faultIn('['.repeat(100_000) + ']'.repeat(100_000), 64)?.detail).to.match(/deeper than 64/);
  });

  for (const text of ['', 'undefined', '{"a":1', '1 2', '{"a":1}{"b":2}', '\u0000']) {
    it(`is refused if it is not JSON: ${JSON.stringify(text)}`, () =>
      expect(faultIn(text, 64)?.detail).to.match(/not JSON/));
  }

  it('is refused if it is not UTF-8, because only its caller decodes it', () => {
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0x22, 0xc0, 0x80, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
    ])
      expect(resultFault(Uint8Array.from(bytes), 64)?.detail).to.match(/not JSON/);
  });
});
