// Counts the host calls of one call, sets its timers and passes its host requests on, in either mode. Runs in a runner.

import {
  CANCEL_REQUEST,
  CLEAR_TIMER,
  REQUEST_FETCH,
  REQUEST_SIGN,
  REQUEST_STORE,
  REQUEST_TOOL,
  SET_TIMER,
} from '../../../shared/protocol/guest-wire.ts';
import type { CallMessage } from '../../../shared/protocol/messages.ts';
import { REQUEST_KIND, readHostRequest } from '../guest-wire/host-requests.ts';
import type { RunningCall, Send } from './running-call.ts';

const isRequest = (letter: unknown): letter is keyof typeof REQUEST_KIND =>
  letter === REQUEST_FETCH || letter === REQUEST_STORE || letter === REQUEST_SIGN || letter === REQUEST_TOOL;

/** The timers and host requests of one call. Timers run on the runner's main thread; `end` clears them. */
export class HostCalls {
  readonly #message: CallMessage;
  readonly #send: Send;
  readonly #call: Pick<RunningCall, 'reply' | 'fireTimer'>;
  readonly #timers = new Map<number, NodeJS.Timeout>();
  /** Host requests that have no reply yet. */
  readonly #requests = new Set<number>();
  #left: number;

  constructor(message: CallMessage, send: Send, call: Pick<RunningCall, 'reply' | 'fireTimer'>) {
    this.#message = message;
    this.#send = send;
    this.#call = call;
    this.#left = message.tool.limits.hostCalls;
  }

  /** Number of host calls made, at most the limit. */
  get made(): number {
    return this.#message.tool.limits.hostCalls - Math.max(0, this.#left);
  }

  /** Carries out an untrusted post of the guest. Unknown letters only count. False past the limit: the guest has then got around its own count. */
  take(letter: unknown, text: string): boolean {
    this.#left -= 1;
    if (this.#left < 0) return false;
    if (letter === SET_TIMER) this.#setTimer(text);
    else if (letter === CLEAR_TIMER) this.#clearTimer(Number(text));
    else if (isRequest(letter)) this.#request(letter, text);
    else if (letter === CANCEL_REQUEST && this.#requests.delete(Number(text)))
      this.#send({ t: 'cancelHostRequest', id: this.#message.id, request: Number(text) });
    return true;
  }

  /** Notes that a host request has its reply; false if it was cancelled or never made. */
  close(request: number): boolean {
    return this.#requests.delete(request);
  }

  /** Clears all timers and forgets all open host requests. */
  end(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#requests.clear();
  }

  #setTimer(text: string): void {
    const [timerId = 0, delayMs = 0] = text.split(' ').map(Number);
    const fire = (): void => {
      this.#timers.delete(timerId);
      this.#call.fireTimer(timerId);
    };
    this.#timers.set(timerId, setTimeout(fire, Number.isFinite(delayMs) ? delayMs : 0));
  }

  #clearTimer(timerId: number): void {
    clearTimeout(this.#timers.get(timerId));
    this.#timers.delete(timerId);
  }

  #request(letter: keyof typeof REQUEST_KIND, text: string): void {
    const { id, tool } = this.#message;
    const { request, body, refused } = readHostRequest(text, tool.limits);
    if (this.#requests.has(request)) return;
    this.#requests.add(request);
    if (refused === undefined) this.#send({ t: 'hostRequest', id, request, kind: REQUEST_KIND[letter] }, body);
    // In a later turn, because the guest's code may be running now.
    else setImmediate(() => this.#call.reply({ request, ok: false, text: refused }));
  }
}
