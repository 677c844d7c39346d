// Keeps answers of several servers in one Redis or Valkey. While that is gone, no call with a key begins. Front process, main thread.

import { inTime } from '../../../shared/lifetime/in-time.ts';
import { ANSWER_MS, type OutageListener, SharedState } from '../../../shared/redis/shared-state.ts';
import type { Answers, Claim, Found, KeyedCall } from './answers.ts';
import { type AnswerRecord, answerIn, isCallId, recordOf } from './record.ts';
import { BEGIN, KEEP, RELEASE, RENEW } from './scripts.ts';

/** The keys of plugins' stores begin with `toolcell:{`. */
const PREFIX = 'toolcell-idempotency:';
/** If a server does not renew a call for this time, it is taken for lost, and nobody knows how the call ends. */
const LEASE_MS = 20_000;
const RENEW_EVERY_MS = 5_000;
/** Open calls above which none is added whose begin Redis may have missed. An outage adds one every few seconds. */
const MOST_OPEN = 10_000;
/** A head has names, a digest and, of a failure, what fits into an answer. */
const MORE_HEAD_BYTES = 4_096;

export interface SharedAnswersOptions {
  readonly url: string;
  readonly keptMs: number;
  readonly answerBytes: number;
  readonly onOutage: OutageListener;
}

/** A call of this server that Redis has. */
interface OpenCall {
  readonly key: string;
  readonly callId: string;
  /** How it ends in Redis. Undefined while it runs. */
  end: AnswerRecord | 'release' | undefined;
  /** When Redis has forgotten it, so that it need not be told any more. */
  forgottenAtMs: number;
}

/** Answers in Redis. Its connection and its timer keep the process alive until `close`. */
export class SharedAnswers implements Answers {
  readonly #options: SharedAnswersOptions;
  /** How long Redis has a call that runs, after it was begun or renewed. Longer than a lease: otherwise a repeat would begin it again. */
  readonly #runningMs: number;
  readonly #state: SharedState;
  readonly #open = new Set<OpenCall>();

  constructor(options: SharedAnswersOptions) {
    this.#options = options;
    this.#runningMs = LEASE_MS + options.keptMs;
    this.#state = new SharedState(options.url, options.onOutage, () => this.#renew(), RENEW_EVERY_MS);
  }

  async begin(call: KeyedCall): Promise<Found> {
    if (!this.#state.mayTry()) return AWAY;
    const asked = this.#begin(call);
    try {
      return this.#foundIn(await inTime(asked, ANSWER_MS), call);
    } catch (error) {
      this.#state.lost(error as Error);
      // Redis may have begun the call after all.
      if (this.#open.size < MOST_OPEN) void this.#end(this.#opened(call), 'release');
      return AWAY;
    }
  }

  close(): void {
    this.#state.close();
  }

  #begin({ name, fingerprint, callId }: KeyedCall): Promise<readonly Buffer[]> {
    const { answerBytes } = this.#options;
    const most = [answerBytes + MORE_HEAD_BYTES, answerBytes];
    return this.#state.ask(
      (redis) =>
        redis.callBuffer(
          'EVAL',
          BEGIN,
          1,
          PREFIX + name,
          fingerprint,
          callId,
          LEASE_MS,
          this.#runningMs,
          ...most,
        ) as Promise<readonly Buffer[]>,
    );
  }

  #foundIn([state, id, head, result]: readonly Buffer[], call: KeyedCall): Found {
    const is = state?.toString();
    if (is === 'first') return { is, claim: this.#claim(this.#opened(call)) };
    if (is === 'reused' || is === 'running') return { is };
    if (is !== 'answered' || id === undefined || head === undefined || result === undefined) return UNKNOWN;
    const callId = id.toString();
    const answer = answerIn({ head: head.toString(), result });
    return answer && isCallId(callId) ? { is, callId, answer } : UNKNOWN;
  }

  #opened({ name, callId }: KeyedCall): OpenCall {
    const open: OpenCall = { key: PREFIX + name, callId, end: undefined, forgottenAtMs: Number.POSITIVE_INFINITY };
    this.#open.add(open);
    return open;
  }

  #claim(open: OpenCall): Claim {
    return {
      keep: (answer) => this.#end(open, recordOf(answer)),
      release: () => this.#end(open, 'release'),
    };
  }

  /** Tells Redis how a call has ended. If that fails, the timer tells it again. Resolves when the caller may have its answer. */
  #end(open: OpenCall, end: AnswerRecord | 'release'): Promise<void> {
    open.end = end;
    open.forgottenAtMs = performance.now() + this.#runningMs;
    const told = this.#tell(open, end);
    return inTime(told, ANSWER_MS).catch((error: Error) => this.#state.lost(error));
  }

  async #tell(open: OpenCall, end: AnswerRecord | 'release'): Promise<void> {
    const { key, callId } = open;
    await this.#state.ask((redis) =>
      end === 'release'
        ? redis.eval(RELEASE, 1, key, callId)
        : redis.eval(KEEP, 1, key, callId, this.#options.keptMs, end.head, end.result),
    );
    this.#open.delete(open);
  }

  #renew(): void {
    const nowMs = performance.now();
    if (this.#state.isAway) return;
    for (const open of this.#open) {
      const { key, callId, end, forgottenAtMs } = open;
      if (forgottenAtMs < nowMs) this.#open.delete(open);
      else if (end !== undefined) this.#tell(open, end).catch((error: Error) => this.#state.lost(error));
      else
        this.#state
          .ask((redis) => redis.eval(RENEW, 1, key, callId, LEASE_MS, this.#runningMs))
          .catch((error: Error) => this.#state.lost(error));
    }
  }
}

const AWAY: Found = Object.freeze({ is: 'away' });
const UNKNOWN: Found = Object.freeze({ is: 'unknown' });
