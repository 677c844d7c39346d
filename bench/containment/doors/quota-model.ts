// The quota of the soak of the doors, and the most calls that it lets pass.

/** A call that passed: when it was sent and when its answer came, in milliseconds. The server counted it in between. */
export interface Pass {
  readonly sentMs: number;
  readonly answeredMs: number;
}

/** A time without Redis, in which each server counts by itself. */
export interface Outage {
  readonly fromMs: number;
  untilMs: number;
}

/** Less than clients ask for, also between two outages. */
const CALLS = 16;
const BURST = 2;
const PER_MS = CALLS / 60_000;
const SERVERS = 2;
/** How long after an outage servers may still count by themselves. */
const RETURN_MS = 3_000;

export const QUOTA = {
  settings: { each: { per: ['client'], calls: CALLS, burst: BURST, every: 'minute' } },
  code: 'rate_limited',
} as const;

/** How many more of the passed calls of one client there are, in the worst stretch of time, than the quota allows. */
export const mostOver = (passes: readonly Pass[], outages: readonly Outage[]): number => {
  let most = Number.NEGATIVE_INFINITY;
  for (const [from, first] of passes.entries())
    for (let to = from; to < passes.length; to += 1) {
      const { answeredMs } = passes[to] as Pass;
      most = Math.max(most, to - from + 1 - allowedBetween(first.sentMs, answeredMs, outages));
    }
  return most;
};

const allowedBetween = (fromMs: number, untilMs: number, outages: readonly Outage[]): number => {
  const together = BURST + (untilMs - fromMs) * PER_MS;
  const apart = outages
    .filter((outage) => outage.fromMs <= untilMs && outage.untilMs + RETURN_MS >= fromMs)
    .map((outage) => SERVERS * (BURST + (outage.untilMs + RETURN_MS - outage.fromMs) * PER_MS));
  return together + apart.reduce((sum, each) => sum + each, 0);
};
