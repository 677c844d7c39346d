import { expect } from 'chai';
import fc from 'fast-check';
import { ShortMap } from '../../../src/shared/protocol/short-map.ts';

describe('a short map', () => {
  it('has the entries of a Map, in the same order', () => {
    const key = fc.integer({ min: 0, max: 5 });
    const step = fc.oneof(
      fc.record({ does: fc.constant('set' as const), key, value: fc.nat() }),
      fc.record({ does: fc.constant('delete' as const), key }),
      fc.record({ does: fc.constant('clear' as const), key }),
    );
    fc.assert(
      fc.property(fc.array(step), key, (steps, asked) => {
        const [short, map] = [new ShortMap<number, number>(), new Map<number, number>()];
        for (const one of steps)
          for (const each of [short, map]) {
            if (one.does === 'set') each.set(one.key, one.value);
            else if (one.does === 'delete') each.delete(one.key);
            else each.clear();
          }
        expect(short.entries()).to.deep.equal([...map]);
        expect(short.keys()).to.deep.equal([...map.keys()]);
        expect(short.size).to.equal(map.size);
        expect(short.has(asked)).to.equal(map.has(asked));
        expect(short.get(asked)).to.equal(map.get(asked));
        expect(short.find((value) => value > asked)).to.deep.equal([...map].find(([, value]) => value > asked));
      }),
    );
  });
});
