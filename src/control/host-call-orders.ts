// Carries out the main thread's orders about host requests of calls, in a control thread.

import type { ToolRoute } from '../shared/protocol/call.ts';
import { ShortMap } from '../shared/protocol/short-map.ts';
import { HostCallHandler } from './capabilities/host-call-handler.ts';
import type { OpenCapabilities } from './capabilities/open.ts';
import type { ControlOrder, ControlReport } from './link-messages.ts';

type Route = Pick<ToolRoute, 'pluginName' | 'grants' | 'limits'>;

export type HostCallOrder = Extract<ControlOrder, { readonly handler: number } | { readonly t: 'forgetRoutes' }>;

/** Reports one `closed` for each `endCall`. */
export class HostCallOrders {
  readonly #capabilities: OpenCapabilities;
  readonly #report: (item: ControlReport) => void;
  readonly #routes = new Map<number, Route>();
  readonly #handlers = new ShortMap<number, HostCallHandler>();

  constructor(capabilities: OpenCapabilities, report: (item: ControlReport) => void) {
    this.#capabilities = capabilities;
    this.#report = report;
  }

  take(order: HostCallOrder): void {
    if (order.t === 'forgetRoutes') return this.#routes.clear();
    const { handler } = order;
    switch (order.t) {
      case 'open': {
        if (order.route) this.#routes.set(order.routeNumber, order.route);
        const route = this.#routes.get(order.routeNumber) as Route;
        this.#handlers.set(handler, new HostCallHandler({ ...order.call, route }, this.#capabilities));
        return;
      }
      case 'hostRequest': {
        const { request, kind, text: requestText } = order;
        return this.#handlers
          .get(handler)
          ?.request(request, kind, requestText, ({ ok, text }) =>
            this.#report({ t: 'hostReply', handler, request, ok, text }),
          );
      }
      case 'cancelHostRequest':
        return this.#handlers.get(handler)?.cancel(order.request);
      case 'endCall':
        this.#handlers
          .get(handler)
          ?.end(order.refusedRequest, (closing) => this.#report({ t: 'closed', handler, closing }));
        this.#handlers.delete(handler);
    }
  }
}
