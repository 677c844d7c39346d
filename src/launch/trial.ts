// Tries a way of starting runners out, by starting one: it works if the runner says its first word.

import { RunnerChild } from '../control/runner-child.ts';
import type { LaunchCommand } from './plan.ts';

/** A machine that is so busy is given the benefit of the doubt. */
const TRIAL_MS = 15_000;

/** Undefined if a runner starts, else why not. Never rejects; nothing is left running. */
export const tryRunner = (makeCommand: () => LaunchCommand): Promise<string | undefined> =>
  new Promise((resolve) => {
    let result: string | undefined = `it did not start within ${TRIAL_MS / 1000} s`;
    try {
      const child = new RunnerChild(makeCommand(), {
        onData: () => {
          result = undefined;
          child.end(() => {});
        },
        onExited: (how) => {
          clearTimeout(deadline);
          // A runner that spoke was ended by the line above.
          resolve(result === undefined || hasTimedOut ? result : how);
        },
      });
      let hasTimedOut = false;
      const deadline = setTimeout(() => {
        hasTimedOut = true;
        child.end(() => {});
      }, TRIAL_MS);
    } catch (error) {
      resolve(error instanceof Error ? error.message : String(error));
    }
  });
