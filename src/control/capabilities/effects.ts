// What one call asks of the host, outside the sandbox: every question is counted, sent on to the network or the store, and given up
// when the call ends. The runner has counted too, but is not believed. Runs in a control thread.

import { type AskAnswer, type AskKind, askBytes, type Reach } from '../../protocol/capabilities.ts';
import type { Failure } from '../../protocol/errors.ts';
import type { AskingCall } from '../link-messages.ts';
import { CallDenials, type DenialBudget, type ToldDenial } from './denials.ts';
import type { FetchScope } from './egress.ts';
import { type CapabilityAnswer, HOST_FAULT, pastLimit, refusal } from './refusal.ts';
import type { StoreScope } from './store.ts';

/** The two ways out. Neither rejects for what a guest or a far end did. */
export interface Capabilities {
  readonly egress: { fetch(askText: string, scope: FetchScope): Promise<CapabilityAnswer> };
  readonly store: { perform(askText: string, scope: StoreScope): Promise<CapabilityAnswer> };
  /** What the log may be told of refusals. */
  readonly denials: DenialBudget;
  /** Told of an error of ours, for the operator. */
  readonly onFault: (text: string) => void;
}

/** Refusals of a call that are remembered, to tell whether it ended by one of them. */
const MOST_REFUSALS = 1_000;

/** What is left to say of a call's questions once it is over. */
export interface Closing {
  readonly reach: Reach;
  /** Refusals for the log. */
  readonly denials: readonly ToldDenial[];
  /** What the call is answered with if it ended by a refusal that nothing in it caught, and that was not the plugin's own fault. */
  readonly failure?: Failure;
}

/** What a call asks of the host, from its first question on. */
export interface Effects {
  /** Takes a question under the guest's own number; `onAnswer` is told once, unless the call ends before. */
  ask(id: number, kind: AskKind, text: string, onAnswer: (answer: AskAnswer) => void): void;
  /** The guest does not want an answer any more. */
  giveUp(id: number): void;
  /** The call is over, once. `refusedAsk`: the question by whose refusal it ended, as the runner says: the host's own record decides. */
  end(refusedAsk: number | undefined, onClosed: (closing: Closing) => void): void;
}

type OnAnswer = (answer: AskAnswer) => void;

interface OpenAsk {
  readonly abort: AbortController;
  readonly start: () => void;
  readonly kind: AskKind;
}

const tooManyAsked = (hostCalls: number): CapabilityAnswer => {
  const message = `The call has asked more than ${hostCalls} things of the host (hostCalls).`;
  return refusal(
    { name: 'QuotaExceededError', message },
    {
      failure: pastLimit('hostCalls', hostCalls, message),
      denial: { rule: 'hostCalls', target: 'host', reason: message },
    },
  );
};

export class CallEffects implements Effects {
  readonly #task: AskingCall;
  readonly #capabilities: Capabilities;
  readonly #open = new Map<number, OpenAsk>();
  /** Requests that wait for others of the call to end. */
  #waiting: OpenAsk[] = [];
  readonly #origins = new Set<string>();
  #fetching = 0;
  #asks = 0;
  #fetches = 0;
  #storeCalls = 0;
  #requestBytes = 0;
  #responseBytes = 0;
  #hasEnded = false;
  readonly #denials: CallDenials;
  /** What the call would be answered with if it ended by the refusal of this question. */
  readonly #failures = new Map<number, Failure>();

  constructor(task: AskingCall, capabilities: Capabilities) {
    this.#task = task;
    this.#capabilities = capabilities;
    this.#denials = new CallDenials(capabilities.denials, task.route.pluginName);
  }

  get #reach(): Reach {
    return {
      fetches: this.#fetches,
      storeCalls: this.#storeCalls,
      requestBytes: this.#requestBytes,
      responseBytes: this.#responseBytes,
      origins: [...this.#origins].toSorted(),
    };
  }

