// Gives orders to a process of callers, and receives its reports.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const LOAD_PROCESS = fileURLToPath(new URL('./load-process.ts', import.meta.url));

/** Callers that call one tool again and again, each on a keep-alive connection of its own. */
export interface CallerGroup {
  readonly toolName: string;
  readonly args: object;
  readonly callers: number;
  /** Pause after each answer, in milliseconds. Default: 0. */
  readonly pauseMs?: number;
}

export interface LoadOrder {
  readonly url: string;
  readonly durationMs: number;
  readonly groups: readonly CallerGroup[];
}

export interface GroupReport {
  readonly toolName: string;
  readonly codes: Readonly<Record<string, number>>;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly highestMs: number;
}

/** A process of callers. `close` must be called. */
export interface LoadGenerator {
  /** Runs one order: starts calls for `durationMs`, and waits for the last answers. */
  run(order: LoadOrder): Promise<readonly GroupReport[]>;
  /** Ends the current order when its calls in flight are answered. */
  stop(): void;
  /** Kills the process, which closes its connections. */
  close(): void;
}

export const startLoadGenerator = (): LoadGenerator => {
  const child = fork(LOAD_PROCESS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return {
    run: async (order) => {
      child.send(order);
      const [reports] = (await once(child, 'message')) as [readonly GroupReport[]];
      return reports;
    },
    stop: () => void child.send('stop'),
    close: () => void child.kill('SIGKILL'),
  };
};
