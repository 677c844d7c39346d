// Writes an answer for Redis, and reads one that another server, perhaps of another version, has written. Front process, main thread.

import { RESULT_FORMS } from '../../../shared/protocol/call.ts';
import { type Failure, isFailureCode, type Violation } from '../../../shared/protocol/errors.ts';
import type { AnsweredBy, KeptAnswer } from './answers.ts';

/** An answer as Redis has it: what is known of it as JSON, and the result as it goes to callers. */
export interface AnswerRecord {
  readonly head: string;
  readonly result: Buffer;
}

const NO_RESULT = Buffer.alloc(0);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME = /^[!-~]{1,256}$/;

export const isCallId = (text: string): boolean => UUID.test(text);

export const recordOf = ({ by, ending }: KeptAnswer): AnswerRecord => {
  if (ending === 'too_large') return { head: JSON.stringify({ by, ending }), result: NO_RESULT };
  if (ending.ok) return { head: JSON.stringify({ by, ending: 'ok' }), result: ending.resultJson };
  return { head: JSON.stringify({ by, ending: 'failed', failure: ending.failure }), result: NO_RESULT };
};

/** The answer of a record; undefined if it has another form, which a newer server may write. */
export const answerIn = ({ head, result }: AnswerRecord): KeptAnswer | undefined => {
  const read = objectIn(head);
  if (read === undefined) return undefined;
  const by = read.by === undefined ? undefined : answeredByIn(read.by);
  if (read.by !== undefined && by === undefined) return undefined;
  if (read.ending === 'too_large') return { by, ending: 'too_large' };
  if (read.ending === 'ok') return result.length === 0 ? undefined : { by, ending: { ok: true, resultJson: result } };
  const failure = read.ending === 'failed' ? failureIn(read.failure) : undefined;
  return failure && { by, ending: { ok: false, failure } };
};

type Members = Readonly<Record<string, unknown>>;

/** An object without a prototype, so that it has own members only. */
const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.assign(Object.create(null), value)
    : undefined;

const objectIn = (text: string): Members | undefined => {
  try {
    return membersOf(JSON.parse(text));
  } catch {
    return undefined;
  }
};

const answeredByIn = (value: unknown): AnsweredBy | undefined => {
  const { pluginName, version, digest, resultForm } = membersOf(value) ?? {};
  if (!isName(pluginName) || !isName(version) || !isName(digest)) return undefined;
  const form = RESULT_FORMS.find((known) => known === resultForm);
  return form && { pluginName, version, digest, resultForm: form };
};

const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value);

/** The members that the failure of a call that has run may have. */
const failureIn = (value: unknown): Failure | undefined => {
  const { code, detail, setting, limit, allowed, used, violations } = membersOf(value) ?? {};
  if (!isFailureCode(code) || typeof detail !== 'string') return undefined;
  if (violations !== undefined && !isViolations(violations)) return undefined;
  return {
    code,
    detail,
    isKept: true,
    ...(typeof setting === 'string' && { setting }),
    ...(typeof limit === 'string' && { limit }),
    ...(typeof allowed === 'number' && { allowed }),
    ...(typeof used === 'number' && { used }),
    ...(violations !== undefined && { violations }),
  };
};

/** Their other members go to callers as they are, and to nobody else. */
const isViolations = (value: unknown): value is readonly Violation[] =>
  Array.isArray(value) &&
  value.every((entry) => {
    const { path, message } = membersOf(entry) ?? {};
    return typeof path === 'string' && typeof message === 'string';
  });
