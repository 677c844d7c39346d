// Tells how soon a certificate ends, and when an operator should hear of it. Pure functions; front process and command line.

const DAY_MS = 86_400_000;
/** Days before the end at which the log has a line. */
const DAYS = [30, 7, 1, 0];

export interface ExpiryNotice {
  readonly level: 'warn' | 'error';
  readonly text: string;
  /** The days that have been told; a smaller number is news. */
  readonly stage: number;
}

/** The notice that is due; undefined if the certificate holds for more than 30 days. */
export const expiryNotice = (notAfterMs: number, nowMs: number): ExpiryNotice | undefined => {
  const left = notAfterMs - nowMs;
  const stage = DAYS.findLast((days) => left <= days * DAY_MS);
  if (stage === undefined) return undefined;
  const until = new Date(notAfterMs).toISOString();
  if (stage === 0) return { level: 'error', stage, text: `the TLS certificate has expired on ${until}` };
  const days = Math.ceil(left / DAY_MS);
  const text = `the TLS certificate ends in ${days} day${days === 1 ? '' : 's'}, on ${until}`;
  return { level: stage === 1 ? 'error' : 'warn', stage, text };
};
