// performance, as far as it is a clock. Runs inside the isolate, as a group of the platform.
//
// The standard's is an event target. Here all calls share it, so it holds nothing.

import type { PlatformGroup } from '../guest/parts.ts';
import { asInterface } from './standard/interface.ts';

/** No page reads 0 from its clock, and libraries take it for a time that was never set: lru-cache, for one. */
const HEAD_START_MS = 1;

/** Makes the group. */
export const install: PlatformGroup = ({ startOf, elapsed }) => {
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
