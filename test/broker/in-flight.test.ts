// What becomes of the calls of a runner that must be ended: who is to blame, who is lost, who can still go elsewhere.

import { expect } from 'chai';
import { failed, InFlight } from '../../src/broker/in-flight.ts';
import { PendingCall } from '../../src/broker/pending-call.ts';
import type { Failure } from '../../src/protocol/errors.ts';
import { testConfig } from '../support/host.ts';

const LOST: Failure = { code: 'runner_lost', detail: 'lost' };
const OVERDUE: Failure = { code: 'exceeded_wall_time', detail: 'late' };
const LIMITS = { ...testConfig('.').limits, wallMs: 1, killGraceMs: 1 };

const callsIn = (inFlight: InFlight, count: number): PendingCall[] =>
  Array.from({ length: count }, (_, index) => {
    const call = new PendingCall(LIMITS);
    inFlight.add(index + 1, call);
    return call;
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
    const [first, second] = callsIn(inFlight, 2) as [PendingCall, PendingCall];
    await new Promise((resolve) => setTimeout(resolve, 10));
    const overdue = inFlight.overdue(undefined);
    expect(overdue?.id).to.equal(1);
    inFlight.settleAll(overdue, LOST);
    expect(await first.answer).to.have.nested.property('failure.code', 'exceeded_wall_time');
    expect(await second.answer).to.equal('not_begun');
  });

  it('keep an answer given before the process is gone, and still learn from what it wrote last', async () => {
    const inFlight = new InFlight('realm');
    const [first, second] = callsIn(inFlight, 2) as [PendingCall, PendingCall];
    first.settle(failed(OVERDUE));
    // The runner had answered after all, and had begun the next call, before it was ended.
    inFlight.remove(1)?.settle({ ok: true, resultText: '1', cpuMs: 0 });
    inFlight.settleAll({ id: 1, failure: OVERDUE }, LOST);
    expect(await first.answer).to.have.nested.property('failure.code', 'exceeded_wall_time');
    expect(await second.answer).to.have.nested.property('failure.code', 'runner_lost');
  });
});
