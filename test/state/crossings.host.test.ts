// Checks that no value of one call reaches another, for plugins built of pieces that run late. crossings.nightly.test.ts tries many more.

import { expect } from 'chai';
import { searchCrossings } from './crossings.ts';

const MODULES = { realm: 300, isolate: 100 };
const SEED = 20_261_122;

for (const freshState of ['realm', 'isolate'] as const)
  describe(`calls of modules built of late pieces, in ${freshState} mode`, function () {
    this.timeout(300_000);
    const count = MODULES[freshState];

    it(`see nothing of each other, in ${count} modules`, async () => {
      const { crossings, modules, calls } = await searchCrossings(count, SEED, freshState);
      expect(modules).to.equal(count);
      expect(calls).to.be.greaterThan(4 * count);
      // The first one tells enough: a list of all is cut in the report.
      expect(crossings.length, crossings[0]).to.equal(0);
    });
  });
