// Runs the soak as a measurement, and compares its results with the goals.

import { BEHAVIOURS } from './behaviours.ts';
import { exceeding } from './census.ts';
import type { Figure, Measurement, Progress } from './figure.ts';
import {
  GOOD_CALLERS,
  GOOD_PLUGINS,
  HOSTILE_CALLERS,
  IDLE_MS,
  type SoakOptions,
  type SoakResult,
  soak,
  WARM_UP_SHARE,
} from './soak.ts';
import { tallyText } from './statistics.ts';

const MOST_GROWTH = 1.1;

/** Runs the soak, and makes its figures. */
export const measureSoak = async ({ minutes }: SoakOptions, progress: Progress): Promise<Measurement> => {
  const result = await soak({ minutes }, progress);
  return {
    figures: figuresOf(result),
    setting: `${minutes} minutes of ${GOOD_CALLERS} callers of ${GOOD_PLUGINS.join(', ')} and ${HOSTILE_CALLERS} callers that go through ${BEHAVIOURS.length} hostile tools and honour Retry-After. The default limits, but an idle runner ends after ${IDLE_MS} ms instead of a minute, so that the host is soon at rest. Memory: the median of the last fifth compared with that of the first, after a warm-up of ${WARM_UP_SHARE * 100} %. Threads, descriptors and processes are counted at rest, before and after.`,
    details: detailsOf(result),
  };
};

const figuresOf = (result: SoakResult): Figure[] => {
  const leaked = exceeding(result.after, result.before);
  const isFlat = (growthShare: number): boolean => growthShare <= MOST_GROWTH;
  const { before, leftBehind } = result;
  return [
    memoryFigure('front', result.frontGrowth, isFlat(result.frontGrowth)),
    memoryFigure('runners', result.runnerGrowth, isFlat(result.runnerGrowth)),
    {
      name: 'threads, descriptors, processes leaked',
      asked: 'none',
      reached: leaked.join(', ') || `none (${before.threads}, ${before.descriptors}, ${before.processes} at rest)`,
      met: leaked.length === 0,
    },
    {
      name: 'processes left after the end',
      asked: 'none',
      reached: leftBehind.map(({ processId, name }) => `${processId} ${name}`).join(', ') || 'none',
      met: leftBehind.length === 0,
    },
  ];
};

const memoryFigure = (who: string, share: number, met: boolean): Figure => ({
  name: `memory of ${who}, last fifth to first`,
  asked: `within ${Math.round((MOST_GROWTH - 1) * 100)} %`,
  reached: `${share >= 1 ? '+' : ''}${((share - 1) * 100).toFixed(1)} %`,
  met,
});

const detailsOf = ({ frontMb, runnerMb, codes, goodFailures }: SoakResult): string[][] => [
  ['', ...frontMb.map((_, part) => `part ${part + 1}`), 'answers'],
  ['front', ...frontMb.map((mb) => `${mb.toFixed(0)} MB`), tallyText(codes)],
  [
    'good runners',
    ...runnerMb.map((mb) => `${mb.toFixed(0)} MB`),
    `good calls that failed: ${tallyText(goodFailures)}`,
  ],
];
