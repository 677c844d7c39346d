// Event, CustomEvent, EventTarget, AbortController and AbortSignal. Runs inside the isolate, as a group of the platform.
//
// Written here: of the libraries that have them none is kept up, and each remembers classes of events by their prototypes, which
// one call could leave changed for the next.

import type { PlatformGroup } from '../guest/parts.ts';
import { makeAbort } from './events/abort.ts';
import { makeEvents } from './events/event.ts';
import { type AbortState, makeEventTarget } from './events/event-target.ts';
import type { ExceptionType } from './standard/interface.ts';

/** Makes the group; needs `DOMException`. */
export const install: PlatformGroup = ({ elapsed, fail, startTimer }, made) => {
  const DOMException = made.DOMException as ExceptionType;
  let readAbortState: (value: object) => AbortState | undefined = () => undefined;
  const { Event, CustomEvent, stateOf } = makeEvents(elapsed);
  const abortStateOf = (value: object): AbortState | undefined => readAbortState(value);
  const { EventTarget, dispatch } = makeEventTarget({ DOMException, stateOf, abortStateOf, fail });
  const abort = makeAbort({ DOMException, Event, EventTarget, dispatch, startTimer });
  readAbortState = abort.abortStateOf;
  const { AbortController, AbortSignal } = abort;
  return {
    globals: { Event, CustomEvent, EventTarget, AbortController, AbortSignal },
    // The getter that every event has of its own.
    samples: () => [new Event('sample'), new AbortController().signal],
  };
};
