// What becomes of the calls of a runner that must be ended: who is to blame, who is lost, who can still go elsewhere.

import { expect } from 'chai';
import { failed, InFlight } from '../../src/broker/in-flight.ts';
import { PendingCall, type RunnerAnswer } from '../../src/broker/pending-call.ts';
import type { Failure } from '../../src/protocol/errors.ts';
import { testConfig } from '../support/host.ts';

const LOST: Failure = { code: 'runner_lost', detail: 'lost' };
const OVERDUE: Failure = { code: 'exceeded_wall_time', detail: 'late' };
const LIMITS = { ...testConfig('.').limits, wallMs: 1, killGraceMs: 1 };

const noEffects = (): never => expect.fail('nothing was asked');

/** A call, and what it was answered. */
interface Watched {
  readonly call: PendingCall;
  readonly answers: (RunnerAnswer | 'not_begun')[];
}

const callsIn = (inFlight: InFlight, count: number): Watched[] =>
  Array.from({ length: count }, (_, index) => {
    const answers: Watched['answers'] = [];
    const call = new PendingCall(LIMITS, { openEffects: noEffects, onLines: () => {} }, (answer) =>
      answers.push(answer),
    );
    inFlight.add(index + 1, call);
    return { call, answers };
  });

describe('calls in flight', () => {
  it('run one after the other in a realm, and beside each other in isolates', () => {
    const realm = new InFlight('realm');
    const isolate = new InFlight('isolate');
    callsIn(realm, 3);
    callsIn(isolate, 3);
    expect([...realm.runningIds()]).to.deep.equal([1]);
    expect([...isolate.runningIds()]).to.deep.equal([1, 2, 3]);
    realm.remove(1);
    expect([...realm.runningIds()]).to.deep.equal([2]);
  });

  it('blame the call past its deadline and give back those that had not begun', async () => {
    const inFlight = new InFlight('realm');
    const [first, second] = callsIn(inFlight, 2) as [Watched, Watched];
    await new Promise((resolve) => setTimeout(resolve, 10));
    const overdue = inFlight.overdue(undefined);
    expect(overdue?.id).to.equal(1);
    inFlight.settleAll(overdue, LOST);
    expect(first.answers).to.have.length(1).and.to.have.nested.property('[0].failure.code', 'exceeded_wall_time');
    expect(second.answers).to.deep.equal(['not_begun']);
  });

  it('keep an answer given before the process is gone, and still learn from what it wrote last', () => {
    const inFlight = new InFlight('realm');
    const [first, second] = callsIn(inFlight, 2) as [Watched, Watched];
    first.call.settle(failed(OVERDUE));
    // The runner had answered after all, and had begun the next call, before it was ended.
    inFlight.remove(1)?.settle({ ok: true, resultText: '1', cpuMs: 0 });
    inFlight.settleAll({ id: 1, failure: OVERDUE }, LOST);
    expect(first.answers).to.have.length(1).and.to.have.nested.property('[0].failure.code', 'exceeded_wall_time');
    expect(second.answers).to.have.length(1).and.to.have.nested.property('[0].failure.code', 'runner_lost');
  });
});
