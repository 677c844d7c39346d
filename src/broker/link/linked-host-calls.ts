// Passes host requests of calls to the control thread, which carries them out. Main thread.

import type { Closing, HostCalls } from '../../control/capabilities/host-calls.ts';
import type { ControlOrder, ControlReport } from '../../control/link-messages.ts';
import type { HostReply, HostRequestError, HostRequestKind } from '../../shared/protocol/capabilities.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import { RouteNumbers } from '../../shared/protocol/route-numbers.ts';
import { ShortMap } from '../../shared/protocol/short-map.ts';
import type { RequestingCall } from '../../shared/protocol/task.ts';

/** Routes that the control thread knows by numbers. */
const MOST_ROUTES = 256;

/** The calls of one link that have made a host request. */
export class HostCallLinks {
  readonly #send: (order: ControlOrder) => void;
  readonly #open = new ShortMap<number, LinkedHostCalls>();
  readonly #routes: RouteNumbers<RequestingCall['route']>;

  constructor(send: (order: ControlOrder) => void) {
    this.#send = send;
    this.#routes = new RouteNumbers(MOST_ROUTES, () => send({ t: 'forgetRoutes' }));
  }

  open(number: number, { callId, caller, callerSecrets, trace, route }: RequestingCall): HostCalls {
    const known = this.#routes.get(route);
    const routeNumber = known ?? this.#routes.add(route);
    const { pluginName, grants, limits } = route;
    this.#send({
      t: 'open',
      handler: number,
      call: { callId, caller, callerSecrets, ...(trace && { trace }) },
      routeNumber,
      ...(known === undefined && { route: { pluginName, grants, limits } }),
    });
    const hostCalls = new LinkedHostCalls(number, this.#send);
    this.#open.set(number, hostCalls);
    return hostCalls;
  }

  onAnswer(report: ControlReport & { t: 'hostReply' }): void {
    this.#open.get(report.handler)?.onAnswer(report.request, report);
  }

  onClosed({ handler, closing }: ControlReport & { t: 'closed' }): void {
    const hostCalls = this.#open.get(handler);
    this.#open.delete(handler);
    hostCalls?.onClosed(closing);
  }

  /** The thread is lost. The next one knows no route. */
  lose(): void {
    this.#routes.clear();
    for (const [, hostCalls] of this.#open.entries()) hostCalls.lose();
    this.#open.clear();
  }
}

/** The host requests of one call. If the thread is lost, every request is answered with a fault of the host, also later ones. */
class LinkedHostCalls implements HostCalls {
  readonly #number: number;
  readonly #send: (order: ControlOrder) => void;
  readonly #open = new Map<number, (answer: HostReply) => void>();
  #onClosed: ((closing: Closing) => void) | undefined;
  #isLost = false;
  /** Requests that were answered here because the thread is lost. */
  readonly #faults = new Set<number>();

  constructor(number: number, send: (order: ControlOrder) => void) {
    this.#number = number;
    this.#send = send;
  }

  request(request: number, kind: HostRequestKind, text: string, onAnswer: (answer: HostReply) => void): void {
    if (this.#open.has(request)) return;
    if (this.#isLost) return this.#answerFault(request, onAnswer);
    this.#open.set(request, onAnswer);
    this.#send({ t: 'hostRequest', handler: this.#number, request, kind, text });
  }

  cancel(request: number): void {
    if (this.#open.delete(request)) this.#send({ t: 'cancelHostRequest', handler: this.#number, request });
  }

  end(refusedRequest: number | undefined, onClosed: (closing: Closing) => void): void {
    this.#open.clear();
    if (this.#isLost) return onClosed(this.#lostClosing(refusedRequest));
    this.#onClosed = onClosed;
    this.#send({ t: 'endCall', handler: this.#number, refusedRequest });
  }

  onAnswer(request: number, { ok, text }: HostReply): void {
    const onAnswer = this.#open.get(request);
    this.#open.delete(request);
    onAnswer?.({ ok, text });
  }

  lose(): void {
    this.#isLost = true;
    const open = [...this.#open];
    this.#open.clear();
    for (const [request, onAnswer] of open) this.#answerFault(request, onAnswer);
    this.#onClosed?.(NOTHING_REACHED);
  }

  #lostClosing(refusedRequest: number | undefined): Closing {
    if (this.#faults.size === 0) return NOTHING_REACHED;
    return this.#faults.has(refusedRequest ?? Number.NaN) ? ENDED_BY_FAULT : FAULT_SEEN;
  }

  #answerFault(request: number, onAnswer: (answer: HostReply) => void): void {
    this.#faults.add(request);
    onAnswer(LOST);
  }

  onClosed(closing: Closing): void {
    this.#onClosed?.(closing);
  }
}

const NOTHING_REACHED: Closing = {
  totals: { fetches: 0, storeCalls: 0, signatures: 0, requestBytes: 0, responseBytes: 0, origins: [] },
  denials: [],
};

const ERROR: HostRequestError = { name: 'UnavailableError', message: 'The host could not carry this out.' };
const LOST: HostReply = { ok: false, text: JSON.stringify(ERROR) };

const THREAD_LOST: Failure = {
  code: 'runner_lost',
  detail: 'The server lost the thread that carries out host requests. Call again.',
};
/** The call was given an answer that said that the thread is lost. */
const FAULT_SEEN: Closing = { ...NOTHING_REACHED, lastRefusal: THREAD_LOST };
/** The call ended by such an answer. */
const ENDED_BY_FAULT: Closing = { ...FAULT_SEEN, failure: THREAD_LOST };
