import { expect } from 'chai';
import { MemoryPlaces } from '../../../src/broker/fleet/memory-places.ts';

describe('places for runners', () => {
  it('are as many as were left when memory ran out, and come back one after the other', () => {
    let nowMs = 0;
    const memory = new MemoryPlaces(16, () => nowMs);
    expect([memory.places, memory.isShort]).to.deep.equal([16, false]);
    memory.noteTaken(5);
    expect([memory.places, memory.isShort]).to.deep.equal([5, true]);
    memory.noteTaken(7);
    expect(memory.places).to.equal(5);
    nowMs += 10_000;
    expect([memory.places, memory.isShort]).to.deep.equal([6, false]);
    nowMs += 20_000;
    expect(memory.places).to.equal(8);
    memory.noteTaken(8);
    nowMs += 1_000_000;
    expect(memory.places).to.equal(16);
  });

  it('are never none', () => {
    const memory = new MemoryPlaces(4, () => 0);
    memory.noteTaken(0);
    expect(memory.places).to.equal(1);
  });
});
