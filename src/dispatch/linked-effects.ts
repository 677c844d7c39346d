// What one call asks of the host, on its way to the control thread that answers.

import type { Closing, Effects } from '../control/capabilities/effects.ts';
import type { ControlOrder } from '../control/link-messages.ts';
import type { AskAnswer, AskKind } from '../protocol/capabilities.ts';

export class LinkedEffects implements Effects {
  readonly #number: number;
  readonly #send: (order: ControlOrder) => void;
  readonly #open = new Map<number, (answer: AskAnswer) => void>();
  #onClosed: ((closing: Closing) => void) | undefined;
  /** Set once the thread is lost: nobody else will say it. */
  #lost: Closing | undefined;

  constructor(number: number, send: (order: ControlOrder) => void) {
    this.#number = number;
    this.#send = send;
  }

  ask(ask: number, kind: AskKind, text: string, onAnswer: (answer: AskAnswer) => void): void {
    if (this.#lost || this.#open.has(ask)) return;
    this.#open.set(ask, onAnswer);
    this.#send({ t: 'ask', effects: this.#number, ask, kind, text });
  }

  giveUp(ask: number): void {
    if (this.#open.delete(ask)) this.#send({ t: 'giveUp', effects: this.#number, ask });
  }

  end(refusedAsk: number | undefined, onClosed: (closing: Closing) => void): void {
    this.#open.clear();
    if (this.#lost) return onClosed(this.#lost);
    this.#onClosed = onClosed;
    this.#send({ t: 'endEffects', effects: this.#number, refusedAsk });
  }

  onAnswer(ask: number, { ok, text }: AskAnswer): void {
    const onAnswer = this.#open.get(ask);
    this.#open.delete(ask);
    onAnswer?.({ ok, text });
  }

  /** The thread is lost, and what was asked with it. */
  lose(closing: Closing): void {
    this.#lost = closing;
    this.#open.clear();
    this.#onClosed?.(closing);
  }

  onClosed(closing: Closing): void {
    this.#onClosed?.(closing);
  }
}
