// Support, a process of its own: reads the archive named on its command line, and prints why it is refused, the most memory it
// had, and how long it took.

import { readBundleAt } from '../../src/catalog/bundle.ts';

const startedMs = performance.now();
const outcome = await readBundleAt(process.argv[2] ?? '', { bytes: 5_000_000, files: 200 }).catch(
  (error: unknown) => error,
);
const tookMs = performance.now() - startedMs;
const refusal = outcome instanceof Error ? outcome.message : 'none';
process.stdout.write(JSON.stringify({ refusal, mostMb: process.resourceUsage().maxRSS / 1024, tookMs }));
