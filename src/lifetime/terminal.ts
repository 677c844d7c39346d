// The terminal that a process was started in, and whether it is still there.

import { closeSync, constants, openSync } from 'node:fs';
import { isatty } from 'node:tty';

const STANDARD_STREAMS = [0, 1, 2];

/** True if this process has a controlling terminal. The kernel takes it away from all processes in it when the window is closed. */
const hasControllingTerminal = (): boolean => {
  try {
    closeSync(openSync('/dev/tty', constants.O_RDONLY | constants.O_NOCTTY));
    return true;
  } catch {
    return false;
  }
};

const isThere = (): boolean => STANDARD_STREAMS.some((descriptor) => isatty(descriptor)) && hasControllingTerminal();

/** The terminal of a process that reads from it or writes to it. */
export interface OwnTerminal {
  /** True once the window is closed. */
  isGone(): boolean;
}

/** Undefined for a process without a terminal: a service, a container, a job of `nohup` or `setsid`. */
export const ownTerminal = (): OwnTerminal | undefined => (isThere() ? { isGone: () => !isThere() } : undefined);
