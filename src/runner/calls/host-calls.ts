// What one call asks of its host, in either mode: counted, its timers set, its questions passed on. Runs in a runner.

import type { AskKind } from '../../protocol/capabilities.ts';
import type { Limits } from '../../protocol/limits.ts';
import { ASK_KIND, type AskReply, readAsk } from '../guest-wire/asks.ts';

/** Told what becomes of what a call asks for. */
export interface HostCallsListener {
  /** A timer has fired. */
  onTimer(timerId: number): void;
  /** A question to pass on; `text` is JSON. */
  onAsk(ask: number, kind: AskKind, text: string): void;
  /** A question that nobody waits for any more. */
  onUnask(ask: number): void;
  /** What a question comes to that is too long to be passed on. */
  onRefused(reply: AskReply): void;
}

/** The timers and questions of one call. */
export class HostCalls {
  readonly #limits: Limits;
  readonly #listener: HostCallsListener;
  readonly #timers = new Map<number, NodeJS.Timeout>();
  /** Questions that have no answer yet. */
  readonly #asks = new Set<number>();
  #left: number;

  constructor(limits: Limits, listener: HostCallsListener) {
    this.#limits = limits;
    this.#listener = listener;
    this.#left = limits.hostCalls;
  }

  /** How many were made, as far as they are allowed. */
  get made(): number {
    return this.#limits.hostCalls - Math.max(0, this.#left);
  }

  /** Carries one out; see the bootstrap for kinds and texts. False past the cap: the guest counts as well, and has got around it. */
  take(kind: unknown, text: string): boolean {
    this.#left -= 1;
    if (this.#left < 0) return false;
    if (kind === 't') this.#setTimer(text);
    else if (kind === 'c') this.#clearTimer(Number(text));
    else if (kind === 'f' || kind === 's') this.#ask(kind, text);
    else if (kind === 'u' && this.#asks.delete(Number(text))) this.#listener.onUnask(Number(text));
    return true;
  }

  /** Notes that a question has its answer; false where it was given up, or never asked. */
  close(ask: number): boolean {
    return this.#asks.delete(ask);
  }

  /** Gives everything up that has not come yet. */
  end(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#asks.clear();
  }

  #setTimer(text: string): void {
    const [timerId = 0, delayMs = 0] = text.split(' ').map(Number);
    const fire = (): void => {
      this.#timers.delete(timerId);
      this.#listener.onTimer(timerId);
    };
    this.#timers.set(timerId, setTimeout(fire, Number.isFinite(delayMs) ? delayMs : 0));
  }

  #clearTimer(timerId: number): void {
    clearTimeout(this.#timers.get(timerId));
    this.#timers.delete(timerId);
  }

  #ask(kind: keyof typeof ASK_KIND, text: string): void {
    const { ask, body, refused } = readAsk(text, this.#limits);
    if (this.#asks.has(ask)) return;
    this.#asks.add(ask);
    if (refused === undefined) this.#listener.onAsk(ask, ASK_KIND[kind], body);
    else this.#listener.onRefused({ ask, ok: false, text: refused });
  }
}
