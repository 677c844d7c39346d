// Event and CustomEvent of the DOM standard, without a tree: an event has one target. Runs inside the isolate.

import { addGetters, asInterface, dictionaryOf, needArguments } from '../standard/interface.ts';

/** The state of a new event, most of which its dispatch changes. */
const newState = (type: string, init: Readonly<Record<string, unknown>>, timeStamp: number) => ({
  type,
  target: null as object | null,
  isDispatched: false,
  isStopped: false,
  isStoppedAtOnce: false,
  isCanceled: false,
  isInPassiveListener: false,
  isTrusted: false,
  bubbles: Boolean(init.bubbles),
  cancelable: Boolean(init.cancelable),
  composed: Boolean(init.composed),
  timeStamp,
  /** True while listeners are called. The event has a `currentTarget` then. */
  isAtTarget: false,
});

export type EventState = ReturnType<typeof newState>;

const PHASES = { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 };

/** The classes, and `stateOf`, which gives an event's state, or undefined for any other value. */
export const makeEvents = (elapsed: () => number) => {
  let readState: (value: object) => EventState | undefined = () => undefined;

  class Event {
    static {
      readState = (value) => (#state in value ? value.#state : undefined);
    }

    readonly #state: EventState;

    constructor(type: string, init?: object) {
      needArguments(arguments.length, 1, 'An event');
      const typeText = `${type}`;
      this.#state = newState(typeText, dictionaryOf(init, 'The second argument of an event'), elapsed());
      Object.defineProperty(this, 'isTrusted', { get: isTrusted, enumerable: true });
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

    initEvent(type: string, bubbles = false, cancelable = false): void {
      needArguments(arguments.length, 1, 'initEvent');
      initialize(this.#state, `${type}`, Boolean(bubbles), Boolean(cancelable));
    }
  }

  const needState = (event: object): EventState => {
    const state = readState(event);
    if (state === undefined) throw new TypeError('The receiver must be an Event.');
    return state;
  };
  const isTrusted = function (this: object): boolean {
    return needState(this).isTrusted;
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

  addGetters(Event, needState, ['type', 'target', 'bubbles', 'cancelable', 'composed', 'timeStamp']);
  asInterface(Event, PHASES);
  asInterface(CustomEvent);
  return { Event, CustomEvent, stateOf: readState };
};

const cancel = (state: EventState): void => {
  if (state.cancelable && !state.isInPassiveListener) state.isCanceled = true;
};

const initialize = (state: EventState, type: string, bubbles: boolean, cancelable: boolean): void => {
  if (state.isDispatched) return;
  state.isStopped = false;
  state.isStoppedAtOnce = false;
  state.isCanceled = false;
  state.isTrusted = false;
  state.target = null;
  state.type = type;
  state.bubbles = bubbles;
  state.cancelable = cancelable;
};
