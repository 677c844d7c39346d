// Keeps answers of several servers in one Redis or Valkey. While that is gone, no call with a key begins. Front process, main thread.

import { createHash } from 'node:crypto';
import { inTime } from '../../../shared/lifetime/in-time.ts';
import { RETRY_AFTER_MS } from '../../../shared/protocol/errors.ts';
import { ANSWER_MS, type OutageListener, SharedState } from '../../../shared/redis/shared-state.ts';
import type { Answers, Claim, Found, KeyedCall } from './answers.ts';
import { ENTRY_BYTES, SHARES } from './memory.ts';
import { type AnswerRecord, answerIn, isCallId, recordOf } from './record.ts';
import { BEGIN, KEEP, RELEASE, RENEW } from './scripts.ts';

/** The keys of plugins' stores begin with `toolcell:{`. */
const PREFIX = 'toolcell-idempotency:';
/** Begin the names of what a caller has, by its digest: the ends of its calls, and their bytes. */
const OWNER_PREFIXES = ['toolcell-idempotency-ends:', 'toolcell-idempotency-bytes:'] as const;
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
  /** One caller may have half of it, as in memory. All together are bounded by Redis alone. */
  readonly keptBytes: number;
  readonly onOutage: OutageListener;
}

/** A call of this server that Redis has. */
interface OpenCall {
  /** Of the call, and of what its caller has. */
  readonly keys: readonly string[];
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

  #begin(call: KeyedCall): Promise<readonly Buffer[]> {
    const { fingerprint, callId } = call;
    const { answerBytes, keptBytes } = this.#options;
    const most = [answerBytes + MORE_HEAD_BYTES, answerBytes];
    const share = [ENTRY_BYTES + answerBytes, Math.floor(keptBytes / SHARES)];
    return this.#state.ask(
      (redis) =>
        redis.callBuffer(
          'EVAL',
          BEGIN,
          ...numbered(keysOf(call)),
          fingerprint,
          callId,
          LEASE_MS,
          this.#runningMs,
          ...most,
          ...share,
        ) as Promise<readonly Buffer[]>,
    );
  }

  #foundIn([state, id, head, result]: readonly Buffer[], call: KeyedCall): Found {
    const is = state?.toString();
    if (is === 'first') return { is, claim: this.#claim(this.#opened(call)) };
    if (is === 'reused' || is === 'running') return { is };
    if (is === 'full') return { is, retryAfterMs: Math.max(RETRY_AFTER_MS, Number(id) || 0) };
    if (is !== 'answered' || id === undefined || head === undefined || result === undefined) return UNKNOWN;
    const callId = id.toString();
    const answer = answerIn({ head: head.toString(), result });
    return answer && isCallId(callId) ? { is, callId, answer } : UNKNOWN;
  }

  #opened(call: KeyedCall): OpenCall {
    const { callId } = call;
    const open: OpenCall = { keys: keysOf(call), callId, end: undefined, forgottenAtMs: Number.POSITIVE_INFINITY };
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
    const { callId } = open;
    const keys = numbered(open.keys);
    await this.#state.ask((redis) =>
      end === 'release'
        ? redis.eval(RELEASE, ...keys, callId)
        : redis.eval(KEEP, ...keys, callId, this.#options.keptMs, end.head, end.result),
    );
    this.#open.delete(open);
  }

  #renew(): void {
    const nowMs = performance.now();
    if (this.#state.isAway) return;
    for (const open of this.#open) {
      const { keys, callId, end, forgottenAtMs } = open;
      if (forgottenAtMs < nowMs) this.#open.delete(open);
      else if (end !== undefined) this.#tell(open, end).catch((error: Error) => this.#state.lost(error));
      else
        this.#state
          .ask((redis) => redis.eval(RENEW, ...numbered(keys), callId, LEASE_MS, this.#runningMs))
          .catch((error: Error) => this.#state.lost(error));
    }
  }
}

const keysOf = ({ name, owner }: KeyedCall): readonly string[] => {
  const digest = createHash('sha256').update(owner).digest('base64url');
  return [PREFIX + name, ...OWNER_PREFIXES.map((prefix) => prefix + digest)];
};

/** As scripts take them: how many there are comes first. */
const numbered = (keys: readonly string[]): [number, ...string[]] => [keys.length, ...keys];

const AWAY: Found = Object.freeze({ is: 'away' });
const UNKNOWN: Found = Object.freeze({ is: 'unknown' });
