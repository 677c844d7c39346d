// Tests which runner takes the next call.

import { expect } from 'chai';
import { type Place, Placement } from '../../../src/broker/fleet/placement.ts';

const ready = (callsInFlight: number, callsSuspended = 0, isHeapFull = false): Place => ({
  state: 'ready',
  callsInFlight,
  callsSuspended,
  isHeapFull,
});
const STARTING: Place = { ...ready(0), state: 'starting' };

const realm = (cores = 2): Placement =>
  new Placement({ isSerial: true, callsPerRunner: 4, concurrencyPerRunner: 4, cores });
const isolate = (): Placement =>
  new Placement({ isSerial: false, callsPerRunner: 4, concurrencyPerRunner: 4, cores: 2 });

const afterCalls = (placement: Placement, count: number, cpuMs: number, wasSuspended = false): Placement => {
  for (let i = 0; i < count; i += 1) placement.note(cpuMs, wasSuspended);
  return placement;
};

describe('the placement of calls', () => {
  it('gives calls with isolates of their own to the runner with the fewest, up to its places', () => {
    const least = ready(2);
    expect(isolate().soonest([ready(3), least, STARTING])).to.equal(least);
    expect(isolate().soonest([ready(4), ready(4)])).to.equal(undefined);
  });

  it('sends short realm calls ahead to one runner, so that others need not be woken', () => {
    const placement = afterCalls(realm(), 200, 0.01);
    const busy = ready(40);
    expect(placement.soonest([busy, ready(0)])).to.equal(busy);
    expect(placement.soonest([ready(64), ready(64)])).to.equal(undefined);
  });

  it('spreads long realm calls over the cores, and queues no more in a runner than it has places', () => {
    const placement = afterCalls(realm(), 200, 3);
    const idle = ready(0);
    expect(placement.soonest([ready(1), idle])).to.equal(idle);
    expect(placement.soonest([ready(1), ready(1)])).to.equal(undefined);
    const less = ready(2);
    expect(placement.leastBusy([ready(3), less])).to.equal(less);
    expect(placement.leastBusy([ready(4), ready(4)])).to.equal(undefined);
  });

  it('asks for no more realm runners than there are cores', () => {
    const placement = afterCalls(realm(2), 200, 3);
    expect(placement.runnersWanted(64, [], 64)).to.equal(2);
    expect(placement.runnersWanted(64, [STARTING], 64)).to.equal(1);
    expect(placement.runnersWanted(64, [ready(4), ready(4)], 64)).to.be.at.most(0);
  });

  it('asks for one runner for each callsPerRunner isolate calls', () => {
    expect(isolate().runnersWanted(9, [], 64)).to.equal(3);
    expect(isolate().runnersWanted(9, [STARTING, ready(4)], 64)).to.equal(2);
    expect(isolate().runnersWanted(4, [STARTING], 64)).to.be.at.most(0);
  });

  it('sends no calls ahead while calls of the plugin get suspended', () => {
    const placement = afterCalls(afterCalls(realm(), 200, 0.01), 1, 0.01, true);
    expect(placement.soonest([ready(4)])).to.equal(undefined);
    const least = ready(1);
    expect(placement.soonest([ready(3), least])).to.equal(least);
    expect(placement.runnersWanted(16, [ready(4), ready(4)], 64)).to.equal(4);
    afterCalls(placement, 1_000, 0.01);
    expect(placement.soonest([ready(40)])).to.not.equal(undefined);
  });

  it('asks for no more runners than concurrency fills, even if many calls were sent ahead and suspended', () => {
    const waits = afterCalls(realm(), 1, 0.01, true);
    expect(waits.runnersWanted(72, [], 8)).to.equal(2);
    expect(waits.runnersWanted(72, [STARTING], 8)).to.equal(1);
    expect(waits.runnersWanted(72, [ready(4), ready(4)], 8)).to.be.at.most(0);
    expect(isolate().runnersWanted(9, [], 5)).to.equal(2);
    expect(realm(16).runnersWanted(72, [], 3)).to.equal(3);
    const many = new Placement({ isSerial: true, callsPerRunner: 64, concurrencyPerRunner: 4, cores: 2 });
    expect(afterCalls(many, 1, 0.01, true).runnersWanted(500, [], 8)).to.equal(2);
  });

  it('gives a realm no call while suspended calls hold half of its heap, and few calls whose heap is unknown', () => {
    const many = new Placement({ isSerial: true, callsPerRunner: 64, concurrencyPerRunner: 4, cores: 2 });
    afterCalls(many, 1, 0.01, true);
    expect(many.soonest([ready(20, 20, true)])).to.equal(undefined);
    expect(realm().soonest([ready(1, 1, true)])).to.equal(undefined);
    const known = ready(20, 13);
    expect(many.soonest([ready(8), known])).to.equal(known);
    expect(many.soonest([ready(8), ready(21, 13)])).to.equal(undefined);
  });

  it('lets one retired runner exist next to its replacement, and no more', () => {
    const leaving: Place = { ...ready(1), state: 'retired' };
    expect(isolate().runnersWanted(9, [leaving], 4)).to.equal(1);
    expect(isolate().runnersWanted(9, [leaving, leaving], 4)).to.be.at.most(0);
    expect(isolate().runnersWanted(9, [leaving, STARTING], 4)).to.be.at.most(0);
  });

  it('assumes that calls are neither tiny nor long until some have ended', () => {
    expect(realm().soonest([ready(3)])).to.not.equal(undefined);
    expect(realm().soonest([ready(4)])).to.equal(undefined);
  });

  it('gives no call to a runner that takes none', () => {
    for (const placement of [realm(), isolate()]) {
      expect(placement.soonest([STARTING, { ...ready(0), state: 'retired' }])).to.equal(undefined);
      expect(placement.leastBusy([STARTING, { ...ready(0), state: 'exited' }])).to.equal(undefined);
    }
  });
});
