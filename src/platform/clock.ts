// performance, as far as it is a clock. Runs inside the isolate, as a group of the platform.
//
// The standard's is an event target. Here all calls share it, so it holds nothing.

import type { PlatformGroup } from '../guest/parts.ts';
import { asInterface } from './standard/interface.ts';

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
      return elapsed();
    }

    get timeOrigin(): number {
      return startOf();
    }

    toJSON(): object {
      return { timeOrigin: this.timeOrigin };
    }
  }

  const performance = new Performance();
  asInterface(Performance);
  return { globals: { performance, Performance } };
};
