// The step of calls that have an idempotency key: the first is passed on, the others get its answer. Front process, main thread. Decision 0056.

import { createHash, createHmac } from 'node:crypto';
import {
  type Ending,
  type Executor,
  type NamedRoute,
  NO_USAGE,
  type Outcome,
  type ToolCall,
} from '../../../shared/protocol/call.ts';
import { identityOf, NOBODY, sharerOf } from '../../../shared/protocol/caller.ts';
import { ERRORS, type Failure, failureOf } from '../../../shared/protocol/errors.ts';
import { LightSignal } from '../../../shared/protocol/light-signal.ts';
import { compositeKey } from '../../../shared/text/composite-key.ts';
import {
  type AnsweredBy,
  type Answers,
  answerSize,
  type Claim,
  type Found,
  type KeptAnswer,
  type KeyedCall,
} from './answers.ts';
import { answerNotKept, CALL_RUNNING, KEY_REUSED, noRoom, OUTCOME_UNKNOWN, STORE_AWAY } from './refusals.ts';

export interface KeyedExecutorOptions {
  readonly answers: Answers;
  readonly answerBytes: number;
  /** Bytes of all answers, for messages. */
  readonly keptBytes: number;
  /** The route of a tool now; undefined if there is no such tool, whose calls are passed on. */
  readonly routeOf: (toolName: string) => NamedRoute | undefined;
  readonly next: Executor;
}

/**
 * Passes on calls without a key, and the first call with each key. Fails with: key_reused, call_running, answer_not_kept, outcome_unknown,
 * overloaded, idempotency_unavailable.
 */
export const keyedExecutor = (options: KeyedExecutorOptions): Executor => ({
  // Not async: a call without a key costs no promise of its own.
  execute(call: ToolCall): Promise<Outcome> {
    const { idempotencyKey, signal, toolName } = call;
    if (idempotencyKey === undefined || signal.aborted || options.routeOf(toolName) === undefined)
      return options.next.execute(call);
    return executeKeyed({ ...call, idempotencyKey }, options);
  },
});

const executeKeyed = async (call: CallWithKey, options: KeyedExecutorOptions): Promise<Outcome> => {
  const found = await options.answers.begin(keyedCallOf(call));
  if (found.is === 'first') return executeFirst(call, found.claim, options);
  if (found.is !== 'answered') return failed(refusalOf(found, options));
  const { callId: replayOf, answer } = found;
  const { by, ending } = answer;
  if (by !== undefined) tellRoute(call, by, options);
  const told = ending === 'too_large' ? failed(answerNotKept(options.answerBytes)) : { ...ending, usage: NO_USAGE };
  return { ...told, replayOf };
};

const executeFirst = async (call: CallWithKey, claim: Claim, options: KeyedExecutorOptions): Promise<Outcome> => {
  let by: AnsweredBy | undefined;
  const own: ToolCall = {
    ...call,
    // The answer is wanted even if the caller hangs up: it will ask again.
    signal: new LightSignal(),
    onRoute: (route) => {
      const { pluginName, version, digest, resultForm } = route;
      by = { pluginName, version, digest, resultForm };
      call.onRoute?.(route);
    },
    ...(call.onProgress && { onProgress: (report) => call.signal.aborted || call.onProgress?.(report) }),
  };
  let outcome: Outcome;
  try {
    outcome = await options.next.execute(own);
  } catch (error) {
    // A bug of the host. The tool may have had its effects.
    await claim.keep({ by, ending: { ok: false, failure: { ...failureOf(error), isKept: true } } });
    throw error;
  }
  if (!isFinal(outcome)) {
    await claim.release();
    return outcome;
  }
  const kept = asKept(outcome);
  await claim.keep(answerOf(kept, by, options.answerBytes));
  return kept;
};

/** Whether the call may have had effects, or has been answered by its tool. A tool has effects by host requests only. */
const isFinal = (outcome: Outcome): boolean => {
  const { usage } = outcome;
  if (outcome.ok || usage.hostRequests !== undefined) return true;
  const { fault, retryable } = ERRORS[outcome.failure.code];
  return usage.runMs > 0 && fault === 'plugin' && !retryable;
};

/** A failure that is kept comes again, however long a caller waits. */
const asKept = (outcome: Outcome): Outcome => {
  if (outcome.ok) return outcome;
  const { retryAfterMs: _, ...failure } = outcome.failure;
  return { ...outcome, failure: { ...failure, isKept: true } };
};

const answerOf = (outcome: Outcome, by: AnsweredBy | undefined, mostBytes: number): KeptAnswer => {
  const ending: Ending = outcome.ok
    ? { ok: true, resultJson: outcome.resultJson }
    : { ok: false, failure: outcome.failure };
  const answer: KeptAnswer = { by, ending };
  return answerSize(answer) > mostBytes ? { by, ending: 'too_large' } : answer;
};

const refusalOf = (
  found: Exclude<Found, { is: 'first' | 'answered' }>,
  { keptBytes }: KeyedExecutorOptions,
): Failure => {
  switch (found.is) {
    case 'reused':
      return KEY_REUSED;
    case 'running':
      return CALL_RUNNING;
    case 'unknown':
      return OUTCOME_UNKNOWN;
    case 'full':
      return noRoom(keptBytes, found.retryAfterMs);
    case 'away':
      return STORE_AWAY;
  }
};

const failed = (failure: Failure): Outcome => ({ ok: false, failure, usage: NO_USAGE });

/** Tells who has answered the first call, with the limits of now. */
const tellRoute = (call: ToolCall, by: AnsweredBy, { routeOf }: KeyedExecutorOptions): void => {
  const now = routeOf(call.toolName);
  if (now === undefined) return;
  const isSame = now.digest === by.digest && now.pluginName === by.pluginName && now.resultForm === by.resultForm;
  call.onRoute?.(isSame ? now : { ...by, limits: now.limits });
};

type CallWithKey = ToolCall & { readonly idempotencyKey: string };

/**
 * The identity of a call. The name covers the caller and the key. The fingerprint covers the tool, the bytes of the arguments and the caller's
 * secrets; it is keyed by caller and key, so that who reads the store cannot try out what the arguments were.
 */
const keyedCallOf = (call: CallWithKey): KeyedCall => {
  const { callId, toolName, argumentsJson, caller = NOBODY, callerSecrets = {}, idempotencyKey } = call;
  const scope = compositeKey('toolcell idempotency', identityOf(caller), idempotencyKey);
  const secrets = Object.entries(callerSecrets).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const fingerprint = createHmac('sha256', scope)
    // JSON ends where its last bracket is, so nothing can pass from one part into the other.
    .update(JSON.stringify([toolName, secrets]))
    .update(argumentsJson)
    .digest('base64url');
  return {
    name: createHash('sha256').update(scope).digest('base64url'),
    fingerprint,
    callId,
    owner: sharerOf(caller),
  };
};
