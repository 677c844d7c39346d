// The time of one request: whatever ends it, each stop is called once, and not if it was taken back.

import { expect } from 'chai';
import fc from 'fast-check';
import { Deadline } from '../../../../src/control/capabilities/egress/deadline.ts';
import { givenUp, tookTooLong } from '../../../../src/control/capabilities/egress/refusal.ts';

describe('the deadline of a request', () => {
  it('calls each stop at most once, and all that were not taken back when it is over', () => {
    const step = fc.oneof(
      fc.record({ what: fc.constant('add' as const), removes: fc.option(fc.nat(9), { nil: undefined }) }),
      fc.record({ what: fc.constant('take back' as const), at: fc.nat(9) }),
      fc.record({ what: fc.constantFrom('abort' as const, 'give up' as const, 'end' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const call = new AbortController();
        const deadline = new Deadline(call.signal, 60_000);
        const stops: { calls: number; isTaken: boolean; callsBefore: number; takeBack: () => void }[] = [];
        let state: 'open' | 'over' | 'ended' = 'open';
        const takeBack = (at: number): void => {
          const stop = stops[at];
          if (stop === undefined || stop.isTaken) return;
          stop.takeBack();
          Object.assign(stop, { isTaken: true, callsBefore: stop.calls });
        };
        for (const each of steps) {
          if (each.what === 'add') {
            const stop = { calls: 0, isTaken: false, callsBefore: 0, takeBack: (): void => {} };
            stops.push(stop);
            stop.takeBack = deadline.whenOver(() => {
              stop.calls += 1;
              if (each.removes !== undefined) takeBack(each.removes);
            });
            if (state === 'over') expect(stop.calls).to.equal(1);
          }
          if (each.what === 'take back') takeBack(each.at);
          if (each.what === 'end') {
            deadline.end();
            if (state === 'open') state = 'ended';
          }
          if (each.what === 'abort' && state !== 'ended') call.abort();
          if (each.what === 'give up' && state !== 'ended') deadline.giveUp(tookTooLong(60_000));
          if (each.what === 'abort' || each.what === 'give up') state = state === 'open' ? 'over' : state;
          for (const { calls, isTaken, callsBefore } of stops) {
            expect(calls).to.be.at.most(1);
            if (isTaken) expect(calls).to.equal(callsBefore);
            else if (state === 'over') expect(calls).to.equal(1);
          }
        }
        deadline.end();
      }),
    );
  });

  it('is over by the reason that came first', () => {
    const call = new AbortController();
    const deadline = new Deadline(call.signal, 60_000);
    deadline.giveUp(tookTooLong(60_000));
    call.abort();
    expect(() => deadline.check()).to.throw(tookTooLong(60_000).message);
    deadline.end();
    const ended = new Deadline(AbortSignal.abort(), 60_000);
    expect(() => ended.check()).to.throw(givenUp().message);
    ended.end();
  });
});
