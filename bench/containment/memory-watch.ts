// Starts the process that samples the memory of a host's runners, and asks it for the highest value.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MEMORY_PROCESS = fileURLToPath(new URL('./memory-process.ts', import.meta.url));

export interface MemoryPeak {
  /** Highest resident memory of any runner in a sample, and by the kernel's own mark (`VmHWM`), in MB. */
  readonly sampledMb: number;
  readonly highWaterMb: number;
  readonly samples: number;
  readonly runners: number;
  /** The longest time between two samples, in milliseconds. */
  readonly longestGapMs: number;
}

export interface MemoryWatch {
  peak(): Promise<MemoryPeak>;
  close(): void;
}

/** Starts to watch the runners below a host's process. `close` must be called. */
export const watchMemory = (hostProcessId: number): MemoryWatch => {
  const child = fork(MEMORY_PROCESS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(hostProcessId);
  return {
    peak: async () => {
      child.send('peak');
      const [peak] = (await once(child, 'message')) as [MemoryPeak];
      return peak;
    },
    close: () => void child.kill('SIGKILL'),
  };
};
