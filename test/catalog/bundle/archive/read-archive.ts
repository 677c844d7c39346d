// Support, a process of its own: reads the archive named on its command line, and prints why it is refused, the most memory it
// had, and how long it took.

import { readFileSync } from 'node:fs';
import { readBundleAt } from '../../../../src/catalog/bundle/bundle.ts';

const startedMs = performance.now();
const outcome = await readBundleAt(process.argv[2] ?? '', { bytes: 5_000_000, files: 200 }).catch(
  (error: unknown) => error,
);
const tookMs = performance.now() - startedMs;
const refusal = outcome instanceof Error ? outcome.message : 'none';

/** The system's own figure for a process, `maxRSS`, begins with that of the process that started it. */
const mostKb = (): number => {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
};

process.stdout.write(JSON.stringify({ refusal, mostMb: mostKb() / 1024, tookMs }));
