// Runs the soak of the doors as a measurement, and compares its results with the goals.

import type { Figure, Measurement, Progress } from '../figure.ts';
import { median, tallyText } from '../statistics.ts';
import { type DoorsSoakResult, soakDoors } from './doors-soak.ts';

const CLIENTS = 500;
const MOST_GROWTH = 1.1;
const WARM_UP_SHARE = 0.2;
const SEED = 13;

/** Runs the soak, and makes its figures. */
export const measureDoors = async (
  { minutes }: { readonly minutes: number },
  progress: Progress,
): Promise<Measurement> => {
  const result = await soakDoors({ minutes, clients: CLIENTS, seed: SEED }, progress);
  return {
    figures: figuresOf(result),
    setting: `${minutes} minutes of ${CLIENTS} clients with a key each, who call two servers in turn, once in a second. The servers share one Redis with keys and quotas. Other rules every 5 s, from a generator; a rotated key every half second; Redis is gone for 3 s every 40 s; on the side, unknown keys without end. Every answer is compared with a model that tries every rule, and every stretch of time with what the quota allows in it. Memory: the median of the last fifth compared with that of the first, after a warm-up of ${WARM_UP_SHARE * 100} %.`,
    details: detailsOf(result),
  };
};

const figuresOf = ({ wrong, mostOver, memoryMb }: DoorsSoakResult): Figure[] => [
  {
    name: 'wrong verdicts',
    asked: 'none',
    reached: wrong.length === 0 ? 'none' : `${wrong.length} or more: ${wrong[0]}`,
    met: wrong.length === 0,
  },
  {
    name: 'calls of a client beyond its quota, in the worst stretch of time',
    asked: 'none',
    reached: mostOver <= 0 ? 'none' : mostOver.toFixed(1),
    met: mostOver <= 0,
  },
  ...memoryMb.map((samples, at): Figure => {
    const share = growthOf(samples);
    return {
      name: `memory of server ${at + 1}, last fifth to first`,
      asked: `within ${Math.round((MOST_GROWTH - 1) * 100)} %`,
      reached: `${share >= 1 ? '+' : ''}${((share - 1) * 100).toFixed(1)} %`,
      met: share <= MOST_GROWTH,
    };
  }),
];

/** The last fifth to the first. */
export const growthOf = (samples: readonly number[]): number => {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const fifth = Math.max(1, Math.floor(warm.length / 5));
  return median(warm.slice(-fifth)) / (median(warm.slice(0, fifth)) || 1);
};

const detailsOf = ({ codes, reloads, rotations, outages, flooded, memoryMb }: DoorsSoakResult): string[][] => [
  ['answers', 'reloads of each server', 'rotated keys', 'restarts of Redis', 'unknown keys', 'memory at the end'],
  [
    tallyText(codes),
    ...[reloads, rotations, outages, flooded].map(String),
    memoryMb.map((samples) => `${(samples.at(-1) ?? 0).toFixed(0)} MB`).join(', '),
  ],
];