  /**
   * Takes a question; `onAnswer` is told once, unless the call ends before. `id`: the guest's own number. A number that is open already is
   * not answered twice.
   */
  ask(id: number, kind: AskKind, text: string, onAnswer: OnAnswer): void {
    if (this.#hasEnded || this.#open.has(id)) return;
    const { limits } = this.#task.route;
    this.#asks += 1;
    if (this.#asks > limits.hostCalls) {
      const answer = tooManyAsked(limits.hostCalls);
      if (answer.denial) this.#denials.add(answer.denial);
      return onAnswer(this.#noted(id, answer));
    }
    if (text.length > askBytes(limits))
      return onAnswer(refusal({ name: 'QuotaExceededError', message: 'What is asked of the host is too long.' }));
    const abort = new AbortController();
    const start = (): void => {
      if (kind === 'fetch') this.#fetching += 1;
      void this.#perform(kind, text, abort.signal).then((answer) => {
        if (kind === 'fetch') this.#fetching -= 1;
        if (answer.denial) this.#denials.add(answer.denial);
        if (this.#open.get(id) === open) {
          this.#open.delete(id);
          onAnswer(this.#noted(id, answer));
        }
        this.#startNext();
      });
    };
    const open: OpenAsk = { abort, start, kind };
    this.#open.set(id, open);
    if (kind === 'fetch' && this.#fetching >= limits.fetchConcurrency) this.#waiting.push(open);
    else start();
  }

  /** The guest does not want an answer any more. */
  giveUp(id: number): void {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    this.#waiting = this.#waiting.filter((waiting) => waiting !== open);
    open.abort.abort();
  }

  /** Whatever the call asked for is broken off, and nothing of it is answered. */
  end(refusedAsk: number | undefined, onClosed: (closing: Closing) => void): void {
    this.#hasEnded = true;
    this.#waiting = [];
    for (const { abort } of this.#open.values()) abort.abort();
    this.#open.clear();
    const failure = refusedAsk === undefined ? undefined : this.#failures.get(refusedAsk);
    onClosed({ reach: this.#reach, denials: this.#denials.take(), ...(failure && { failure }) });
  }

  #startNext(): void {
    if (this.#fetching < this.#task.route.limits.fetchConcurrency) this.#waiting.shift()?.start();
  }

  /** Keeps what the guest is not told. */
  #noted(id: number, { ok, text, failure }: CapabilityAnswer): AskAnswer {
    if (failure && this.#failures.size < MOST_REFUSALS) this.#failures.set(id, failure);
    else this.#failures.delete(id);
    return { ok, text };
  }

  async #perform(kind: AskKind, text: string, signal: AbortSignal): Promise<CapabilityAnswer> {
    const { route, callId, caller, callerSecrets } = this.#task;
    const { pluginName, grants, limits } = route;
    try {
      if (kind === 'store') {
        this.#storeCalls += 1;
        return await this.#capabilities.store.perform(text, { pluginName, callId, caller, grants, limits, signal });
      }
      const scope = { pluginName, grants, limits, callerSecrets, signal, admit: this.#admit, note: this.#note };
      return await this.#capabilities.egress.fetch(text, scope);
    } catch (error) {
      // An error of ours: the guest learns nothing of it, and the call goes on.
      this.#capabilities.onFault(`What ${pluginName} asked failed inside the host: ${stackOf(error)}`);
      return HOST_FAULT;
    }
  }

  readonly #admit = (): boolean => {
    if (this.#hasEnded || this.#fetches >= this.#task.route.limits.fetchCalls) return false;
    this.#fetches += 1;
    return true;
  };

  readonly #note = (origin: string, requestBytes: number, responseBytes: number): void => {
    this.#origins.add(origin);
    this.#requestBytes += requestBytes;
    this.#responseBytes += responseBytes;
  };
}

const stackOf = (error: unknown): string => (error instanceof Error && error.stack) || String(error);
