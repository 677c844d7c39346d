// Tries a launch plan by starting one runner. The plan works if the runner sends its first message.

import { coreTimes, wasBusy } from '../../shared/machine/busy.ts';
import type { LaunchCommand } from '../child/command.ts';
import { RunnerChild } from '../child/runner-child.ts';

const TRIAL_MS = 15_000;
/**
 * A busy machine gives a trial its time again, this many times at most. What a trial finds is kept for as long as the server runs, so a start that
 * only came late would leave all runners with less around them.
 */
const MOST_TIMES = 8;

export interface TrialOptions {
  readonly trialMs?: number;
  /** The times of the machine's cores. */
  readonly look?: typeof coreTimes;
}

/** Returns undefined if a runner starts, else the reason. Never rejects, and leaves no process running. */
export const tryRunner = (
  makeCommand: () => LaunchCommand,
  { trialMs = TRIAL_MS, look = coreTimes }: TrialOptions = {},
): Promise<string | undefined> =>
  new Promise((resolve) => {
    let hasStarted = false;
    let late: string | undefined;
    let deadline: NodeJS.Timeout;
    try {
      const child = new RunnerChild(makeCommand(), {
        onData: () => {
          hasStarted = true;
          child.end(() => {});
        },
        onExited: (how) => {
          clearTimeout(deadline);
          // A runner that sent its first message was ended by the line above.
          resolve(hasStarted ? undefined : (late ?? how));
        },
      });
      const wait = (times: number): void => {
        const before = look();
        deadline = setTimeout(() => {
          if (times < MOST_TIMES && wasBusy(before, look())) return wait(times + 1);
          late = `it did not start within ${(times * trialMs) / 1_000} s`;
          child.end(() => {});
        }, trialMs);
      };
      wait(1);
    } catch (error) {
      resolve(error instanceof Error ? error.message : String(error));
    }
  });
