// AbortController and AbortSignal of the DOM standard. Runs inside the isolate.

import { asInterface, type ExceptionType, needArguments } from '../standard/interface.ts';
import type { makeEvents } from './event.ts';
import type { AbortState, makeEventTarget } from './event-target.ts';

type Events = ReturnType<typeof makeEvents>;
type Targets = ReturnType<typeof makeEventTarget>;

export interface AbortParts extends Pick<Events, 'Event'>, Targets {
  readonly DOMException: ExceptionType;
  readonly startTimer: (task: () => unknown, delayMs: number) => void;
}

interface SignalState extends AbortState {
  reason: unknown;
  isDependent: boolean;
  /** Signals that this one follows, each followed by none itself. */
  readonly sources: Set<object>;
  readonly dependents: Set<object>;
}

type Handler = (this: object, event: object) => unknown;

/** Handed to constructors by the platform itself: no plugin can make a signal by hand. */
const KEY = Symbol('platform');

/** The classes, and the way to a signal's state; a value that is no signal has none. */
export const makeAbort = ({ DOMException, Event, EventTarget, dispatch, startTimer }: AbortParts) => {
  let readState: (value: object) => SignalState | undefined = () => undefined;
  const need = (value: object): SignalState => readState(value) as SignalState;

  const makeSignal = (): AbortSignal => new (AbortSignal as unknown as new (key: symbol) => AbortSignal)(KEY);

  /** Aborts a signal and those that follow it: all of them are aborted before the first is told. */
  const abort = (signal: AbortSignal, reason: unknown): void => {
    const state = need(signal);
    if (state.isAborted) return;
    settle(state, reason);
    const told: AbortSignal[] = [signal];
    for (const dependent of state.dependents as Set<AbortSignal>) {
      const dependentState = need(dependent);
      if (dependentState.isAborted) continue;
      settle(dependentState, state.reason);
      told.push(dependent);
    }
    for (const each of told) tell(each);
  };

  const settle = (state: SignalState, reason: unknown): void => {
    state.isAborted = true;
    state.reason = reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
  };

  const tell = (signal: AbortSignal): void => {
    const { steps } = need(signal);
    for (const step of steps) step();
    steps.clear();
    dispatch(signal, new Event('abort'), true);
  };

  class AbortSignal extends EventTarget {
    static {
      readState = (value) => (#state in value ? value.#state : undefined);
    }

    readonly #state: SignalState = {
      isAborted: false,
      steps: new Set(),
      reason: undefined,
      isDependent: false,
      sources: new Set(),
      dependents: new Set(),
    };
    #onabort: Handler | null = null;
    #isHandled = false;

    constructor() {
      if (arguments[0] !== KEY) throw new TypeError('Illegal constructor: use an AbortController.');
      super();
    }

    static abort(reason?: unknown): AbortSignal {
      const signal = makeSignal();
      settle(need(signal), reason);
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
      const aborted = list.find((each) => need(each).isAborted);
      if (aborted) settle(need(signal), need(aborted).reason);
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
      // Its place among the listeners is where it was first set.
      this.#isHandled = true;
      addEventListener.call(this, 'abort', (event: object) => {
        if (this.#onabort) Reflect.apply(this.#onabort, this, [event]);
      });
    }
  }
  const { addEventListener } = EventTarget.prototype;

  /** A signal that follows others follows what those follow in their turn. */
  const follow = (signal: AbortSignal, signals: readonly AbortSignal[]): void => {
    const state = need(signal);
    state.isDependent = true;
    for (const each of signals) {
      const { isDependent, sources } = need(each);
      for (const source of isDependent ? (sources as Set<AbortSignal>) : [each]) {
        state.sources.add(source);
        need(source).dependents.add(signal);
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
