// Times as text, to the microsecond, for what is written of every call: headers and lines of the log.

/** Microseconds within a millisecond → what follows the digits before the point. */
const FRACTIONS = Array.from({ length: 1_000 }, (_, us) => `${us / 1_000}`.slice(1));
const MOST_US = 2 ** 31;

/**
 * What `Math.round(ms * 1000) / 1000` is as text.
 *
 * Why: the general way from a fraction to its shortest text takes ten times as long.
 */
export const millisecondsText = (ms: number): string => {
  const us = Math.round(ms * 1_000);
  if (!(us >= 0 && us < MOST_US)) return `${us / 1_000}`;
  const whole = Math.trunc(us / 1_000);
  return `${whole}${FRACTIONS[us - whole * 1_000]}`;
};
