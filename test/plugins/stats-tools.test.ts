// stats-tools: laws that any list of numbers obeys, and numbers that are hard to add up.

import { expect } from 'chai';
import fc from 'fast-check';
import { errorOf, shippedTool } from '../support/shipped-tool.ts';

interface Description {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  readonly mean: number;
  readonly median: number;
  readonly standardDeviation: number | null;
  readonly quantiles: readonly { readonly share: number; readonly value: number }[];
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[];
}

describe('describeNumbers', () => {
  const run = shippedTool('stats-tools', 'describeNumbers');
  const describeNumbers = async (args: object): Promise<Description> => (await run(args)) as Description;

  it('puts every number in one bin, and the middle between the ends', async () => {
    const numbers = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(numbers, fc.integer({ min: 1, max: 100 }), async (list, bins) => {
        const { count, min, max, mean, median, quantiles, histogram } = await describeNumbers({ numbers: list, bins });
        expect(count).to.equal(list.length);
        expect([min, max]).to.deep.equal([Math.min(...list) + 0, Math.max(...list) + 0]);
        expect(mean).to.be.within(min - 1e-6, max + 1e-6);
        expect(median).to.equal(quantiles[1]?.value);
        for (const [at, { from, to, count: inBin }] of histogram.entries()) {
          const isLast = at === histogram.length - 1;
          expect(inBin).to.equal(list.filter((number) => number >= from && (number < to || isLast)).length);
        }
        expect([histogram[0]?.from, histogram.at(-1)?.to]).to.deep.equal([min, max]);
      }),
      { numRuns: 300 },
    );
  });

  it('takes the smallest numbers there are', async () => {
    const { histogram } = await describeNumbers({ numbers: [0, 5e-324], bins: 10 });
    expect(histogram.reduce((sum, { count }) => sum + count, 0)).to.equal(2);
  });

  it('adds up without losing the low digits', async () => {
    expect((await describeNumbers({ numbers: [1e16, 1, -1e16] })).sum).to.equal(1);
    expect((await describeNumbers({ numbers: Array(10).fill(0.1) })).sum).to.equal(1);
    const { standardDeviation } = await describeNumbers({ numbers: [1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16] });
    expect(standardDeviation).to.equal(Math.sqrt(30));
  });

  it('takes 100,000 numbers, and no more', async () => {
    const numbers = Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 100_000);
    expect(await describeNumbers({ numbers })).to.include({ count: 100_000, min: 0, max: 99_999, median: 49_999.5 });
    expect((await errorOf(run({ numbers: [...numbers, 1] }))).message).to.match(
      /^"numbers" must be a list of 1 to 100000/,
    );
  });

  for (const [args, message] of [
    [{ numbers: [] }, /^"numbers" must be a list/],
    [{ numbers: [1, '2'] }, /look at index 1/],
    [{ numbers: [1, null] }, /look at index 1/],
    [{ numbers: [1], bins: 0 }, /^"bins" must be/],
    [{ numbers: [1], quantiles: [1.5] }, /^"quantiles" must be/],
    [{ numbers: [1.7e308, 1.7e308] }, /too large/],
    [{ numbers: [-1.7e308, 1.7e308] }, /too large/],
  ] as const) {
    it(`refuses ${JSON.stringify(args)}`, async () => {
      expect((await errorOf(run(args))).message).to.match(message);
    });
  }
});

describe('linearRegression', () => {
  const run = shippedTool('stats-tools', 'linearRegression');

  it('finds the line that made the points', async () => {
    const whole = fc.integer({ min: -1000, max: 1000 });
    const places = fc.uniqueArray(whole, { minLength: 2, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(whole, whole, places, async (slope, intercept, xs) => {
        const fit = (await run({ points: xs.map((x) => [x, slope * x + intercept]) })) as Record<string, number | null>;
        expect(fit.slope).to.be.closeTo(slope, 1e-6);
        expect(fit.intercept).to.be.closeTo(intercept, 1e-3);
        if (slope === 0) expect(fit.rSquared).to.equal(null);
        else expect(fit.rSquared).to.be.within(1 - 1e-9, 1);
      }),
    );
  });

  for (const [points, message] of [
    [[[1, 2]], /^"points" must be a list of 2/],
    [
      [
        [1, 2],
        [1, 3],
      ],
      /Every x is the same/,
    ],
    [[[1, 2], [1]], /look at index 1/],
    [[[1, 2], null], /look at index 1/],
    [
      [
        [0, -1.7e308],
        [1, 1.7e308],
      ],
      /too large/,
    ],
  ] as const) {
    it(`refuses ${JSON.stringify(points)}`, async () => {
      expect((await errorOf(run({ points }))).message).to.match(message);
    });
  }
});
