// Medians, and ratios per round.

/** The middle value, or the mean of the two in the middle. Undefined if there are no values. */
export const median = (values: readonly number[]): number | undefined => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined || sorted.length % 2 === 1) return upper;
  return (upper + (sorted[middle - 1] as number)) / 2;
};

/**
 * The median of per-round ratios: a disturbance of a whole round affects both sides of its ratio. Rounds in which one side has no
 * value do not count. Undefined if no round is left.
 */
export const medianRatio = (
  of: readonly (number | undefined)[],
  to: readonly (number | undefined)[],
): number | undefined =>
  median(
    of.flatMap((value, round) => {
      const other = to[round];
      return value === undefined || other === undefined || other === 0 ? [] : [value / other];
    }),
  );
