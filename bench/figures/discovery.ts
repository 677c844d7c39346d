// Measures the search for tools: a query over a thousand tools, the index, and the count of tokens. Each in a process of its own, so that the memory
// is that of the search alone.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { median } from '../measure/statistics.ts';
import type { Part } from './part.ts';

/** What one process of `discovery-run.ts` prints. */
interface Run {
  readonly queryMs: number;
  readonly slowestQueryMs: number;
  readonly meaningQueryMs: number;
  readonly slowestMeaningQueryMs: number;
  readonly vectorsMb: number;
  readonly buildMs: number;
  readonly rebuildMs: number;
  readonly indexMb: number;
  readonly loadMs: number;
  readonly tablesMb: number;
  readonly countMs: number;
}

const RUN = join(import.meta.dirname, 'discovery-run.ts');

/** The medians of the rounds. */
export const measureDiscovery: Part = async ({ rounds, onProgress }) => {
  const runs: Run[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    onProgress(`discovery: round ${round} of ${rounds}`);
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--expose-gc', RUN], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the search could not be measured: ${stderr}`);
    runs.push(JSON.parse(stdout) as Run);
  }
  const middle = (name: keyof Run): number | undefined => median(runs.map((run) => run[name]));
  const shown = (name: keyof Run): string => (middle(name) ?? Number.NaN).toFixed(1);
  return [
    {
      name: 'search for tools: one query over 1000 tools, within 2000 tokens',
      reached: middle('queryMs'),
      unit: 'ms',
      goal: { atMost: 2 },
      detail: `the slowest ${shown('slowestQueryMs')} ms`,
    },
    {
      name: 'search for tools: one query over 1000 tools by words and meaning, 1536 numbers each, without the endpoint',
      reached: middle('meaningQueryMs'),
      unit: 'ms',
      goal: { atMost: 2 },
      detail: `the slowest ${shown('slowestMeaningQueryMs')} ms; the vectors have ${shown('vectorsMb')} MB`,
    },
    {
      name: 'search for tools: the index of 1000 tools',
      reached: middle('buildMs'),
      unit: 'ms',
      goal: { atMost: 500 },
      detail: `again with known definitions ${shown('rebuildMs')} ms; ${shown('indexMb')} MB`,
    },
    {
      name: 'search for tools: memory of the tokenizer, which the first search loads',
      reached: middle('tablesMb'),
      unit: 'MB',
      goal: { atMost: 120 },
      detail: `loaded in ${shown('loadMs')} ms; then 1000 definitions are counted in ${shown('countMs')} ms`,
    },
  ];
};
