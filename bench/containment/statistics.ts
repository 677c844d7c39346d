// Statistics for the figures.

/** The value below which `share` (0 to 1) of the values lie, by nearest rank; 0 if there are no values. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The highest value; 0 if there are no values. */
export const highest = (values: Iterable<number>): number => {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
};

/** Counts how often each name occurs, in the order of first occurrence. */
export class Tally {
  readonly counts: Record<string, number> = {};

  add(name: string, count = 1): void {
    this.counts[name] = (this.counts[name] ?? 0) + count;
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }
}

/** `ok 12, exceeded_cpu 3` */
export const tallyText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
