// Samples the memory of a host's runners from outside, in a process that does nothing else, so that it samples often enough.
// memory-watch.ts starts it.

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { MemoryPeak } from './memory-watch.ts';
import { descendantsOf, innermostOf, peakRssMbOf } from './process-table.ts';

const SAMPLE_EVERY_MS = 3;
const LOOK_FOR_NEW_EVERY_MS = 20;
/** The kernel's own high-water mark costs more to read, so it is read only for processes above this. */
const GROWN_MB = 150;
const MB_PER_PAGE = 4096 / 2 ** 20;
const text = Buffer.alloc(128);

const watched = new Map<number, number>();
const peak: { sampledMb: number; highWaterMb: number; samples: number; runners: number; longestGapMs: number } = {
  sampledMb: 0,
  highWaterMb: 0,
  samples: 0,
  runners: 0,
  longestGapMs: 0,
};

const lookForNew = (hostProcessId: number): void => {
  for (const { processId } of descendantsOf(hostProcessId)) {
    if (watched.has(processId) || innermostOf(processId) !== processId || !isRunner(processId)) continue;
    try {
      watched.set(processId, openSync(`/proc/${processId}/statm`, 'r'));
      peak.runners += 1;
    } catch {
      // The process has ended meanwhile.
    }
  }
};

const isRunner = (processId: number): boolean => {
  try {
    return (
      readFileSync(`/proc/${processId}/cmdline`, 'latin1').startsWith('/toolcell/node\0') || isBareRunner(processId)
    );
  } catch {
    return false;
  }
};

const isBareRunner = (processId: number): boolean =>
  readFileSync(`/proc/${processId}/cmdline`, 'latin1').includes('runner/process-entry');

let lastMs = performance.now();
const sample = (): void => {
  const nowMs = performance.now();
  peak.longestGapMs = Math.max(peak.longestGapMs, nowMs - lastMs);
  lastMs = nowMs;
  peak.samples += 1;
  for (const [processId, descriptor] of watched) {
    const rssMb = residentMb(descriptor);
    if (rssMb === 0) forget(processId, descriptor);
    peak.sampledMb = Math.max(peak.sampledMb, rssMb);
    if (rssMb > GROWN_MB) peak.highWaterMb = Math.max(peak.highWaterMb, peakRssMbOf(processId));
  }
};

const residentMb = (descriptor: number): number => {
  try {
    const length = readSync(descriptor, text, 0, text.length, 0);
    return Number(text.toString('latin1', 0, length).split(' ', 2)[1] ?? 0) * MB_PER_PAGE;
  } catch {
    return 0;
  }
};

const forget = (processId: number, descriptor: number): void => {
  closeSync(descriptor);
  watched.delete(processId);
};

try {
  setPriority(-10);
} catch {
  // Without the right to raise its priority, it samples as often as the kernel lets it.
}
process.once('message', (hostProcessId) => {
  setInterval(() => lookForNew(hostProcessId as number), LOOK_FOR_NEW_EVERY_MS);
  setInterval(sample, SAMPLE_EVERY_MS);
  process.on('message', () => process.send?.(peak satisfies MemoryPeak));
});
process.on('disconnect', () => process.exit(0));
