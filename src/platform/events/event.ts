// Event and CustomEvent of the DOM standard, without a tree: an event has one target. Runs inside the isolate.

import { asInterface, dictionaryOf, type ExceptionType, needArguments } from '../standard/interface.ts';

/** What the dispatch of an event changes. */
export interface EventState {
  type: string;
  target: object | null;
  isDispatched: boolean;
  isInitialized: boolean;
  isStopped: boolean;
  isStoppedAtOnce: boolean;
  isCanceled: boolean;
  isInPassiveListener: boolean;
  isTrusted: boolean;
  bubbles: boolean;
  cancelable: boolean;
  readonly composed: boolean;
  /** True while listeners are called: an event then has a current target. */
  isAtTarget: boolean;
}

const PHASES = { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 };

/** The classes, and the way to an event's state; a value that is no event has none. */
export const makeEvents = (elapsed: () => number) => {
  let readState: (value: object) => EventState | undefined = () => undefined;

  class Event {
    static {
      readState = (value) => (#state in value ? value.#state : undefined);
    }

    readonly #state: EventState;
    readonly #timeStamp: number;

    constructor(type: string, init?: object) {
      needArguments(arguments.length, 1, 'An event');
      const typeText = `${type}`;
      const { bubbles, cancelable, composed } = dictionaryOf(init, 'The second argument of an event');
      this.#timeStamp = elapsed();
      this.#state = {
        type: typeText,
        target: null,
        isDispatched: false,
        isInitialized: true,
        isStopped: false,
        isStoppedAtOnce: false,
        isCanceled: false,
        isInPassiveListener: false,
        isTrusted: false,
        bubbles: Boolean(bubbles),
        cancelable: Boolean(cancelable),
        composed: Boolean(composed),
        isAtTarget: false,
      };
      Object.defineProperty(this, 'isTrusted', { get: isTrusted, enumerable: true });
    }

    get type(): string {
      return this.#state.type;
    }

    get target(): object | null {
      return this.#state.target;
    }

    get srcElement(): object | null {
      return this.#state.target;
    }

    get currentTarget(): object | null {
      return this.#state.isAtTarget ? this.#state.target : null;
    }

    composedPath(): object[] {
      return this.#state.isAtTarget && this.#state.target ? [this.#state.target] : [];
    }

    get eventPhase(): number {
      return this.#state.isAtTarget ? PHASES.AT_TARGET : PHASES.NONE;
    }

    stopPropagation(): void {
      this.#state.isStopped = true;
    }

    get cancelBubble(): boolean {
      return this.#state.isStopped;
    }

    set cancelBubble(value: boolean) {
      if (value) this.#state.isStopped = true;
    }

    stopImmediatePropagation(): void {
      this.#state.isStopped = true;
      this.#state.isStoppedAtOnce = true;
    }

    get bubbles(): boolean {
      return this.#state.bubbles;
    }

    get cancelable(): boolean {
      return this.#state.cancelable;
    }

    get returnValue(): boolean {
      return !this.#state.isCanceled;
    }

    set returnValue(value: boolean) {
      if (!value) cancel(this.#state);
    }

    preventDefault(): void {
      cancel(this.#state);
    }

    get defaultPrevented(): boolean {
      return this.#state.isCanceled;
    }

    get composed(): boolean {
      return this.#state.composed;
    }

    get timeStamp(): number {
      return this.#timeStamp;
    }

    initEvent(type: string, bubbles = false, cancelable = false): void {
      needArguments(arguments.length, 1, 'initEvent');
      initialize(this.#state, `${type}`, Boolean(bubbles), Boolean(cancelable));
    }
  }

  const isTrusted = function (this: object): boolean {
    const state = readState(this);
    if (state === undefined) throw new TypeError('isTrusted is asked of what is no event.');
    return state.isTrusted;
  };

  class CustomEvent extends Event {
    #detail: unknown;

    constructor(type: string, init?: object) {
      needArguments(arguments.length, 1, 'An event');
      super(type, init);
      const { detail = null } = dictionaryOf(init, 'The second argument of an event');
      this.#detail = detail;
    }

    get detail(): unknown {
      return this.#detail;
    }
  }

  asInterface(Event, PHASES);
  asInterface(CustomEvent);
  return { Event, CustomEvent, stateOf: readState };
};

const cancel = (state: EventState): void => {
  if (state.cancelable && !state.isInPassiveListener) state.isCanceled = true;
};

const initialize = (state: EventState, type: string, bubbles: boolean, cancelable: boolean): void => {
  if (state.isDispatched) return;
  state.isInitialized = true;
  state.isStopped = false;
  state.isStoppedAtOnce = false;
  state.isCanceled = false;
  state.isTrusted = false;
  state.target = null;
  state.type = type;
  state.bubbles = bubbles;
  state.cancelable = cancelable;
};

/** An error that the dispatch of an event throws. */
export const cannotDispatch = (DOMException: ExceptionType): Error =>
  new DOMException('The event is being dispatched already.', 'InvalidStateError');
