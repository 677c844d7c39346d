// Tests which calls of an ended runner are to blame, which are lost, and which can still go to another runner.

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { InFlight } from '../../../src/broker/runner/in-flight.ts';
import { failed } from '../../../src/broker/runner/runner-outcome.ts';
import { CallCard, CardReader } from '../../../src/control/call-card.ts';
import { CallWatch } from '../../../src/control/call-watch.ts';
import type { ProcessMeter } from '../../../src/control/child/process-meter.ts';
import type { Failure } from '../../../src/shared/protocol/errors.ts';
import type { FreshState } from '../../../src/shared/protocol/fresh-state.ts';
import type { Limits } from '../../../src/shared/protocol/limits.ts';
import { collect, oldGenerationBytes } from '../../support/collect.ts';
import { testLimits } from '../../support/config.ts';
import { routeFor, taskOf } from '../../support/hostile-runners.ts';
import { type WatchedCall, watchedCall } from '../../support/watched-call.ts';

const LOST: Failure = { code: 'runner_lost', detail: 'lost' };
const OVERDUE: Failure = { code: 'exceeded_wall_time', detail: 'late' };
const LIMITS = { ...testLimits(), wallMs: 1, killGraceMs: 1 };

const DIGEST = 'a';

/** Calls in flight, with what the control thread sees of them. */
interface Seen extends InFlight {
  readonly freshState: FreshState;
  /** Ids of the calls whose code runs, by the card. */
  runningIds(): readonly number[];
  /** The call that is prepared, by the card. */
  preparingId(): number | undefined;
  /** The call that seems late after the process has used this CPU time. */
  overdue(cpuMs?: number): { readonly id: number; readonly failure: Failure } | undefined;
}

const newInFlight = (freshState: FreshState): Seen => {
  const card = new CallCard(8);
  const reader = new CardReader(card.memory);
  const meter = {
    mainThreadCpuMs: 0,
    cpuMs: 0,
    isStopped: false,
    coreWaits: () => new Map(),
    demoted: false,
    demote() {},
    promote() {},
  };
  const watch = new CallWatch({
    isSerial: freshState === 'realm',
    meter: meter as unknown as ProcessMeter,
    cores: 2,
    ownCpu: { usedMs: 0 },
  });
  const idsOf = (state: string): number[] =>
    reader
      .calls()
      .flatMap((call) => (call.state === state ? [call.id] : []))
      .toSorted();
  const inFlight = new InFlight(card);
  return Object.assign(inFlight, {
    freshState,
    runningIds: () => idsOf('running'),
    preparingId: () => idsOf('queued')[0],
    overdue: (cpuMs = 0) => {
      meter.mainThreadCpuMs = cpuMs;
      return watch.look(reader.calls())?.blamed;
    },
  });
};

const realmOfA = (): Seen => {
  const inFlight = newInFlight('realm');
  inFlight.noteLoaded(DIGEST);
  return inFlight;
};

const callsIn = (inFlight: Seen, count: number, limits: Limits = LIMITS, before = 0): WatchedCall[] =>
  Array.from({ length: count }, (_, index) => {
    const watched = watchedCall(taskOf({ ...routeFor(inFlight.freshState), limits, digest: DIGEST }, index));
    watched.call.noteSent(before + index + 1, 0, { cancel() {} });
    inFlight.add(watched.call);
    return watched;
  });

