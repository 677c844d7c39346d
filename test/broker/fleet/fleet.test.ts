// Tests the fleet with scripted runners: its cap, its spares, and starts that fail.

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Fleet } from '../../../src/broker/fleet/fleet.ts';
import type { RunnerHolder } from '../../../src/broker/fleet/room.ts';
import type { RunnerProcess } from '../../../src/broker/runner/runner-process.ts';
import type { BrokerSettings } from '../../../src/broker/runner/settings.ts';
import { settingsFor } from '../../support/hostile-runners.ts';
import { ScriptedControl, type ScriptedRunner } from '../../support/scripted-runners.ts';

interface Holder extends RunnerHolder {
  readonly runners: RunnerProcess[];
  callsQueued: number;
}

const scene = (more: Partial<BrokerSettings> = {}, memoryLeft?: () => number) => {
  const control = new ScriptedControl();
  const holders: Holder[] = [];
  const notices: string[] = [];
  let rooms = 0;
  const fleet = new Fleet({ ...settingsFor('honest'), ...more }, control, () => holders, {
    onRoom: () => {
      rooms += 1;
    },
    onNotice: ({ text }) => void notices.push(text),
    memoryLeft,
  });
  const holder = (): Holder => {
    const made: Holder = { runners: [], callsQueued: 1, queuedSinceMs: 0, heat: 0 };
    holders.push(made);
    return made;
  };
  /** Takes a runner for a holder, as a cordon does. */
  const take = (held: Holder): RunnerProcess | undefined => {
    const runner = fleet.take(held);
    if (!runner) return undefined;
    held.runners.push(runner);
    runner.listen({
      onReady() {},
      onRoom() {},
      onExited: (lost) => {
        held.runners.splice(held.runners.indexOf(runner), 1);
        fleet.noteExited(runner, lost);
      },
    });
    return runner;
  };
  const close = async (): Promise<void> => {
    const closing = fleet.close();
    for (const runner of control.runners) runner.exits();
    await closing;
  };
  return { fleet, control, notices, holder, take, close, rooms: () => rooms };
};

