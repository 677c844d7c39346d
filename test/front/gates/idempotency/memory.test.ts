// Answers in memory: their time, their room, and that no bytes are lost from the count, whatever happens.

import { expect } from 'chai';
import fc from 'fast-check';
import type { Claim, Found, KeyedCall } from '../../../../src/front/gates/idempotency/answers.ts';
import { ENTRY_BYTES, MemoryAnswers } from '../../../../src/front/gates/idempotency/memory.ts';

const ANSWER_BYTES = 1_000;
const ROOM = ENTRY_BYTES + ANSWER_BYTES;

const callOf = (name: string, owner = 'ada', fingerprint = 'same'): KeyedCall => ({
  ...{ name: `${owner} ${name}`, owner, fingerprint, callId: `call of ${name}` },
});
const storeOf = (rooms: number) => {
  const clock = { nowMs: 0 };
  const options = { keptMs: 1_000, keptBytes: rooms * ROOM, answerBytes: ANSWER_BYTES, nowMs: () => clock.nowMs };
  return { clock, store: new MemoryAnswers(options) };
};
const claimIn = (found: Found): Claim => {
  if (found.is !== 'first') throw new Error(`it is ${found.is}`);
  return found.claim;
};
const keep = (claim: Claim, text: string) =>
  claim.keep({ by: undefined, ending: { ok: true, resultJson: Buffer.from(text) } });

describe('answers in memory', () => {
  it('are kept for their time after the call has ended, and then the key is new', () => {
    const { clock, store } = storeOf(8);
    const claim = claimIn(store.begin(callOf('a')));
    clock.nowMs = 5_000;
    expect(store.begin(callOf('a')).is).to.equal('running');
    keep(claim, '"a"');
    clock.nowMs = 5_999;
    expect(store.begin(callOf('a'))).to.include({ is: 'answered', callId: 'call of a' });
    expect(store.begin(callOf('a', 'ada', 'other')).is).to.equal('reused');
    clock.nowMs = 6_000;
    expect(store.begin(callOf('a', 'ada', 'other')).is).to.equal('first');
  });

  it('are copies, so that a small result does not hold the memory around it', () => {
    const { store } = storeOf(8);
    const whole = Buffer.from('xx"a"xx');
    claimIn(store.begin(callOf('a'))).keep({ by: undefined, ending: { ok: true, resultJson: whole.subarray(2, 5) } });
    whole.fill('y');
    const found = store.begin(callOf('a'));
    const ending = found.is === 'answered' ? found.answer.ending : undefined;
    expect(ending).to.have.property('resultJson').that.deep.equals(Buffer.from('"a"'));
    expect((ending as { resultJson: Buffer }).resultJson.buffer.byteLength).to.equal(3);
  });

  it('refuse a new call without room, and drop no answer for it', () => {
    const { clock, store } = storeOf(4);
    const claims = ['a', 'b'].map((name) => claimIn(store.begin(callOf(name))));
    // One caller has half. A running call will soon give some of its room back.
    expect(store.begin(callOf('c'))).to.deep.equal({ is: 'full', retryAfterMs: 1_000 });
    for (const name of ['a', 'b']) claims.push(claimIn(store.begin(callOf(name, 'bob'))));
    expect(store.begin(callOf('a', 'eve')).is).to.equal('full');
    for (const claim of claims) keep(claim, '1'.repeat(ANSWER_BYTES));
    clock.nowMs = 1;
    expect(store.begin(callOf('a', 'eve')).is).to.equal('full');
    expect(store.begin(callOf('a')).is).to.equal('answered');
    clock.nowMs = 1_000;
    expect(store.begin(callOf('a', 'eve')).is).to.equal('first');
    expect(store.bytes).to.equal(ROOM);
  });

  it('say when the oldest one ends, if no call runs', () => {
    const options = { keptMs: 60_000, keptBytes: 2 * ROOM, answerBytes: ANSWER_BYTES, nowMs: () => 0 };
    const store = new MemoryAnswers(options);
    keep(claimIn(store.begin(callOf('a'))), '1'.repeat(ANSWER_BYTES));
    expect(store.begin(callOf('b'))).to.deep.equal({ is: 'full', retryAfterMs: 60_000 });
  });

  it('count exactly what they hold, over any course of calls', () => {
    const step = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      owner: fc.constantFrom('ada', 'bob', 'eve'),
      end: fc.constantFrom('keep', 'release', 'run'),
      length: fc.nat(ANSWER_BYTES - 1),
      passesMs: fc.nat(700),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { clock, store } = storeOf(6);
        /** Name → bytes, and until when. */
        const model = new Map<string, { bytes: number; untilMs: number }>();
        for (const { name, owner, end, length, passesMs } of steps) {
          clock.nowMs += passesMs;
          for (const [key, { untilMs }] of model) if (untilMs <= clock.nowMs) model.delete(key);
          const call = callOf(name, owner);
          const found = store.begin(call);
          const held = (whose = ''): number =>
            [...model].reduce((sum, [key, { bytes }]) => sum + (key.startsWith(whose) ? bytes : 0), 0);
          const isKnown = model.has(call.name);
          const hasRoom = held() + ROOM <= 6 * ROOM && held(owner) + ROOM <= 3 * ROOM;
          expect(['first', 'full'].includes(found.is)).to.equal(!isKnown);
          if (!isKnown) expect(found.is).to.equal(hasRoom ? 'first' : 'full');
          if (found.is === 'first') {
            if (end === 'run') model.set(call.name, { bytes: ROOM, untilMs: Number.POSITIVE_INFINITY });
            if (end === 'keep') {
              keep(found.claim, '1'.repeat(length + 1));
              model.set(call.name, { bytes: ENTRY_BYTES + length + 1, untilMs: clock.nowMs + 1_000 });
            }
            if (end === 'release') void found.claim.release();
          }
          expect(store.bytes).to.equal(held());
          expect(store.bytes).to.be.at.most(6 * ROOM);
        }
      }),
    );
  });
});
