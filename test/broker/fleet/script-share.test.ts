// The share of scripts in the runners: what they may have, who gives way, and to whom free places are owed.

import { expect } from 'chai';
import type { HeldRunner, RunnerHolder } from '../../../src/broker/fleet/room.ts';
import { ScriptShare } from '../../../src/broker/fleet/script-share.ts';

const runner = (callsInFlight: number, state: HeldRunner['state'] = 'ready'): HeldRunner => ({
  ...{ state, callsInFlight, idleSinceMs: 0, heldSinceMs: 0 },
});
const holder = (isScript: boolean, runners: readonly HeldRunner[], callsQueued = 0): RunnerHolder<HeldRunner> => ({
  ...{ runners, callsQueued, queuedSinceMs: 0, heat: 0, isScript },
});

describe('the share of scripts', () => {
  const wanting = holder(true, [], 1);
  const plugin = holder(false, [], 1);

  it('is half of the runners, and one at least', () => {
    const two = [holder(true, [runner(1)]), holder(true, [runner(0)])];
    expect(new ScriptShare(two, 6).isSpentFor(wanting)).to.equal(false);
    expect(new ScriptShare(two, 5).isSpentFor(wanting)).to.equal(true);
    expect(new ScriptShare(two, 4).isSpentFor(wanting)).to.equal(true);
    expect(new ScriptShare([], 1).isSpentFor(wanting)).to.equal(false);
    expect(new ScriptShare(two, 4).isSpentFor(plugin)).to.equal(false);
  });

  it('counts a runner that is retired until its scripts have ended', () => {
    const count = (one: HeldRunner): boolean => new ScriptShare([holder(true, [one])], 2).isSpentFor(wanting);
    expect([count(runner(1, 'retired')), count(runner(0, 'retired'))]).to.deep.equal([true, false]);
  });

  it('is taken from other scripts when it is spent, and no place is owed to those that wait', () => {
    const scripts = [holder(true, [runner(1)]), holder(true, [], 5)];
    const share = new ScriptShare([...scripts, plugin], 2);
    expect(share.thatGiveWayTo(wanting)).to.deep.equal(scripts);
    expect(share.entitled()).to.deep.equal([scripts[0], plugin]);
  });

  it('keeps busy runners of scripts from tools, and gives idle ones', () => {
    const share = new ScriptShare([holder(true, [runner(1), runner(0)]), plugin], 8);
    const [scripts, other] = share.thatGiveWayTo(plugin);
    expect(scripts?.runners).to.deep.equal([runner(0)]);
    expect(other).to.equal(plugin);
  });
});
