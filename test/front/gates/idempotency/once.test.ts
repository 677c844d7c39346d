// A call with a key begins at most once: the real step over the real store in memory, against a model, over any course of calls, ends and time.

import { expect } from 'chai';
import fc from 'fast-check';
import type { Answers, KeptAnswer } from '../../../../src/front/gates/idempotency/answers.ts';
import { MemoryAnswers } from '../../../../src/front/gates/idempotency/memory.ts';
import type { Outcome } from '../../../../src/shared/protocol/call.ts';
import { ERRORS, type FailureCode } from '../../../../src/shared/protocol/errors.ts';
import { COMPUTED, failureWith, NO_USAGE, REACHED, worldOver } from './world.ts';

const KEPT_MS = 1_000;
/** How a call may end, and whether the next one with its key is a repeat. */
const ENDS = {
  answers: { outcome: { ok: true, resultJson: Buffer.from('"paid"'), usage: COMPUTED }, isKept: true },
  failsAfterEffects: { outcome: failureWith('exceeded_wall_time', REACHED), isKept: true },
  isRefused: { outcome: failureWith('rate_limited', NO_USAGE), isKept: false },
  isLostBefore: { outcome: failureWith('internal', NO_USAGE), isKept: false },
  throws: { outcome: undefined, isKept: true },
} as const satisfies Record<string, { outcome: Outcome | undefined; isKept: boolean }>;
type End = keyof typeof ENDS;

type Step = readonly ['call', string, string] | readonly ['end', number, End] | readonly ['pass', number];

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constant('call' as const), fc.constantFrom('a', 'b'), fc.constantFrom('{}', '{"sum":1}')),
  fc.tuple(fc.constant('end' as const), fc.nat(3), fc.constantFrom(...(Object.keys(ENDS) as End[]))),
  fc.tuple(fc.constant('pass' as const), fc.nat(700)),
);

interface Known {
  readonly sent: string;
  /** Undefined while it runs. */
  untilMs: number | undefined;
}

describe('a call with a key', () => {
  it('begins once, until nothing is kept of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        let nowMs = 0;
        const options = { keptMs: KEPT_MS, keptBytes: 1_000_000, answerBytes: 1_000, nowMs: () => nowMs };
        const world = worldOver(new MemoryAnswers(options));
        const running: { key: string; told: Promise<unknown>; run: PromiseWithResolvers<Outcome> }[] = [];
        world.act = () => {
          const run = Promise.withResolvers<Outcome>();
          running.push({ key: '', told: Promise.resolve(), run });
          return run.promise;
        };
        const model = new Map<string, Known>();
        for (const [what, ...values] of steps) {
          if (what === 'pass') nowMs += values[0] as number;
          for (const [key, { untilMs = Number.POSITIVE_INFINITY }] of model) if (untilMs <= nowMs) model.delete(key);
          if (what === 'call') {
            const [key, sent] = values as [string, string];
            const before = world.ran.length;
            const told = world.call({ key, argumentsJson: Buffer.from(sent) });
            told.catch(() => {});
            await settled();
            const known = model.get(key);
            expect(world.ran.length - before, 'calls that reached the tool').to.equal(known === undefined ? 1 : 0);
            if (known === undefined) {
              Object.assign(running.at(-1) ?? {}, { key, told });
              model.set(key, { sent, untilMs: undefined });
            } else if (known.sent !== sent) expect(await told).to.have.nested.property('failure.code', 'key_reused');
            else if (known.untilMs === undefined)
              expect(await told).to.have.nested.property('failure.code', 'call_running');
            else expect(await told).to.have.property('replayOf');
          }
          if (what === 'end' && running.length > 0) {
            const [at, end] = values as [number, End];
            const [{ key, told, run }] = running.splice(at % running.length, 1) as [(typeof running)[number]];
            const { outcome, isKept } = ENDS[end];
            if (outcome === undefined) run.reject(new Error('a bug of the host'));
            else run.resolve(outcome);
            await told.catch(() => {});
            const known = model.get(key);
            if (!isKept) model.delete(key);
            else if (known) known.untilMs = nowMs + KEPT_MS;
          }
        }
      }),
    );
  });

  it('ends its claim on the key once, however it ends', async () => {
    const usages = [NO_USAGE, COMPUTED, REACHED];
    const codes = Object.keys(ERRORS) as FailureCode[];
    const outcomes: (Outcome | undefined)[] = [
      undefined,
      ...usages.map((usage) => ({ ok: true as const, resultJson: Buffer.from('1'), usage })),
      ...codes.flatMap((code) => usages.map((usage) => failureWith(code, usage))),
    ];
    for (const outcome of outcomes) {
      const ends: (KeptAnswer | 'release')[] = [];
      const claim = { keep: (answer: KeptAnswer) => void ends.push(answer), release: () => void ends.push('release') };
      const answers: Answers = { begin: () => ({ is: 'first', claim }) };
      const world = worldOver(answers);
      world.act = () => outcome ?? Promise.reject(new Error('a bug of the host'));
      await world.call().catch(() => {});
      expect(ends, JSON.stringify(outcome)).to.have.length(1);
    }
  });
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
