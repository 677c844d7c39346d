// Event, CustomEvent, EventTarget, AbortController and AbortSignal. Runs inside the isolate, as a group of web APIs.
//
// Written here, because no library that offers them is maintained, and all of them cache classes of events by their prototypes. A
// call could leave such a cache changed for the next one.

import type { WebGroup } from '../scripts/parts.ts';
import { makeAbort } from './events/abort.ts';
import { makeEvents } from './events/event.ts';
import { type AbortState, makeEventTarget } from './events/event-target.ts';
import type { ExceptionType } from './standard/interface.ts';

/** Makes the group. Needs `DOMException`. */
export const install: WebGroup = ({ elapsed, fail, startTimer }, made) => {
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
    // An event leads to the getter of its own property `isTrusted`.
    samples: () => [new Event('sample'), new AbortController().signal],
  };
};
