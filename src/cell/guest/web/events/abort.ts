// AbortController and AbortSignal of the DOM standard. Runs inside the isolate.

import { asInterface, CONSTRUCTOR_TOKEN, type ExceptionType, needArguments } from '../standard/interface.ts';
import type { makeEvents } from './event.ts';
import type { AbortState, makeEventTarget } from './event-target.ts';

type Events = ReturnType<typeof makeEvents>;
type Targets = ReturnType<typeof makeEventTarget>;

export interface AbortParts extends Pick<Events, 'Event'>, Targets {
  readonly DOMException: ExceptionType;
  readonly startTimer: (task: () => unknown, delayMs: number) => void;
}

const newState = () => ({
  isAborted: false,
  steps: new Set<() => void>(),
  reason: undefined as unknown,
  isDependent: false,
  /** Signals that this one follows. None of them follows another. */
  sources: new Set<object>(),
  dependents: new Set<object>(),
});

type SignalState = ReturnType<typeof newState>;
type Handler = (this: object, event: object) => unknown;

/** The classes, and `abortStateOf`, which gives a signal's state, or undefined for any other value. */
export const makeAbort = ({ DOMException, Event, EventTarget, dispatch, startTimer }: AbortParts) => {
  let readState: (value: object) => SignalState | undefined = () => undefined;
  const signalState = (value: object): SignalState => readState(value) as SignalState;

  const makeSignal = (): AbortSignal =>
    new (AbortSignal as unknown as new (token: symbol) => AbortSignal)(CONSTRUCTOR_TOKEN);

  /** Aborts a signal and those that follow it. All of them are aborted before the first one notifies its listeners. */
  const abort = (signal: AbortSignal, reason: unknown): void => {
    const state = signalState(signal);
    if (state.isAborted) return;
    settle(state, reason);
    const aborted: AbortSignal[] = [signal];
    for (const dependent of state.dependents as Set<AbortSignal>) {
      const dependentState = signalState(dependent);
      if (dependentState.isAborted) continue;
      settle(dependentState, state.reason);
      aborted.push(dependent);
    }
    for (const each of aborted) notify(each);
  };

  const settle = (state: SignalState, reason: unknown): void => {
    state.isAborted = true;
    state.reason = reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
  };

  const notify = (signal: AbortSignal): void => {
    const { steps } = signalState(signal);
    for (const step of steps) step();
    steps.clear();
    dispatch(signal, new Event('abort'), true);
  };

  class AbortSignal extends EventTarget {
    static {
      readState = (value) => (#state in value ? value.#state : undefined);
    }

    readonly #state = newState();
    #onabort: Handler | null = null;
    #isHandled = false;

    constructor() {
      if (arguments[0] !== CONSTRUCTOR_TOKEN) throw new TypeError('Illegal constructor: use an AbortController.');
      super();
    }

    static abort(reason?: unknown): AbortSignal {
      const signal = makeSignal();
      settle(signalState(signal), reason);
      return signal;
    }

    static timeout(milliseconds: number): AbortSignal {
      needArguments(arguments.length, 1, 'AbortSignal.timeout');
      const delayMs = Math.trunc(Number(milliseconds));
      if (!(delayMs >= 0 && delayMs <= Number.MAX_SAFE_INTEGER))
        throw new TypeError('AbortSignal.timeout takes a number of milliseconds from 0 to 2 ** 53 - 1.');
      const signal = makeSignal();
      startTimer(
        () => abort(signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
        delayMs,
      );
      return signal;
    }

    static any(signals: Iterable<AbortSignal>): AbortSignal {
      needArguments(arguments.length, 1, 'AbortSignal.any');
      const list = [...signals];
      for (const each of list)
        if (typeof each !== 'object' || each === null || readState(each) === undefined)
          throw new TypeError('AbortSignal.any takes AbortSignals.');
      const signal = makeSignal();
      const aborted = list.find((each) => signalState(each).isAborted);
      if (aborted) settle(signalState(signal), signalState(aborted).reason);
      else follow(signal, list);
      return signal;
    }

    get aborted(): boolean {
      return this.#state.isAborted;
    }

    get reason(): unknown {
      return this.#state.reason;
    }

    throwIfAborted(): void {
      if (this.#state.isAborted) throw this.#state.reason;
    }

    get onabort(): Handler | null {
      return this.#onabort;
    }

    set onabort(handler: unknown) {
      this.#onabort = typeof handler === 'function' ? (handler as Handler) : null;
      if (this.#onabort === null || this.#isHandled) return;
      // It keeps its place among the listeners from when it was first set.
      this.#isHandled = true;
      addEventListener.call(this, 'abort', (event: object) => {
        if (this.#onabort) Reflect.apply(this.#onabort, this, [event]);
      });
    }
  }
  const { addEventListener } = EventTarget.prototype;

  /** Makes `signal` follow others. If one of them follows signals itself, `signal` follows those instead. */
  const follow = (signal: AbortSignal, signals: readonly AbortSignal[]): void => {
    const state = signalState(signal);
    state.isDependent = true;
    for (const each of signals) {
      const { isDependent, sources } = signalState(each);
      for (const source of isDependent ? (sources as Set<AbortSignal>) : [each]) {
        state.sources.add(source);
        signalState(source).dependents.add(signal);
      }
    }
  };

  class AbortController {
    readonly #signal = makeSignal();

    get signal(): AbortSignal {
      return this.#signal;
    }

    abort(reason?: unknown): void {
      abort(this.#signal, reason);
    }
  }

  asInterface(AbortSignal);
  asInterface(AbortController);
  return { AbortController, AbortSignal, abortStateOf: (value: object): AbortState | undefined => readState(value) };
};
