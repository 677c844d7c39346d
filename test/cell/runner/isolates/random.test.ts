// Random bytes of a runner.

import { expect } from 'chai';
import { fillRandomly } from '../../../../src/cell/runner/isolates/random.ts';
import { freshSeeds } from '../../../../src/cell/runner/isolates/seeds.ts';

describe('random bytes of a runner', () => {
  it('fill a list whole, and nothing beside it', () => {
    const memory = new Uint32Array(1_024);
    const list = memory.subarray(256, 768);
    fillRandomly(list);
    const first = [...list];
    fillRandomly(list);
    // Of 512 words drawn twice, none is 0 or the same twice but once in some millions of runs.
    expect(list.some((word) => word === 0) || list.some((word, at) => word === first[at])).to.equal(false);
    expect([...memory.subarray(0, 256), ...memory.subarray(768)].every((word) => word === 0)).to.equal(true);
  });

  it('give every entry seeds of its own', () => {
    const seeds = Array.from({ length: 2_000 }, () => freshSeeds().join());
    expect(new Set(seeds).size).to.equal(seeds.length);
  });
});
