// Orders load from a process of callers, and says what came back.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const LOAD_PROCESS = fileURLToPath(new URL('./load-process.ts', import.meta.url));

/** Callers that call one tool over and over, each on a keep-alive connection of its own. */
export interface CallerGroup {
  readonly toolName: string;
  readonly args: object;
  readonly callers: number;
  /** After each answer; none where absent. */
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

/** A process of callers. */
export interface LoadGenerator {
  /** Runs one order to its end: up to `durationMs`, and then as long as the last calls take. */
  run(order: LoadOrder): Promise<readonly GroupReport[]>;
  /** Lets the order that is under way end with the calls that are. */
  stop(): void;
  /** Ends it at once; its calls hang up. */
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