describe('calls in flight', () => {
  it('run one after the other in a realm, and at the same time in isolates', () => {
    const realm = realmOfA();
    const isolate = newInFlight('isolate');
    callsIn(realm, 3);
    callsIn(isolate, 3);
    for (const id of [1, 2, 3]) isolate.noteBegan(id);
    expect(realm.runningIds()).to.deep.equal([1]);
    expect(isolate.runningIds()).to.deep.equal([1, 2, 3]);
    realm.remove(1);
    expect(realm.runningIds()).to.deep.equal([2]);
  });

  it('blame the call past its deadline and give back those that had not begun', async () => {
    const inFlight = realmOfA();
    const [first, second] = callsIn(inFlight, 2) as [WatchedCall, WatchedCall];
    await pause(10);
    const overdue = inFlight.overdue();
    expect(overdue?.id).to.equal(1);
    inFlight.settleAll(overdue, LOST);
    expect(first.answers).to.have.length(1).and.to.have.nested.property('[0].failure.code', 'exceeded_wall_time');
    expect(second.answers).to.deep.equal(['not_begun']);
  });

  it('keep an answer from before the end of the process, and still read its last output', () => {
    const inFlight = realmOfA();
    const [first, second] = callsIn(inFlight, 2) as [WatchedCall, WatchedCall];
    first.call.settle(failed(OVERDUE));
    // The runner had answered and begun the next call before it was ended.
    inFlight.remove(1)?.settle({ ok: true, resultJson: Buffer.from('1'), cpuMs: 0 });
    inFlight.settleAll({ id: 1, failure: OVERDUE }, LOST);
    expect(first.answers).to.have.length(1).and.to.have.nested.property('[0].failure.code', 'exceeded_wall_time');
    expect(second.answers).to.have.length(1).and.to.have.nested.property('[0].failure.code', 'runner_lost');
  });

  it('have no clock until their realm is made, and go to another runner if the process ends before', async () => {
    const inFlight = newInFlight('realm');
    const [first] = callsIn(inFlight, 2) as [WatchedCall, WatchedCall];
    await pause(10);
    expect(inFlight.preparingId()).to.equal(1);
    expect(inFlight.overdue()).to.equal(undefined);
    inFlight.noteLoaded('another program');
    expect(inFlight.runningIds()).to.deep.equal([]);
    const beforeMs = performance.now();
    inFlight.noteLoaded(DIGEST);
    expect(inFlight.runningIds()).to.deep.equal([1]);
    expect(inFlight.preparingId()).to.equal(undefined);
    expect(first.call.begunAtMs).to.be.within(beforeMs, performance.now());

    const other = newInFlight('realm');
    const calls = callsIn(other, 2);
    other.settleAll(undefined, LOST);
    expect(calls.flatMap(({ answers }) => answers)).to.deep.equal(['not_begun', 'not_begun']);
  });

  it('have no clock until their isolate is made', async () => {
    const inFlight = newInFlight('isolate');
    const [first, second] = callsIn(inFlight, 2) as [WatchedCall, WatchedCall];
    inFlight.noteBegan(2);
    await pause(10);
    expect(inFlight.overdue()?.id).to.equal(2);
    expect(inFlight.preparingId()).to.equal(1);
    inFlight.settleAll(inFlight.overdue(), LOST);
    expect(first.answers).to.deep.equal(['not_begun']);
    expect(second.answers).to.have.nested.property('[0].failure.code', 'exceeded_wall_time');
  });

  it('get no more time from a runner that says twice that they begin', async () => {
    const inFlight = newInFlight('isolate');
    callsIn(inFlight, 1);
    inFlight.noteBegan(1);
    await pause(10);
    inFlight.noteBegan(1);
    inFlight.noteLoaded(DIGEST);
    expect(inFlight.overdue()?.id).to.equal(1);
  });

  it('begin in a realm only when the runner says so, if a suspended call may resume first', async () => {
    const inFlight = realmOfA();
    const [first, second] = callsIn(inFlight, 2) as [WatchedCall, WatchedCall];
    expect(inFlight.noteSuspended(1)).to.equal(true);
    expect(second.call.progress).to.equal('queued');
    expect(inFlight.preparingId()).to.equal(2);
    expect(inFlight.noteResumed(1)).to.equal(true);
    expect(inFlight.preparingId()).to.equal(undefined);
    expect(inFlight.noteSuspended(1)).to.equal(true);
    expect(inFlight.noteBegan(2)).to.equal(true);
    expect(inFlight.runningIds()).to.deep.equal([2]);
    const { begunAtMs } = first.call;
    await pause(5);
    inFlight.settleAll(undefined, LOST);
    expect(first.call.begunAtMs).to.equal(begunAtMs);
    for (const { answers } of [first, second])
      expect(answers).to.have.nested.property('[0].failure.code', 'runner_lost');
  });

  it('begin by themselves if no call is suspended', () => {
    const inFlight = realmOfA();
    callsIn(inFlight, 2);
    inFlight.noteSuspended(1);
    inFlight.remove(1);
    expect(inFlight.runningIds()).to.deep.equal([2]);
  });

  it('cannot be suspended, resumed or begun out of turn', () => {
    const inFlight = realmOfA();
    callsIn(inFlight, 3);
    expect(inFlight.noteResumed(1), 'one that runs goes on').to.equal(false);
    expect(inFlight.noteSuspended(2), 'one that has not begun waits').to.equal(false);
    expect(inFlight.noteBegan(2), 'another begins while one runs').to.equal(false);
    inFlight.noteSuspended(1);
    expect(inFlight.noteBegan(3), 'not the first in line').to.equal(false);
    expect(inFlight.noteBegan(2)).to.equal(true);
    expect(inFlight.noteResumed(1), 'one goes on while another runs').to.equal(false);
    expect(inFlight.noteBegan(1), 'nothing new').to.equal(true);
    const isolates = newInFlight('isolate');
    callsIn(isolates, 1);
    isolates.noteBegan(1);
    expect(isolates.noteSuspended(1)).to.equal(false);
    expect(isolates.noteResumed(1)).to.equal(false);
  });

  it('are never more than their card has slots for, because nobody would watch the others', () => {
    const inFlight = newInFlight('isolate');
    callsIn(inFlight, 8);
    expect(() => callsIn(inFlight, 1, LIMITS, 8)).to.throw('full');
  });

  it('have one account of CPU time, even if they are suspended often', () => {
    const inFlight = realmOfA();
    callsIn(inFlight, 1, { ...LIMITS, wallMs: 60_000 });
    const { cpuMs } = LIMITS;
    let usedMs = 0;
    const use = (ms: number) => {
      usedMs += ms;
      return inFlight.overdue(usedMs);
    };
    expect(use(0)).to.equal(undefined);
    expect(use(cpuMs * 0.6)).to.equal(undefined);
    inFlight.noteSuspended(1);
    expect(use(10 * cpuMs), 'what others use').to.equal(undefined);
    inFlight.noteResumed(1);
    expect(use(10 * cpuMs), 'what was used before it was seen again').to.equal(undefined);
    expect(use(cpuMs * 0.6)).to.deep.include({ id: 1 });
  });

  for (const freshState of ['realm', 'isolate'] as const)
    it(`leave nothing of ended calls in the old generation (${freshState})`, () => {
      const inFlight = newInFlight(freshState);
      inFlight.noteLoaded(DIGEST);
      // One call is always in flight, so that a full collection finds what keeps it.
      callsIn(inFlight, 1);
      const calls = 10_000;
      // What else this process does may fall into one round. What calls leave behind is found in each.
      const perCall = [0, 1, 2].map((round) => {
        collect();
        const before = oldGenerationBytes();
        for (let id = round * calls + 1; id <= (round + 1) * calls; id += 1) {
          callsIn(inFlight, 1, LIMITS, id);
          inFlight.remove(id);
          if (id % 500 === 0) collect({ type: 'minor' });
        }
        return (oldGenerationBytes() - before) / calls;
      });
      // After other tests V8 puts one of a call's objects there at once, 104 bytes. A call that is kept takes several times as much.
      expect(Math.min(...perCall), perCall.join()).to.be.below(200);
    });
});
