// State of calls that several servers keep in one Redis or Valkey: how long a call waits for it, and what happens while it is gone.

import type { Redis } from 'ioredis';
import { Outage } from '../lifetime/outage.ts';
import { RedisLink } from './link.ts';

/** No call waits longer for Redis. */
export const ANSWER_MS = 1_000;
/** Pause after an outage was noticed. Meanwhile no call waits at all. */
const TRY_AGAIN_MS = 1_000;

/** Called when Redis is gone, with the reason, and when it is back, without one. */
export type OutageListener = (reason: string | undefined) => void;

/** Asks Redis for calls. Its connection and its timer keep the process alive until `close`. */
export class SharedState {
  readonly #link: RedisLink;
  readonly #outage: Outage;
  readonly #renewing: NodeJS.Timeout;

  /** `renew` is called every `renewEveryMs`, also while Redis is gone. */
  constructor(url: string, onOutage: OutageListener, renew: () => void, renewEveryMs: number) {
    this.#link = new RedisLink(url);
    this.#outage = new Outage<string>({
      pauseMs: TRY_AGAIN_MS,
      tryMs: ANSWER_MS,
      onFault: onOutage,
      onMended: () => onOutage(undefined),
    });
    this.#renewing = setInterval(renew, renewEveryMs);
  }

  /** True if a call may ask now: see {@link Outage.mayTry}. */
  mayTry(): boolean {
    return this.#outage.mayTry();
  }

  get isAway(): boolean {
    return this.#outage.waitMs > 0;
  }

  async ask<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    const answer = await this.#link.ask(command);
    this.#outage.worked();
    return answer;
  }

  lost({ message }: Error): void {
    this.#outage.failed(message);
  }

  close(): void {
    clearInterval(this.#renewing);
    this.#link.close();
  }
}
