// What callers are told: the failure of a call that a quota refuses, and the quotas' states after any call. Front process, main thread.

import { type BucketNeed, type Budget, type Need, UNITS } from '../../../settings/rules/quota.ts';
import { type Failure, RETRY_AFTER_MS } from '../../../shared/protocol/errors.ts';
import type { QuotaState } from '../../../shared/protocol/throttle.ts';
import type { Short } from './buckets.ts';

export const refusalOf = ({ need, level }: Short): Failure => {
  const { quota, allowed } = need;
  const limit = need.kind === 'places' ? 'concurrentCalls' : need.budget;
  const setting = `throttling.quotas.${quota}.${limit}`;
  const retryAfterMs = need.kind === 'places' ? RETRY_AFTER_MS : waitMs(need, level);
  return {
    code: 'rate_limited',
    detail: `${WORDS[limit](allowed, need)} Call again in ${inWords(retryAfterMs)}.`,
    ...{ limit, allowed, setting, retryAfterMs, deniedBy: setting },
  };
};

const WORDS: Readonly<Record<Budget | 'concurrentCalls', (allowed: number, need: Need) => string>> = {
  calls: (allowed, need) =>
    `The quota "${need.quota}" allows ${allowed} calls ${inWindow(need)}, and they are used up.`,
  concurrentCalls: (allowed, { quota }) =>
    `The quota "${quota}" allows ${allowed} calls at a time, and as many are under way.`,
  cpuMs: (allowed, need) =>
    `The quota "${need.quota}" allows ${allowed} ms of CPU time ${inWindow(need)}, and earlier calls have used them up.`,
  egressRequests: (allowed, need) =>
    `The quota "${need.quota}" allows ${allowed} requests of tools to other servers ${inWindow(need)}, and earlier calls have used them up.`,
  egressBytes: (allowed, need) =>
    `The quota "${need.quota}" allows ${allowed} bytes between tools and other servers ${inWindow(need)}, and earlier calls have used them up.`,
};

const WINDOWS: Readonly<Record<number, string>> = { 1: 'a second', 60: 'a minute', 3600: 'an hour', 86400: 'a day' };

const inWindow = (need: Need): string => (need.kind === 'bucket' ? (WINDOWS[need.windowS] ?? '') : '');

const inWords = (ms: number): string => {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
};

/** Until there is enough for the call. */
const waitMs = ({ least, perMs }: BucketNeed, level: number): number => Math.max(1, Math.ceil((least - level) / perMs));

export const statesAfter = (needs: readonly Need[], levels: readonly number[]): readonly QuotaState[] => {
  const states: QuotaState[] = [];
  for (const [at, need] of needs.entries()) {
    if (need.kind === 'places' || need.budget !== 'calls') continue;
    const level = levels[at] ?? 0;
    const fullMs = (need.capacity - level) / need.perMs;
    const nextMs = level >= 1 ? fullMs : (1 - level) / need.perMs;
    states.push(stateOf(need, Math.floor(level), nextMs));
  }
  return states;
};

export const stateOfShort = ({ need, level }: Short): QuotaState =>
  need.kind === 'places'
    ? { name: need.quota, allowed: need.allowed, windowS: 0, left: 0, resetS: 1, unit: 'concurrent-requests' }
    : stateOf(need, 0, waitMs(need, level));

/** Every call makes one, so no object is made only to be spread. */
const stateOf = ({ quota, budget, allowed, windowS }: BucketNeed, left: number, resetMs: number): QuotaState => {
  const [shown, resetS] = [Math.max(0, left), Math.ceil(resetMs / 1_000)];
  if (budget === 'calls') return { name: quota, allowed, windowS, left: shown, resetS };
  return { name: quota, allowed, windowS, left: shown, resetS, unit: UNITS[budget] };
};
