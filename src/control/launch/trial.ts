// Tries a launch plan by starting one runner. The plan works if the runner sends its first message.

import type { LaunchCommand } from '../child/command.ts';
import { RunnerChild } from '../child/runner-child.ts';

/** Long, so that a busy machine is not mistaken for one on which no runner starts. */
const TRIAL_MS = 15_000;

/** Returns undefined if a runner starts, else the reason. Never rejects, and leaves no process running. */
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
          // A runner that sent its first message was ended by the line above.
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
