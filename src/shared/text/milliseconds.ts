// Writes times to the microsecond, for headers and log lines of every call. Any process.

/** Rounds to the microsecond, because smaller digits are noise. */
export const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Microseconds within a millisecond → the point and the digits behind it. */
const FRACTIONS = Array.from({ length: 1_000 }, (_, us) => `${us / 1_000}`.slice(1));
const MOST_US = 2 ** 31;

/** The text of {@link rounded}. Why: the general conversion of a fraction takes ten times as long. */
export const millisecondsText = (ms: number): string => {
  const us = Math.round(ms * 1_000);
  if (!(us >= 0 && us < MOST_US)) return `${us / 1_000}`;
  const whole = Math.trunc(us / 1_000);
  return `${whole}${FRACTIONS[us - whole * 1_000]}`;
};
