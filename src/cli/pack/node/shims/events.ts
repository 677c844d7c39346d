// `events` of Node: the npm package `events`, which is Node's own code, with what Node has added since. Runs inside the isolate, as part of the packed entry.

import Library from 'events/';
import { coded, wrongType } from './errors.ts';

type Listener = (...values: unknown[]) => void;

const MONITOR = Symbol('events.errorMonitor');
const CAPTURE = Symbol.for('nodejs.rejection');

const isTarget = (value: unknown): value is EventTarget =>
  typeof (value as { addEventListener?: unknown } | null)?.addEventListener === 'function';
const isEmitter = (value: unknown): value is InstanceType<typeof Library> =>
  typeof (value as { on?: unknown } | null)?.on === 'function';

const emit = Library.prototype.emit;
Object.defineProperty(Library.prototype, 'emit', {
  value: function emitted(this: InstanceType<typeof Library>, type: PropertyKey, ...values: unknown[]): boolean {
    if (type !== 'error') return emit.call(this, type, ...values);
    if (this.listenerCount(MONITOR) > 0) emit.call(this, MONITOR, ...values);
    if (this.listenerCount('error') === 0 && !(values[0] instanceof Error))
      throw Object.assign(
        coded(
          Error,
          'ERR_UNHANDLED_ERROR',
          `Unhandled error. (${typeof values[0] === 'string' ? `'${values[0]}'` : String(values[0])})`,
        ),
        { context: values[0] },
      );
    return emit.call(this, type, ...values);
  },
  writable: true,
  configurable: true,
});

for (const name of ['on', 'addListener', 'once', 'prependListener', 'prependOnceListener'] as const) {
  const add = Library.prototype[name];
  Object.defineProperty(Library.prototype, name, {
    value: function added(this: InstanceType<typeof Library>, type: PropertyKey, listener: Listener) {
      if (typeof listener !== 'function') throw wrongType('listener', 'of type function', listener);
      return add.call(this, type, listener);
    },
    writable: true,
    configurable: true,
  });
}

const abortError = (signal: AbortSignal): Error =>
  Object.assign(coded(Error, 'ABORT_ERR', 'The operation was aborted'), { name: 'AbortError', cause: signal.reason });

const listen = (target: unknown, type: string, listener: Listener): (() => void) => {
  if (isEmitter(target)) {
    target.on(type, listener);
    return () => target.removeListener(type, listener);
  }
  if (!isTarget(target)) throw wrongType('emitter', 'an instance of EventEmitter', target);
  target.addEventListener(type, listener as never);
  return () => target.removeEventListener(type, listener as never);
};

interface Options {
  readonly signal?: AbortSignal;
  readonly close?: readonly string[];
}

/** A promise of an event's values. */
const once = (target: unknown, type: string, { signal }: Options = {}): Promise<unknown[]> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal));
    const stops: (() => void)[] = [];
    const end = (settle: () => void) => () => {
      for (const stop of stops) stop();
      settle();
    };
    stops.push(listen(target, type, (...values) => end(() => resolve(values))()));
    if (type !== 'error' && isEmitter(target))
      stops.push(listen(target, 'error', (error) => end(() => reject(error))()));
    if (signal) stops.push(listen(signal, 'abort', () => end(() => reject(abortError(signal)))()));
  });

/** The events of a type, one after the other. */
const on = (target: unknown, type: string, { signal, close = [] }: Options = {}): AsyncGenerator<unknown[]> => {
  if (signal?.aborted) throw abortError(signal);
  const values: unknown[][] = [];
  let failure: { readonly error: unknown } | undefined;
  let isEnded = false;
  let wake = (): void => {};
  const stops = [
    listen(target, type, (...args) => {
      values.push(args);
      wake();
    }),
  ];
  const fail = (error: unknown): void => {
    failure = { error };
    wake();
  };
  if (type !== 'error' && isEmitter(target)) stops.push(listen(target, 'error', fail));
  if (signal) stops.push(listen(signal, 'abort', () => fail(abortError(signal))));
  for (const name of close)
    stops.push(
      listen(target, name, () => {
        isEnded = true;
        wake();
      }),
    );
  return (async function* events() {
    try {
      for (;;) {
        while (values.length > 0) yield values.shift() as unknown[];
        if (failure) throw failure.error;
        if (isEnded) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      for (const stop of stops) stop();
    }
  })();
};

const addAbortListener = (signal: AbortSignal, listener: (event?: unknown) => void): Disposable => {
  if (signal.aborted) queueMicrotask(() => listener());
  else signal.addEventListener('abort', listener, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', listener) };
};

const counts = new WeakMap<object, number>();

Object.assign(Library, {
  EventEmitter: Library,
  EventEmitterAsyncResource: Library,
  addAbortListener,
  captureRejectionSymbol: CAPTURE,
  captureRejections: false,
  errorMonitor: MONITOR,
  getEventListeners: (target: unknown, type: PropertyKey) => (isEmitter(target) ? target.listeners(type) : []),
  getMaxListeners: (target: object) => (isEmitter(target) ? target.getMaxListeners() : (counts.get(target) ?? 10)),
  on,
  once,
  setMaxListeners(count: number, ...targets: readonly object[]) {
    for (const target of targets) isEmitter(target) ? target.setMaxListeners(count) : counts.set(target, count);
  },
});

export default Library;
