// The quota of the soak of the doors, and the most calls that it lets pass.

/** A call that passed: when it was sent and when its answer came, in milliseconds. The server counted it in between. */
export interface Pass {
  readonly sentMs: number;
  readonly answeredMs: number;
}

/** A time in which one server counted by itself, because Redis did not answer it, by the server's own log. */
export interface Alone {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Less than clients ask for, also between two outages. */
const CALLS = 16;
const BURST = 2;
const PER_MS = CALLS / 60_000;
/** A call may be counted this long before or after the line in the log. */
const MARGIN_MS = 1_500;

export const QUOTA = {
  settings: { each: { per: ['client'], calls: CALLS, burst: BURST, every: 'minute' } },
  code: 'rate_limited',
} as const;

/** How many more of the passed calls of one client there are, in the worst stretch of time, than the servers say that they allow. */
export const mostOver = (passes: readonly Pass[], alone: readonly Alone[]): number => {
  let most = Number.NEGATIVE_INFINITY;
  for (const [from, first] of passes.entries())
    for (let to = from; to < passes.length; to += 1) {
      const { answeredMs } = passes[to] as Pass;
      most = Math.max(most, to - from + 1 - allowedBetween(first.sentMs, answeredMs, alone));
    }
  return most;
};

/** What Redis allows, and what each server allows that counts by itself meanwhile: a full bucket, and what time brings. */
const allowedBetween = (fromMs: number, untilMs: number, alone: readonly Alone[]): number => {
  const together = BURST + (untilMs - fromMs) * PER_MS;
  const apart = alone
    .filter((each) => each.fromMs - MARGIN_MS <= untilMs && each.untilMs + MARGIN_MS >= fromMs)
    .map((each) => BURST + (each.untilMs - each.fromMs + 2 * MARGIN_MS) * PER_MS);
  return together + apart.reduce((sum, each) => sum + each, 0);
};
