// Which runner makes room for a cordon that wants one more.

import { expect } from 'chai';
import { type HeldRunner, type RunnerHolder, roomFor } from '../../src/broker/room.ts';

const idle = (idleSinceMs: number): HeldRunner => ({ state: 'ready', callsInFlight: 0, idleSinceMs, heldSinceMs: 0 });
const busy = (heldSinceMs = 0): HeldRunner => ({ state: 'ready', callsInFlight: 2, idleSinceMs: 0, heldSinceMs });
const leaving = (): HeldRunner => ({ state: 'retired', callsInFlight: 1, idleSinceMs: 0, heldSinceMs: 0 });
const holder = (...runners: HeldRunner[]): RunnerHolder<HeldRunner> => ({ runners, isWaiting: false });
const wanting = (...runners: HeldRunner[]): RunnerHolder<HeldRunner> => ({ runners, isWaiting: true });

describe('room for a runner', () => {
  it('is made by the one idle longest of the cordon that has most', () => {
    const oldest = idle(10);
    const second = idle(20);
    const own = wanting();
    expect(roomFor(own, [holder(idle(1)), holder(idle(30), second), own])).to.deep.equal({
      runner: second,
      isIdle: true,
    });
    expect(roomFor(own, [holder(idle(30)), holder(oldest), own])?.runner).to.equal(oldest);
  });

  it('is never made by the only runner of another for a cordon that has one', () => {
    const own = wanting(busy());
    expect(roomFor(own, [holder(idle(0)), holder(busy()), own])).to.equal(undefined);
    expect(roomFor(own, [holder(idle(0), busy()), own])).to.equal(undefined);
    const third = idle(0);
    expect(roomFor(own, [holder(busy(), busy(), third), own])?.runner).to.equal(third);
  });

  it('is made by a busy one in turn for a cordon that has none: of who has most, the one that was had longest', () => {
    const own = wanting();
    const first = busy(5);
    expect(roomFor(own, [holder(busy(1)), holder(busy(9), first), own])).to.deep.equal({
      runner: first,
      isIdle: false,
    });
    expect(roomFor(own, [holder(busy(7)), holder(first), own])?.runner).to.equal(first);
  });

  it('is made once for each cordon that waits for its first', () => {
    const own = wanting();
    expect(roomFor(own, [holder(busy(), leaving()), own])).to.equal(undefined);
    expect(roomFor(own, [holder(busy(), leaving()), wanting(), own])?.isIdle).to.equal(false);
    expect(roomFor(own, [own])).to.equal(undefined);
  });

  it('is not made by one that starts', () => {
    const starting: HeldRunner = { ...busy(), state: 'starting' };
    const own = wanting();
    expect(roomFor(own, [holder(starting), own])).to.equal(undefined);
  });
});
