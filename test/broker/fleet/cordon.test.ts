// Tests one cordon with scripted runners: its queue, its pauses, and the calls that it gives up.

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Cordon } from '../../../src/broker/fleet/cordon.ts';
import { CrashRecord } from '../../../src/broker/fleet/crash-record.ts';
import { Heat } from '../../../src/broker/fleet/heat.ts';
import type { RunnerHolder } from '../../../src/broker/fleet/room.ts';
import { StartRecord } from '../../../src/broker/fleet/start-record.ts';
import { RunnerProcess } from '../../../src/broker/runner/runner-process.ts';
import type { Outcome } from '../../../src/shared/protocol/call.ts';
import { PROGRAM, routeFor, settingsFor, taskOf } from '../../support/hostile-runners.ts';
import { nextTurn, ScriptedControl, type ScriptedRunner } from '../../support/scripted-runners.ts';

const RULES = { kills: 1, windowMs: 60_000, pauseMs: 60_000, maxPauseMs: 60_000 };

/** A cordon that gets `places` runners, of a fleet of a few lines. */
const scene = ({ places = 1, recycleAfterCalls = 1_000, queueMs = 10_000, waitsInLine = false } = {}) => {
  const control = new ScriptedControl();
  const starts = new StartRecord(() => {});
  let pauses = 0;
  let free = places;
  const fleet = {
    starts,
    isShort: false,
    waitsForStart: ({ runners }: RunnerHolder) => waitsInLine || runners.some(({ state }) => state === 'starting'),
    get freePlaces() {
      return free;
    },
    noteStarted: () => starts.noteStarted(),
    isClosed: false,
    take: (): RunnerProcess | undefined => {
      if (free === 0 || !starts.mayStart) return undefined;
      free -= 1;
      return new RunnerProcess(settingsFor('honest'), control, (error) => expect.fail(String(error)));
    },
    announceRoom() {},
    noteExited: () => {
      free += 1;
    },
    noteQuarantine: () => {
      pauses += 1;
    },
  };
  const cordon = new Cordon({
    name: 'plugin:subject',
    fleet,
    crashes: new CrashRecord(RULES),
    heat: new Heat(),
    isSerial: true,
    isScript: false,
    isCrowded: false,
    callsPerRunner: 4,
    concurrencyPerRunner: 4,
    cores: 2,
    recycleAfterCalls,
    openHostCalls: () => expect.fail('nothing was asked'),
    checkResult: (_task, _resultJson, onChecked) => onChecked(undefined),
  });
  const call = (number = 0): { readonly outcomes: Outcome[]; readonly cancel: () => void } => {
    const outcomes: Outcome[] = [];
    const task = { ...taskOf(routeFor('realm'), number), argumentsJson: Buffer.from(String(number)), queueMs };
    return { outcomes, cancel: cordon.execute(task, { onLines() {}, onOutcome: (outcome) => outcomes.push(outcome) }) };
  };
  const ready = (index: number): ScriptedRunner => {
    const runner = control.runners[index] as ScriptedRunner;
    runner.says({ t: 'hello' });
    return runner;
  };
  const freeOne = (): void => {
    free = Math.max(free, 1);
  };
  return { cordon, control, starts, call, ready, pauses: () => pauses, free: freeOne };
};

const codes = ({ outcomes }: { readonly outcomes: readonly Outcome[] }): readonly string[] =>
  outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.failure.code));

describe('a cordon', () => {
  it('gives its calls to a runner in their order, and leaves out a queued one whose caller has hung up', async () => {
    const { call, ready } = scene();
    const calls = [0, 1, 2].map(call);
    calls[1]?.cancel();
    calls[1]?.cancel();
    const runner = ready(0);
    await nextTurn();
    expect(runner.calls).to.deep.equal(['0', '2']);
    expect(calls.map(codes)).to.deep.equal([[], ['cancelled'], []]);
  });

  it('tells a runner of a caller that has hung up', async () => {
    const { call, ready } = scene();
    const sent = call();
    const runner = ready(0);
    sent.cancel();
    await nextTurn();
    expect([runner.count('cancel'), codes(sent)]).to.deep.equal([1, []]);
  });

  it('gives a call up that no process could prepare, after three', () => {
    const { call, ready } = scene({ places: 1 });
    const sent = call();
    for (let life = 0; life < 3; life += 1) {
      const runner = ready(life);
      runner.listener.onEnded({ failure: { code: 'runner_lost', detail: '' }, isLost: false });
      runner.exits();
    }
    expect(codes(sent)).to.deep.equal(['runner_lost']);
  });

  it('pauses after lost runners: refuses what is queued, and further calls', () => {
    const { cordon, call, ready, pauses } = scene();
    const [running, queued] = [call(0), call(1)];
    const runner = ready(0);
    runner.says({ t: 'loaded', digest: PROGRAM.digest });
    runner.exits();
    const late = call(2);
    expect([codes(running), codes(queued), codes(late)]).to.deep.equal([
      ['runner_lost'],
      ['quarantined'],
      ['quarantined'],
    ]);
    expect([pauses(), cordon.callsQueued]).to.deep.equal([1, 0]);
  });

  it('blames no plugin for a process that did not start', () => {
    const { control, pauses, call } = scene();
    call();
    control.runners[0]?.exits('exit code 1');
    expect(pauses()).to.equal(0);
  });

  it('refuses a call whose queueMs have passed, once', async () => {
    const { call } = scene({ queueMs: 20, places: 0 });
    const sent = call();
    await pause(50);
    expect(codes(sent)).to.deep.equal(['overloaded']);
  });

  it('refuses no call whose queueMs have passed while its runner starts, or other runners come first', async () => {
    for (const waitsInLine of [false, true]) {
      const { cordon, call, ready, free } = scene({ queueMs: 20, waitsInLine, places: waitsInLine ? 0 : 1 });
      const sent = call();
      await pause(150);
      expect(codes(sent), 'its process is starting').to.deep.equal([]);
      free();
      cordon.pump();
      const runner = ready(0);
      runner.says({ t: 'loaded', digest: PROGRAM.digest });
      await nextTurn();
      runner.answers(1);
      expect(codes(sent)).to.deep.equal(['ok']);
    }
  });

  it('refuses a late call when its runner has failed to start', async () => {
    const { control, starts, call } = scene({ queueMs: 20 });
    const sent = call();
    await pause(50);
    starts.noteFailed('no memory');
    control.runners[0]?.exits('exit code 1');
    await pause(150);
    expect(codes(sent)).to.deep.equal(['runner_not_started']);
  });

  it('refuses queued calls if several starts in a row failed', () => {
    const { cordon, starts, call } = scene({ places: 0 });
    const sent = call();
    for (let attempt = 0; attempt < 3; attempt += 1) starts.noteFailed('no memory');
    cordon.pump();
    expect([codes(sent), codes(call())]).to.deep.equal([['runner_not_started'], ['runner_not_started']]);
  });

  it('replaces a runner that has had its number of calls, and is forgettable when all has ended', async () => {
    const { cordon, call, ready } = scene({ recycleAfterCalls: 1 });
    const sent = call();
    const runner = ready(0);
    runner.says({ t: 'loaded', digest: PROGRAM.digest });
    expect(cordon.isForgettable).to.equal(false);
    runner.answers(1);
    expect([codes(sent), runner.isEnded]).to.deep.equal([['ok'], true]);
    runner.exits();
    expect(cordon.isForgettable).to.equal(true);
  });
});
