// `diagnostics_channel` of Node. Runs inside the isolate, as part of the packed entry.

type Subscriber = (message: unknown, name: string | symbol) => void;
type Task = (...values: unknown[]) => unknown;

class Channel {
  readonly name: string | symbol;
  readonly #subscribers: Subscriber[] = [];

  constructor(name: string | symbol) {
    this.name = name;
  }

  get hasSubscribers(): boolean {
    return this.#subscribers.length > 0;
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribers.push(subscriber);
  }

  unsubscribe(subscriber: Subscriber): boolean {
    const at = this.#subscribers.indexOf(subscriber);
    if (at >= 0) this.#subscribers.splice(at, 1);
    return at >= 0;
  }

  publish(message: unknown): void {
    for (const subscriber of [...this.#subscribers]) subscriber(message, this.name);
  }

  bindStore(): void {}

  unbindStore(): boolean {
    return false;
  }

  runStores(message: unknown, task: Task, self?: unknown, ...values: unknown[]): unknown {
    this.publish(message);
    return task.apply(self, values);
  }
}

const channels = new Map<string | symbol, Channel>();

const channel = (name: string | symbol): Channel => {
  const known = channels.get(name) ?? new Channel(name);
  channels.set(name, known);
  return known;
};

const EVENTS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;
type Channels = Record<(typeof EVENTS)[number], Channel>;

const tracingChannel = (given: string | Channels): object => {
  const parts = Object.fromEntries(
    EVENTS.map((event) => [event, typeof given === 'string' ? channel(`tracing:${given}:${event}`) : given[event]]),
  ) as Channels;
  const failed = (context: object, error: unknown): void => {
    Object.assign(context, { error });
    parts.error.publish(context);
  };
  const traceSync = (task: Task, context: object = {}, self?: unknown, ...values: unknown[]): unknown => {
    parts.start.publish(context);
    try {
      const result = task.apply(self, values);
      Object.assign(context, { result });
      return result;
    } catch (error) {
      failed(context, error);
      throw error;
    } finally {
      parts.end.publish(context);
    }
  };
  const tracePromise = async (
    task: Task,
    context: object = {},
    self?: unknown,
    ...values: unknown[]
  ): Promise<unknown> => {
    parts.start.publish(context);
    const running = (async () => task.apply(self, values))();
    parts.end.publish(context);
    try {
      const result = await running;
      Object.assign(context, { result });
      return result;
    } catch (error) {
      failed(context, error);
      throw error;
    } finally {
      parts.asyncStart.publish(context);
      parts.asyncEnd.publish(context);
    }
  };
  return {
    ...parts,
    get hasSubscribers() {
      return EVENTS.some((event) => parts[event].hasSubscribers);
    },
    subscribe: (to: Partial<Record<string, Subscriber>>) => {
      for (const event of EVENTS) if (to[event]) parts[event].subscribe(to[event]);
    },
    unsubscribe: (to: Partial<Record<string, Subscriber>>) =>
      EVENTS.every((event) => !to[event] || parts[event].unsubscribe(to[event])),
    traceSync,
    tracePromise,
    traceCallback: (task: Task, _at?: number, context?: object, self?: unknown, ...values: unknown[]) =>
      traceSync(task, context, self, ...values),
  };
};

export default {
  Channel,
  channel,
  hasSubscribers: (name: string | symbol) => channel(name).hasSubscribers,
  subscribe: (name: string | symbol, subscriber: Subscriber) => channel(name).subscribe(subscriber),
  tracingChannel,
  unsubscribe: (name: string | symbol, subscriber: Subscriber) => channel(name).unsubscribe(subscriber),
};
