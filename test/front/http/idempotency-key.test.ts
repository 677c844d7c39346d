// Reading the header `Idempotency-Key`: which keys there are, that both forms name the same one, and that nothing else is let in.

import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import fc from 'fast-check';
import { idempotencyKeyOf } from '../../../src/front/http/execute-call.ts';
import { CallError } from '../../../src/shared/protocol/errors.ts';

/** A request with these values of the header. */
const requestWith = (...values: readonly string[]): IncomingMessage =>
  ({
    headers: values.length === 0 ? {} : { 'idempotency-key': values.join(', ') },
    rawHeaders: values.flatMap((value) => ['Idempotency-KEY', value]),
  }) as unknown as IncomingMessage;

const read = (...values: readonly string[]): string | undefined => idempotencyKeyOf(requestWith(...values));

const refusalOf = (...values: readonly string[]): string => {
  try {
    return `the key ${read(...values)}`;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    expect(error.failure.code).to.equal('invalid_request');
    return error.failure.detail;
  }
};

const VISIBLE = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at));
const keys = fc.string({ unit: fc.constantFrom(...VISIBLE), minLength: 1, maxLength: 255 });
const inQuotes = (key: string): string => `"${key.replaceAll(/["\\]/g, '\\$&')}"`;

describe('an idempotency key', () => {
  it('is read in quotes as it was meant, and bare as it stands', () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(read(inQuotes(key))).to.equal(key);
        if (!key.startsWith('"')) expect(read(key)).to.equal(key);
      }),
    );
  });

  it('has at most 255 characters, none of which is outside visible ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const outcome = refusalOf(text);
        if (!outcome.startsWith('the key ')) return;
        expect(outcome.slice('the key '.length)).to.match(/^[!-~]{1,255}$/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is absent without the header', () => {
    expect(read()).to.equal(undefined);
  });

  for (const [form, ...values] of [
    ['an empty one', ''],
    ['empty quotes', '""'],
    ['a space', 'a b'],
    ['a space in quotes', '"a b"'],
    ['an open quote', '"a'],
    ['another escape', '"a\\n"'],
    ['a parameter', '"a";q=1'],
    ['a list', '"a", "b"'],
    ['256 characters', 'k'.repeat(256)],
    ['256 characters in quotes', `"${'k'.repeat(256)}"`],
    ['far more characters', 'k'.repeat(15_000)],
    ['two headers', 'a', 'b'],
    ['the same header twice', 'a', 'a'],
  ] as const)
    it(`is refused with ${form}, in words that do not repeat it`, () => {
      const detail = refusalOf(...values);
      expect(detail).to.match(/^The header Idempotency-Key .*1 to 255 visible ASCII characters/);
      expect(detail).to.not.contain('kkk');
    });
});