describe('the fleet', () => {
  it('gives cordons no more runners than its cap, and says when there is room again', async () => {
    const { fleet, control, holder, take, close, rooms } = scene({ runners: 2 });
    const [first, second] = [holder(), holder()];
    expect([take(first), take(second)].filter(Boolean)).to.have.lengthOf(2);
    expect([take(first), fleet.isShort]).to.deep.equal([undefined, true]);
    control.runners[0]?.says({ t: 'hello' });
    control.runners[0]?.exits();
    expect([rooms(), fleet.isShort]).to.deep.equal([1, false]);
    expect(take(holder())).to.not.equal(undefined);
    await close();
  });

  it('keeps spares, hands a ready one out first, and replaces it', async () => {
    const { fleet, control, holder, take, close } = scene({ runners: 4, spares: 2 });
    expect(control.runners).to.have.lengthOf(2);
    control.runners[1]?.says({ t: 'hello' });
    expect(take(holder())?.state).to.equal('ready');
    await pause(150);
    expect([control.runners.length, fleet.spares.length]).to.deep.equal([3, 2]);
    control.runners[0]?.exits();
    expect(fleet.spares.every(({ state }) => state !== 'exited')).to.equal(true);
    await close();
  });

  it('takes an idle runner from the cordon that has most, for one that has none', async () => {
    const { control, holder, take, close } = scene({ runners: 2 });
    const rich = holder();
    take(rich);
    take(rich);
    for (const runner of control.runners) runner.says({ t: 'hello' });
    expect(take(holder()), 'its place is free at once').to.not.equal(undefined);
    expect(control.runners.filter(({ isEnded }) => isEnded)).to.have.lengthOf(1);
    await close();
  });

  it("keeps more spares while cordons take each other's runners, and fewer again when they do not", async () => {
    const { fleet, control, holder, take, close } = scene({ runners: 8, spares: 1, startMs: 30_000 });
    const greeted = new Set<ScriptedRunner>();
    const gone = new Set<ScriptedRunner>();
    const exit = (): void => {
      for (const runner of control.runners.filter((other) => other.isEnded && !gone.has(other))) {
        gone.add(runner);
        runner.exits();
      }
    };
    const play = (): void => {
      for (const runner of control.runners.filter((other) => !greeted.has(other))) {
        greeted.add(runner);
        runner.says({ t: 'hello' });
      }
      exit();
    };
    for (let taken = 0; taken < 40; taken += 1) {
      take(holder());
      play();
    }
    expect(fleet.evictions).to.deep.equal({ extra: 0, last: 32, busy: 0 });
    await pause(150);
    expect(fleet.spares).to.have.lengthOf(3);
    for (const runner of control.runners.slice(0, -1).filter((other) => !greeted.has(other)))
      runner.says({ t: 'hello' });
    await pause(6_000);
    exit();
    expect(fleet.spares).to.have.lengthOf(1);
    expect(fleet.starts.trouble, 'a spare that started was ended').to.equal(undefined);
    await close();
  }).timeout(20_000);

  it('starts a few processes for each core at a time, and says when the next may start', async () => {
    const { fleet, control, holder, take, close, rooms } = scene({ runners: 20, cores: 1 });
    const holders = [holder(), holder(), holder()];
    expect(holders.map(take).filter(Boolean)).to.have.lengthOf(2);
    expect([fleet.isShort, rooms()]).to.deep.equal([true, 0]);
    control.runners[0]?.says({ t: 'hello' });
    fleet.noteStarted();
    expect([fleet.isShort, rooms()]).to.deep.equal([false, 1]);
    expect(take(holders[2] as Holder)).to.not.equal(undefined);
    await close();
  });

  it('gives no more than an eighth of its places to processes that start, if all are in use', async () => {
    const { fleet, control, holder, take, close } = scene({ runners: 16, cores: 8 });
    for (let taken = 0; taken < 16; taken += 1) take(holder());
    for (const runner of control.runners) runner.says({ t: 'hello' });
    const wanting = [holder(), holder(), holder()];
    expect(wanting.map(take).filter(Boolean)).to.have.lengthOf(2);
    expect(fleet.evictions).to.deep.equal({ extra: 0, last: 2, busy: 0 });
    await close();
  });

  it('lets calls wait for a start, their own or one that comes first, until they take half of the places to run', async () => {
    const { fleet, holder, take, close } = scene({ runners: 4, cores: 1, callsPerRunner: 2 });
    const holders = [holder(), holder(), holder(), holder()];
    holders.map(take);
    expect(holders.map((held) => fleet.waitsForStart(held))).to.deep.equal([true, true, true, true]);
    for (const held of holders) held.callsQueued = 2;
    expect(holders.map((held) => fleet.waitsForStart(held))).to.deep.equal([true, true, false, false]);
    await close();
    expect(fleet.waitsForStart(holder())).to.equal(false);
  });

  it('tries a failed start again after a pause, reports each cause once, and blames the host', async () => {
    const { fleet, control, notices, holder, take, close } = scene({ runners: 2 });
    const held = holder();
    take(held);
    control.runners[0]?.exits('exit code 1');
    expect(fleet.starts.trouble).to.include({ cause: 'exit code 1', failures: 1 });
    expect(take(held), 'during the pause').to.equal(undefined);
    await pause(150);
    take(held);
    control.runners[1]?.exits('exit code 1');
    expect(notices).to.have.lengthOf(1);
    expect(notices[0]).to.include('fault of this host');
    expect(fleet.ends).to.deep.equal({ crashed: 2 });
    await close();
  });

  it('closes when its last process has ended, and starts no more', async () => {
    const { fleet, holder, take, control } = scene({ runners: 1, spares: 1 });
    const held = holder();
    take(held);
    const closing = fleet.close();
    expect([fleet.take(held), fleet.takeThrowaway()]).to.deep.equal([undefined, undefined]);
    for (const runner of control.runners) runner.exits();
    await closing;
    expect(control.runners.every(({ isEnded }) => isEnded)).to.equal(true);
  });

  describe('in a control group', () => {
    const MB = 2 ** 20;
    /** As the kernel counts it: what its runners use, and nothing for one that starts. */
    const sceneIn = (limitMb: number, more: Partial<BrokerSettings> = {}) => {
      let usedMb = 0;
      const made = scene({ runners: 30, cores: 4, ...more }, () => (limitMb - usedMb) * MB);
      const says = (runner: ScriptedRunner | undefined, ownMb: number): void => {
        runner?.uses(ownMb);
        runner?.says({ t: 'hello' });
        usedMb += ownMb;
        made.fleet.noteStarted();
      };
      const exits = (runner: ScriptedRunner | undefined, ownMb: number): void => {
        usedMb -= ownMb;
        runner?.exits();
      };
      return { ...made, says, exits };
    };

    it('starts no more runners than fit into the memory that is left', async () => {
      const { fleet, control, holder, take, close, says } = sceneIn(168);
      for (let taken = 0; take(holder()); taken += 1) says(control.runners[taken], 24);
      // Four fit beside the reserve; two more replace others, which have not ended yet.
      expect(control.runners).to.have.lengthOf(6);
      expect([fleet.isShort, control.runners.filter(({ isEnded }) => isEnded).length]).to.deep.equal([true, 2]);
      await close();
    });

    it('counts those that start as what the others use, and starts one always', async () => {
      const few = sceneIn(140);
      expect([few.take(few.holder()), few.take(few.holder()), few.take(few.holder())].filter(Boolean)).to.have.lengthOf(
        2,
      );
      await few.close();
      const none = sceneIn(10, { spares: 1 });
      expect(none.take(none.holder())).to.not.equal(undefined);
      await none.close();
    });

    it('waits until the one that makes room has ended, if both do not fit, and ends no other meanwhile', async () => {
      const { fleet, control, holder, take, close, says, exits, rooms } = sceneIn(130);
      const [first, second, third] = [holder(), holder(), holder()];
      take(first);
      says(control.runners[0], 24);
      take(second);
      says(control.runners[1], 64);
      expect(take(third), 'no place yet').to.equal(undefined);
      expect(control.runners.map(({ isEnded }) => isEnded)).to.deep.equal([false, true]);
      expect([take(third), fleet.waitsForStart(third)], 'it waits for a turn').to.deep.equal([undefined, true]);
      expect(control.runners.map(({ isEnded }) => isEnded)).to.deep.equal([false, true]);
      exits(control.runners[1], 64);
      expect(rooms()).to.equal(1);
      expect(take(third)).to.not.equal(undefined);
      await close();
    });

    it('asks again soon if memory was short, since other processes give some back', async () => {
      let leftMb = 60;
      const { fleet, holder, take, close, rooms } = scene({ runners: 4 }, () => leftMb * MB);
      take(holder());
      expect(take(holder())).to.equal(undefined);
      leftMb = 600;
      await pause(100);
      expect([rooms(), fleet.isShort]).to.deep.equal([1, false]);
      await close();
    });

    it('ends idle runners one by one while those that run have grown beyond what fits', async () => {
      let leftMb = 600;
      const { control, holder, take, close } = scene({ runners: 4 }, () => leftMb * MB);
      for (const held of [holder(), holder(), holder()]) {
        held.callsQueued = 0;
        take(held);
      }
      for (const runner of control.runners) {
        runner.uses(24);
        runner.says({ t: 'hello' });
      }
      leftMb = 10;
      await pause(1_200);
      expect(control.runners.filter(({ isEnded }) => isEnded)).to.have.lengthOf(1);
      await close();
    }).timeout(10_000);
  });
});
