// Reads lengths of time as people write them: `90d`, `12h`, `30m`, `45s`.

const UNITS_MS: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);
/** A hundred years: dates beyond have no four-digit year for long. */
const MOST_MS = 36_525 * 86_400_000;

/** Milliseconds of a length of time of 1 s to 100 years; undefined for any other text. */
export const durationMs = (text: string): number | undefined => {
  const [, count = '', unit = ''] = /^([1-9]\d{0,9})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS_MS.get(unit) ?? Number.NaN);
  return ms <= MOST_MS ? ms : undefined;
};
