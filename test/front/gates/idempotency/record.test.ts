// Answers as Redis has them: what is written is read again, and nothing else is.

import { expect } from 'chai';
import fc from 'fast-check';
import type { KeptAnswer } from '../../../../src/front/gates/idempotency/answers.ts';
import { answerIn, isCallId, recordOf } from '../../../../src/front/gates/idempotency/record.ts';
import { RESULT_FORMS } from '../../../../src/shared/protocol/call.ts';
import { ERRORS, type FailureCode } from '../../../../src/shared/protocol/errors.ts';

const BY = { pluginName: 'till', version: '1.2.3', digest: 'sha256-00ff', resultForm: 'object' } as const;
const WRITTEN_BY = RESULT_FORMS.map((resultForm) => ({ ...BY, resultForm }));
const NOTHING = Buffer.alloc(0);
const headOf = (value: unknown): string => JSON.stringify(value);

describe('an answer in Redis', () => {
  it('is read as it was written', () => {
    const failure = fc.record(
      {
        code: fc.constantFrom(...(Object.keys(ERRORS) as FailureCode[])),
        detail: fc.string(),
        isKept: fc.constant(true as const),
        setting: fc.string(),
        limit: fc.string(),
        allowed: fc.nat(),
        used: fc.nat(),
        violations: fc.array(fc.record({ path: fc.string(), message: fc.string() })),
      },
      { requiredKeys: ['code', 'detail', 'isKept'] },
    );
    const ending = fc.oneof(
      fc.constant('too_large' as const),
      fc.json().map((text) => ({ ok: true as const, resultJson: Buffer.from(text) })),
      failure.map((told) => ({ ok: false as const, failure: told })),
    );
    fc.assert(
      fc.property(ending, fc.constantFrom(undefined, ...WRITTEN_BY), (told, by) => {
        const answer: KeptAnswer = { by, ending: told };
        // JSON has no text with half a character; nor has what a server keeps.
        const sent = recordOf(answer);
        expect(answerIn({ head: Buffer.from(sent.head).toString(), result: sent.result })).to.deep.equal({ ...answer });
      }),
    );
  });

  it('is unknown if it has another form', () => {
    for (const head of [
      ...['', 'null', '[]', '{}', '{"ending":"ok"', '1'],
      headOf({ by: BY, ending: 'ok' }),
      headOf({ by: null, ending: 'too_large' }),
      headOf({ by: { ...BY, digest: 'two words' }, ending: 'too_large' }),
      headOf({ by: { ...BY, resultForm: 'other' }, ending: 'too_large' }),
      headOf({ by: { ...BY, pluginName: 'x'.repeat(300) }, ending: 'too_large' }),
      headOf({ ending: 'failed' }),
      headOf({ ending: 'failed', failure: { code: 'constructor', detail: 'a' } }),
      headOf({ ending: 'failed', failure: { code: 'of_a_newer_server', detail: 'a' } }),
      headOf({ ending: 'failed', failure: { code: 'tool_error' } }),
      headOf({ ending: 'failed', failure: { code: 'tool_error', detail: 'a', violations: {} } }),
      headOf({ ending: 'failed', failure: { code: 'tool_error', detail: 'a', violations: [{ path: 1 }] } }),
      '{"__proto__":{"ending":"too_large"}}',
    ])
      expect(answerIn({ head, result: NOTHING }), head).to.equal(undefined);
    fc.assert(fc.property(fc.json(), (head) => answerIn({ head, result: NOTHING }) === undefined));
  });

  it('passes on no member of a failure that a call which has run cannot have', () => {
    const failure = { code: 'tool_error', detail: 'a', challenge: 'Bearer x="y"', deniedBy: 'access', retryAfterMs: 5 };
    expect(answerIn({ head: headOf({ ending: 'failed', failure }), result: NOTHING })).to.deep.equal({
      by: undefined,
      ending: { ok: false, failure: { code: 'tool_error', detail: 'a', isKept: true } },
    });
  });

  it('names a call by an id that a log line can hold as it is', () => {
    expect(isCallId('d1136036-580d-43a6-84c7-e77d437a2c9b')).to.equal(true);
    expect(isCallId('d1136036-580d-43a6-84c7-e77d437a2c9b","code":"')).to.equal(false);
  });
});
