// Times as text, compared with the general conversion.

import { expect } from 'chai';
import fc from 'fast-check';
import { millisecondsText } from '../../../src/shared/text/milliseconds.ts';

describe('milliseconds as text', () => {
  it('are the text of the rounded number', () => {
    const times = fc.oneof(
      fc.double(),
      fc.double({ min: 0, max: 3e6 }),
      fc.integer({ min: -10, max: 2_000_000 }).map((us) => us / 1_000),
      fc.constantFrom(0, -0, -1, 0.0004, 0.0005, 0.9996, 1e-7, 2_147_483.647, 2_147_483.648, 1e300, Number.NaN),
    );
    fc.assert(
      fc.property(times, (ms) => {
        expect(millisecondsText(ms)).to.equal(`${Math.round(ms * 1_000) / 1_000}`);
      }),
      { numRuns: 5_000 },
    );
  });
});
