// Carries out the host requests of one call: counts each, passes it to the network, the store or the signer, and aborts it when the call ends.
// The runner counts too, but is not trusted. Control thread.

import { type HostReply, type HostRequestKind, hostRequestBytes } from '../../shared/protocol/capabilities.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import type { RequestingCall } from '../../shared/protocol/task.ts';
import { CallDenials } from './denials.ts';
import type { Capabilities, Closing, HostCalls } from './host-calls.ts';
import { type CapabilityAnswer, HOST_FAULT, pastLimit, refusal, stackOf } from './refusal.ts';
import { algorithmIn, errorIn, operationIn, RequestTraces } from './request-traces.ts';
import { StoreTime } from './store/store-time.ts';

/** Refusals of a call that are remembered, to tell whether it ended by one of them. */
const MOST_REFUSALS = 1_000;

type OnAnswer = (answer: HostReply) => void;

interface OpenHostRequest {
  readonly abort: AbortController;
  readonly start: () => void;
}

const tooManyHostCalls = (hostCalls: number): CapabilityAnswer => {
  const message = `The call has made more than ${hostCalls} host calls (hostCalls).`;
  return refusal(
    { name: 'QuotaExceededError', message },
    {
      failure: pastLimit('hostCalls', hostCalls, message),
      denial: { rule: 'hostCalls', target: 'host', reason: message },
    },
  );
};

/** One for each call, made with its first host request. */
export class HostCallHandler implements HostCalls {
  readonly #task: RequestingCall;
  readonly #capabilities: Capabilities;
  readonly #open = new Map<number, OpenHostRequest>();
  #waiting: OpenHostRequest[] = [];
  readonly #origins = new Set<string>();
  readonly #totals = { fetches: 0, storeCalls: 0, signatures: 0, requestBytes: 0, responseBytes: 0 };
  #fetching = 0;
  #hostRequests = 0;
  #hasEnded = false;
  readonly #denials: CallDenials;
  /** The call's failure if the refusal of this host request ends it, by the request's number. */
  readonly #failures = new Map<number, Failure>();
  /** The refusal that came last, and the number of requests made until then. */
  #lastRefusal: { readonly failure: Failure; readonly made: number } | undefined;
  readonly #traces: RequestTraces | undefined;
  readonly #storeTime = new StoreTime();

  constructor(task: RequestingCall, capabilities: Capabilities) {
    this.#task = task;
    this.#capabilities = capabilities;
    this.#denials = new CallDenials(capabilities.denials, task.route.pluginName);
    this.#traces = task.trace && new RequestTraces(task.trace);
  }

