// Tests which runner makes room for a cordon that wants one more.

import { expect } from 'chai';
import { type HeldRunner, isOwed, type RunnerHolder, roomFor } from '../../../src/broker/fleet/room.ts';

const NOW_MS = 10_000;
const idle = (idleSinceMs: number): HeldRunner => ({ state: 'ready', callsInFlight: 0, idleSinceMs, heldSinceMs: 0 });
const busy = (sinceMs = 0): HeldRunner => ({ state: 'ready', callsInFlight: 2, idleSinceMs: sinceMs, heldSinceMs: 0 });
const leaving = (): HeldRunner => ({ ...busy(), state: 'retired' });
const holder = (...runners: HeldRunner[]): RunnerHolder<HeldRunner> => ({
  runners,
  callsQueued: 0,
  queuedSinceMs: Number.POSITIVE_INFINITY,
  heat: 0,
});
const called = (heat: number, runner: HeldRunner): RunnerHolder<HeldRunner> => ({ ...holder(runner), heat });
const wanting = (runners: readonly HeldRunner[] = [], queuedSinceMs = NOW_MS): RunnerHolder<HeldRunner> => ({
  runners,
  callsQueued: 1,
  queuedSinceMs,
  heat: 0,
});
const room = (own: RunnerHolder<HeldRunner>, ...others: RunnerHolder<HeldRunner>[]) =>
  roomFor(own, [...others, own], NOW_MS);

describe('room for a runner', () => {
  it('is made by the runner that is idle longest, of the cordon that has most', () => {
    const oldest = idle(10);
    const second = idle(20);
    expect(room(wanting(), holder(idle(1)), holder(idle(30), second))).to.deep.equal({
      runner: second,
      reason: 'extra',
    });
    expect(room(wanting(), holder(idle(30), second), holder(oldest, idle(30)))?.runner).to.equal(oldest);
  });

  it('is made by the only runner of the cordon that is called least', () => {
    const seldom = idle(NOW_MS - 500);
    const often = idle(10);
    expect(room(wanting(), called(5, often), called(3, seldom))).to.deep.equal({ runner: seldom, reason: 'last' });
  });

  it('is made by the one that came last, of cordons that are called about as seldom', () => {
    const first = idle(10);
    const last = { ...idle(20), heldSinceMs: 900 };
    const hot = { ...idle(30), heldSinceMs: 950 };
    expect(room(wanting(), called(3, first), called(3.9, last), called(5, hot))?.runner).to.equal(last);
    expect(room(wanting(), called(-Infinity, first), called(-Infinity, last))?.runner).to.equal(last);
  });

  it('is never made by the only runner of a cordon for a cordon that has one', () => {
    const own = wanting([busy()]);
    expect(room(own, holder(idle(0)), holder(busy()))).to.equal(undefined);
    expect(room(own, holder(idle(0), busy()))).to.equal(undefined);
    const third = idle(0);
    expect(room(own, holder(busy(), busy(), third))?.runner).to.equal(third);
  });

  it('is made by a busy runner for a cordon that has none: the one that is busy longest without a pause, of the cordon that has most', () => {
    const first = busy(5);
    expect(room(wanting(), holder(busy(1)), holder(busy(9), first))).to.deep.equal({ runner: first, reason: 'busy' });
    expect(room(wanting(), holder(busy(7)), holder(first))?.runner).to.equal(first);
    const taken = { ...busy(1), heldSinceMs: 8 };
    expect(room(wanting(), holder(taken), holder(first))?.runner).to.equal(first);
  });

  it('is made by an only runner in use if no other can, or after a while', () => {
    const used = idle(NOW_MS - 50);
    const spinning = busy();
    expect(room(wanting(), holder(used), holder(spinning))?.runner).to.equal(spinning);
    expect(room(wanting(), holder(used))?.runner).to.equal(used);
    expect(room(wanting([], NOW_MS - 1_500), holder(used), holder(spinning))?.runner).to.equal(used);
    expect(room(wanting(), holder(idle(NOW_MS - 500)), holder(spinning))?.reason).to.equal('last');
  });

  it('is made once for each cordon that waits for its first runner', () => {
    expect(room(wanting(), holder(busy(), leaving()))).to.equal(undefined);
    expect(room(wanting(), holder(busy(), leaving()), wanting())?.reason).to.equal('busy');
    expect(room(wanting())).to.equal(undefined);
  });

  it('is not made by a runner that is starting', () => {
    expect(room(wanting(), holder({ ...busy(), state: 'starting' }))).to.equal(undefined);
  });
});

describe('a free place', () => {
  const own = wanting([busy()]);

  it('is reserved for a cordon that has calls and no runner', () => {
    expect(isOwed(own, [own, wanting()], 1)).to.equal(true);
    expect(isOwed(own, [own, wanting(), wanting()], 2)).to.equal(true);
  });

  it('is free for all if there are more places than such cordons, and for a cordon without a runner', () => {
    expect(isOwed(own, [own, wanting()], 2)).to.equal(false);
    expect(isOwed(own, [own, holder(), wanting([busy()])], 1)).to.equal(false);
    expect(isOwed(wanting(), [own, wanting()], 1)).to.equal(false);
  });
});
