// The clock part of performance. Runs inside the isolate, as a group of web APIs.
//
// In the standard, performance is an event target as well. Here all calls share one object, so it keeps no state.

import type { WebGroup } from '../scripts/parts.ts';
import { asInterface } from './standard/interface.ts';

/** Added so that `now` never gives 0, as on a page. Libraries (lru-cache, for example) take 0 for a time that was never set. */
const HEAD_START_MS = 1;

export const install: WebGroup = ({ startOf, elapsed }) => {
  let isMade = false;

  class Performance {
    constructor() {
      if (isMade) throw new TypeError('Illegal constructor: there is one performance.');
      isMade = true;
    }

    /** Milliseconds since the call began, in steps of 1 ms like every clock. */
    now(): number {
      return elapsed() + HEAD_START_MS;
    }

    get timeOrigin(): number {
      return startOf() - HEAD_START_MS;
    }

    toJSON(): object {
      return { timeOrigin: this.timeOrigin };
    }
  }

  const performance = new Performance();
  asInterface(Performance);
  return { globals: { performance, Performance } };
};
