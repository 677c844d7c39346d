// Passes host requests of calls to the control thread that carries them out. Main thread.

import type { Closing, HostCalls } from '../../control/capabilities/host-calls.ts';
import type { ControlOrder, ControlReport } from '../../control/link-messages.ts';
import type { HostReply, HostRequestKind } from '../../shared/protocol/capabilities.ts';
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

  /** The thread is lost, and open host requests with it. The next thread knows no route. */
  lose(): void {
    this.#routes.clear();
    for (const [, hostCalls] of this.#open.entries()) hostCalls.lose(NOTHING_REACHED);
    this.#open.clear();
  }
}

/** The host requests of one call. */
class LinkedHostCalls implements HostCalls {
  readonly #number: number;
  readonly #send: (order: ControlOrder) => void;
  readonly #open = new Map<number, (answer: HostReply) => void>();
  #onClosed: ((closing: Closing) => void) | undefined;
  /** Set if the thread is lost: the closing report of the call. */
  #lost: Closing | undefined;

  constructor(number: number, send: (order: ControlOrder) => void) {
    this.#number = number;
    this.#send = send;
  }

  request(request: number, kind: HostRequestKind, text: string, onAnswer: (answer: HostReply) => void): void {
    if (this.#lost || this.#open.has(request)) return;
    this.#open.set(request, onAnswer);
    this.#send({ t: 'hostRequest', handler: this.#number, request, kind, text });
  }

  cancel(request: number): void {
    if (this.#open.delete(request)) this.#send({ t: 'cancelHostRequest', handler: this.#number, request });
  }

  end(refusedRequest: number | undefined, onClosed: (closing: Closing) => void): void {
    this.#open.clear();
    if (this.#lost) return onClosed(this.#lost);
    this.#onClosed = onClosed;
    this.#send({ t: 'endCall', handler: this.#number, refusedRequest });
  }

  onAnswer(request: number, { ok, text }: HostReply): void {
    const onAnswer = this.#open.get(request);
    this.#open.delete(request);
    onAnswer?.({ ok, text });
  }

  lose(closing: Closing): void {
    this.#lost = closing;
    this.#open.clear();
    this.#onClosed?.(closing);
  }

  onClosed(closing: Closing): void {
    this.#onClosed?.(closing);
  }
}

const NOTHING_REACHED: Closing = {
  totals: { fetches: 0, storeCalls: 0, requestBytes: 0, responseBytes: 0, origins: [] },
  denials: [],
};
