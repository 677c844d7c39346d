// The comparison of vectors, and the places that they have.

import { expect } from 'chai';
import fc from 'fast-check';
import { VectorTable } from '../../../src/catalog/meaning/vector-table.ts';

const vector = (dimensions: number) =>
  fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions });

describe('the table of vectors', () => {
  it('computes the same as a plain sum of products, for any rows in any order', () => {
    const scene = fc.integer({ min: 1, max: 20 }).chain((dimensions) =>
      fc.record({
        query: vector(dimensions),
        vectors: fc.array(vector(dimensions), { minLength: 1, maxLength: 11 }),
        asked: fc.array(fc.integer({ min: -1, max: 10 }), { maxLength: 23 }),
      }),
    );
    fc.assert(
      fc.property(scene, ({ query, vectors, asked }) => {
        const table = new VectorTable();
        for (const [at, one] of vectors.entries()) expect(table.add(`${at}`, Float32Array.from(one), 3)).to.equal(true);
        const rows = Int32Array.from(asked, (at) => table.rowOf(`${at}`) ?? -1);
        const found = table.similarities(Float64Array.from(query), rows);
        expect(found).to.have.length(asked.length);
        for (const [place, at] of asked.entries()) {
          const one = vectors[at];
          if (one === undefined) expect(found[place]).to.be.NaN;
          else
            expect(found[place]).to.be.closeTo(
              one.reduce((sum, each, n) => sum + each * (query[n] as number), 0),
              1e-5,
            );
        }
      }),
    );
  });

  it('gives every key its own vector, whatever is forgotten and added in between', () => {
    const step = fc.record({
      keep: fc.uniqueArray(fc.integer({ min: 0, max: 9 })),
      add: fc.array(fc.integer({ min: 0, max: 9 })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const table = new VectorTable();
        const model = new Map<string, number>();
        let last = 0;
        for (const { keep, add } of steps) {
          for (const key of add.map(String)) {
            last += 1;
            model.set(key, last);
            table.add(key, Float32Array.of(last, 0), 4);
          }
          const kept = new Set(keep.map(String));
          table.keepOnly(kept);
          for (const key of [...model.keys()]) if (!kept.has(key)) model.delete(key);
          const keys = [...Array(10).keys()].map(String);
          const rows = Int32Array.from(keys, (key) => table.rowOf(key) ?? -1);
          const found = model.size === 0 ? [] : [...table.similarities(Float64Array.of(1, 0), rows)];
          for (const [at, key] of keys.entries())
            if (model.size > 0) expect(Number.isNaN(found[at]) ? undefined : found[at]).to.equal(model.get(key));
        }
      }),
    );
  });

  it('takes no vector of other dimensions until it is empty', () => {
    const table = new VectorTable();
    expect(table.add('a', Float32Array.of(1, 0), 1)).to.equal(true);
    expect(table.add('b', Float32Array.of(1), 1)).to.equal(false);
    table.keepOnly(new Set());
    expect(table.dimensions).to.equal(0);
    expect(table.add('b', Float32Array.of(1), 1)).to.equal(true);
  });

  it('takes no more vectors than it has room for', () => {
    const table = new VectorTable(1_000);
    const added = [...Array(100).keys()].filter((at) => table.add(`${at}`, Float32Array.of(at, 0, 0, 0, 0), 40));
    expect(added).to.have.length(50);
    expect(table.add('0', Float32Array.of(7, 0, 0, 0, 0), 40)).to.equal(true);
    table.keepOnly(new Set(['1']));
    expect(table.add('99', Float32Array.of(9, 0, 0, 0, 0), 40)).to.equal(true);
  });
});
