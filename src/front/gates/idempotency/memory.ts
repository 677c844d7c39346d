// Keeps answers in the memory of this server. It forgets none before its time: if there is no room, no further call begins.

import { RETRY_AFTER_MS } from '../../../shared/protocol/errors.ts';
import { type Answers, answerSize, type Claim, type Found, type KeptAnswer, type KeyedCall } from './answers.ts';

export interface MemoryAnswersOptions {
  readonly keptMs: number;
  /** Bytes of all answers and of the room that running calls have reserved. */
  readonly keptBytes: number;
  /** Most bytes of an answer: what a running call reserves. */
  readonly answerBytes: number;
  /** Never goes back. */
  readonly nowMs?: () => number;
}

/** Most results are much smaller than an answer may be: this has room for some ten thousand, and for 249 running calls, half of it for one caller. */
export const ANSWER_BOUNDS = Object.freeze({ answerBytes: 256_000, keptBytes: 64_000_000 });

/** What an entry takes besides its answer: digests, ids, the version, and the maps' own part. */
export const ENTRY_BYTES = 1_024;
/** One caller may hold half of all bytes. */
export const SHARES = 2;

interface Entry {
  readonly call: KeyedCall;
  bytes: number;
  answer: KeptAnswer | undefined;
  untilMs: number;
}

/** Has no timers: what has expired goes when the next call with a key comes. */
export class MemoryAnswers implements Answers {
  readonly #options: MemoryAnswersOptions;
  readonly #nowMs: () => number;
  readonly #entries = new Map<string, Entry>();
  /** Those that have an answer, the oldest first. */
  readonly #answered = new Set<Entry>();
  readonly #owners = new Map<string, number>();
  #bytes = 0;

  constructor(options: MemoryAnswersOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  get bytes(): number {
    return this.#bytes;
  }

  begin(call: KeyedCall): Found {
    this.#dropExpired();
    const known = this.#entries.get(call.name);
    if (known !== undefined) return foundOf(known, call);
    const { keptBytes, answerBytes } = this.#options;
    const bytes = ENTRY_BYTES + answerBytes;
    const owned = this.#owners.get(call.owner) ?? 0;
    if (this.#bytes + bytes > keptBytes || owned + bytes > keptBytes / SHARES)
      return { is: 'full', retryAfterMs: this.#waitMs() };
    const entry: Entry = { call, bytes: 0, answer: undefined, untilMs: Number.POSITIVE_INFINITY };
    this.#entries.set(call.name, entry);
    this.#resize(entry, bytes);
    return { is: 'first', claim: this.#claim(entry) };
  }

  #claim(entry: Entry): Claim {
    return {
      keep: ({ by, ending }) => {
        entry.answer = { by, ending: endingToKeep(ending) };
        entry.untilMs = this.#nowMs() + this.#options.keptMs;
        this.#answered.add(entry);
        this.#resize(entry, ENTRY_BYTES + answerSize(entry.answer));
      },
      release: () => this.#drop(entry),
    };
  }

  #resize(entry: Entry, bytes: number): void {
    const { owner } = entry.call;
    const added = bytes - entry.bytes;
    const left = (this.#owners.get(owner) ?? 0) + added;
    if (left === 0) this.#owners.delete(owner);
    else this.#owners.set(owner, left);
    entry.bytes = bytes;
    this.#bytes += added;
  }

  #drop(entry: Entry): void {
    this.#entries.delete(entry.call.name);
    this.#answered.delete(entry);
    this.#resize(entry, 0);
  }

  /** All answers are kept for the same time, so the oldest ends first. */
  #dropExpired(): void {
    const nowMs = this.#nowMs();
    for (const entry of this.#answered) {
      if (entry.untilMs > nowMs) break;
      this.#drop(entry);
    }
  }

  /** Until there may be room: a running call gives back most of what it has reserved, and the oldest answer ends. */
  #waitMs(): number {
    if (this.#answered.size < this.#entries.size) return RETRY_AFTER_MS;
    const [oldest] = this.#answered;
    return Math.max(RETRY_AFTER_MS, Math.ceil((oldest?.untilMs ?? 0) - this.#nowMs()));
  }
}

const foundOf = ({ call: { fingerprint, callId }, answer }: Entry, call: KeyedCall): Found => {
  if (fingerprint !== call.fingerprint) return { is: 'reused' };
  return answer === undefined ? { is: 'running' } : { is: 'answered', callId, answer };
};

/** With a copy of the result in memory of its own: it may be a part of something much larger. */
const endingToKeep = (ending: KeptAnswer['ending']): KeptAnswer['ending'] => {
  if (ending === 'too_large' || !ending.ok) return ending;
  const resultJson = Buffer.allocUnsafeSlow(ending.resultJson.length);
  ending.resultJson.copy(resultJson);
  return { ok: true, resultJson };
};
