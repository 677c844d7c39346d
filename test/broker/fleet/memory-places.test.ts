import { expect } from 'chai';
import { MemoryPlaces } from '../../../src/broker/fleet/memory-places.ts';

describe('places for runners', () => {
  it('are as many as were left when memory ran out, and come back one after the other', () => {
    let nowMs = 0;
    const memory = new MemoryPlaces({ most: 16, now: () => nowMs });
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
    const memory = new MemoryPlaces({ most: 4, now: () => 0 });
    memory.noteTaken(0);
    expect(memory.places).to.equal(1);
  });

  it('are as many as fit into what is left, by what the runners measure, less a reserve', () => {
    let leftMb = 248;
    let nowMs = 0;
    const memory = new MemoryPlaces({ most: 16, left: () => leftMb * 2 ** 20, now: () => nowMs });
    const ready = { state: 'ready', ownMb: 24 } as const;
    const starting = { state: 'starting', ownMb: 0 } as const;
    expect(memory.fitting([]), 'by a guess').to.equal(5);
    expect(memory.fitting([{ ...ready, ownMb: 34 }]), 'by one of 34 MB and what it needs besides').to.equal(5);
    expect(memory.fitting([ready, { ...ready, ownMb: 164 }]), 'by the mean').to.equal(2);
    expect(memory.fitting([ready, starting, starting]), 'less those that start').to.equal(4);
    expect(memory.hasRoomToSwap([ready, starting, starting])).to.equal(true);
    leftMb = 20;
    expect(memory.fitting([ready]), 'a reading holds for a moment').to.equal(6);
    memory.noteChanged();
    expect([memory.fitting([ready]), memory.hasRoomToSwap([ready])]).to.deep.equal([-1, false]);
    leftMb = 108;
    nowMs += 100;
    expect(memory.fitting([ready])).to.equal(2);
  });

  it('are not limited if nothing limits the memory, or if it cannot be read', () => {
    for (const left of [undefined, () => undefined]) {
      const memory = new MemoryPlaces({ most: 4, left });
      expect([memory.fitting([]), memory.hasRoomToSwap([])]).to.deep.equal([Number.POSITIVE_INFINITY, true]);
    }
  });
});