  /** As {@link HostCalls.request}. A number that is open already is not answered twice. */
  request(id: number, kind: HostRequestKind, text: string, onAnswer: OnAnswer): void {
    if (this.#hasEnded || this.#open.has(id)) return;
    const { limits } = this.#task.route;
    this.#hostRequests += 1;
    const ordinal = this.#hostRequests;
    if (ordinal > limits.hostCalls) {
      const answer = tooManyHostCalls(limits.hostCalls);
      if (answer.denial) this.#denials.add(answer.denial);
      return onAnswer(this.#noted(id, ordinal, answer));
    }
    if (text.length > hostRequestBytes(limits))
      return onAnswer(refusal({ name: 'QuotaExceededError', message: 'The host request is too long.' }));
    const abort = new AbortController();
    const start = (): void => {
      if (kind === 'fetch') this.#fetching += 1;
      void this.#perform(kind, text, abort.signal).then((answer) => {
        if (kind === 'fetch') this.#fetching -= 1;
        if (answer.denial) this.#denials.add(answer.denial);
        if (this.#open.get(id) === open) {
          this.#open.delete(id);
          onAnswer(this.#noted(id, ordinal, answer));
        }
        this.#startNext();
      });
    };
    const open: OpenHostRequest = { abort, start };
    this.#open.set(id, open);
    if (kind === 'fetch' && this.#fetching >= limits.fetchConcurrency) this.#waiting.push(open);
    else start();
  }

  cancel(id: number): void {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    this.#waiting = this.#waiting.filter((waiting) => waiting !== open);
    open.abort.abort();
  }

  /** Aborts all host requests of the call, without replies. */
  end(refusedRequest: number | undefined, onClosed: (closing: Closing) => void): void {
    this.#hasEnded = true;
    this.#waiting = [];
    const failureAtWall = this.#storeTime.failureAfter(this.#task.route.limits.wallMs);
    for (const { abort } of this.#open.values()) abort.abort();
    this.#open.clear();
    const failure = refusedRequest === undefined ? undefined : this.#failures.get(refusedRequest);
    const totals = { ...this.#totals, origins: [...this.#origins].toSorted() };
    const traced = this.#traces?.take();
    const lastRefusal = this.#lastRefusal?.failure;
    onClosed({
      ...{ totals, denials: this.#denials.take() },
      ...(failure && { failure }),
      ...(failureAtWall && { failureAtWall }),
      ...(lastRefusal && { lastRefusal }),
      ...(traced && { traced }),
    });
  }

  #startNext(): void {
    if (this.#fetching < this.#task.route.limits.fetchConcurrency) this.#waiting.shift()?.start();
  }

  /** Keeps the parts of an answer that the guest does not get. `ordinal`: how many requests were made until this one. */
  #noted(id: number, ordinal: number, { ok, text, failure }: CapabilityAnswer): HostReply {
    if (failure && !ok) this.#lastRefusal = { failure, made: this.#hostRequests };
    else if (ok && ordinal > (this.#lastRefusal?.made ?? 0)) this.#lastRefusal = undefined;
    if (failure && this.#failures.size < MOST_REFUSALS) this.#failures.set(id, failure);
    else this.#failures.delete(id);
    return { ok, text };
  }

  async #perform(kind: HostRequestKind, text: string, signal: AbortSignal): Promise<CapabilityAnswer> {
    const { route, callId, caller, callerSecrets } = this.#task;
    const { pluginName, grants, limits } = route;
    try {
      if (kind === 'store') {
        this.#totals.storeCalls += 1;
        const span = this.#traces?.begin('store', operationIn(text));
        const scope = { pluginName, callId, caller, grants, limits, signal, time: this.#storeTime };
        const answer = await this.#capabilities.store.perform(text, scope);
        span?.end({ error: errorIn(answer) });
        return answer;
      }
      if (kind === 'sign') {
        const span = this.#traces?.begin('sign', algorithmIn(text));
        const scope = { pluginName, callId, grants, limits, signal, admit: this.#admitSignature };
        const answer = await this.#capabilities.signer.sign(text, scope);
        span?.end({ error: errorIn(answer) });
        return answer;
      }
      // Calls of tools are those of scripts, and never come here from the runner of a plugin that is what it should be.
      if (kind === 'tool') return refusal({ name: 'NotAllowedError', message: 'Only a script may call tools.' });
      const traces = this.#traces;
      const scope = { pluginName, grants, limits, callerSecrets, signal, admit: this.#admit, note: this.#note, traces };
      return await this.#capabilities.egress.fetch(text, scope);
    } catch (error) {
      // The host's own error: the guest gets no details, and the call goes on.
      this.#capabilities.onFault(`A host request of ${pluginName} failed inside the host: ${stackOf(error)}`);
      return HOST_FAULT;
    }
  }

  readonly #admit = (): boolean => {
    if (this.#hasEnded || this.#totals.fetches >= this.#task.route.limits.fetchCalls) return false;
    this.#totals.fetches += 1;
    return true;
  };

  readonly #admitSignature = (): boolean => {
    if (this.#hasEnded || this.#totals.signatures >= this.#task.route.limits.signCalls) return false;
    this.#totals.signatures += 1;
    return true;
  };

  readonly #note = (origin: string, requestBytes: number, responseBytes: number): void => {
    this.#origins.add(origin);
    this.#totals.requestBytes += requestBytes;
    this.#totals.responseBytes += responseBytes;
  };
}
